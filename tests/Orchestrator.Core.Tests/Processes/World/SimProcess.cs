using Orchestrator.Core.Leases;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>
/// A process that runs or retries the batch, from its lock to its end: the real commits, lease, dead runs and loop,
/// step by step.
/// </summary>
#pragma warning disable CA1001 // Its statements are those of the world, and its lock ends with it.
internal sealed class SimProcess
#pragma warning restore CA1001
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly SimWorld _world;
    private readonly List<Write> _writes = [];
    private readonly List<SimSession> _sessions = [];
    private readonly LeaseTerms _terms = LeaseTerms.Default;
    private LedgerCommits? _commits;
    private SimLock? _held;
    private bool _isCommitting;
    private bool _isInside;
    private PendingCommit? _current;
    private bool _isOver;

    public SimProcess(SimWorld world, int number)
    {
        (_world, Name, Session) = (world, $"process {number}", $"orchestrator ledger {number}");
        Time = new SimTime(world, this);
        Location = new LedgerLocation(new SimPlatform(world, this), "the ledger");
    }

    public string Name { get; }

    /// <summary>The name of its sessions in the ledger.</summary>
    public string Session { get; }

    public SimTime Time { get; }

    public LedgerLocation Location { get; }

    public bool IsDead { get; private set; }

    /// <summary>When it goes on, or went on.</summary>
    public TimeSpan StandsStillUntil { get; private set; }

    /// <summary>How long it was stopped in all.</summary>
    public TimeSpan StoodStill { get; private set; }

    public bool StandsStill => _isInside || StandsStillUntil > _world.Now;

    /// <summary>Its run, once that has begun.</summary>
    public SimRun? Run { get; private set; }

    public LeaseKeeper? Keeper { get; private set; }

    /// <summary>Since when somebody keeps its lease.</summary>
    public TimeSpan Kept { get; private set; }

    /// <summary>When its lease was asked for that came through last, as the world knows it.</summary>
    public TimeSpan Renewed { get; set; }

    /// <summary>When the lease was asked for that is under way.</summary>
    public TimeSpan Asked { get; private set; }

    /// <summary>It renews its lease at this moment.</summary>
    public bool IsBeating { get; private set; }

    public RunLock Held => _held!;

    public LedgerCommits Commits => _commits!;

    /// <summary>The packages are asked to stop, because the ledger or the lease is lost.</summary>
    public bool IsLost { get; private set; }

    public void Begin() => After(_world.Between(0, 0.3), new SimStart(_world, this).Acquire);

    public void After(TimeSpan time, Action happens, bool isStep = true) => _world.Post(this, time, happens, isStep);

    public void Soon(Action happens) => After(_world.Between(0.0005, 0.02), happens);

    /// <summary>After each thing that it did.</summary>
    public void Woken() => Run?.Woken();

    public SimSession OpenSession(SimTarget target)
    {
        var session = target.Open(this, !Run!.HasRelaxed(target));
        _sessions.Add(session);
        return session;
    }

    /// <summary>The lock is ours: the lease is claimed and kept.</summary>
    public void Claim(Action then)
    {
        _held = new SimLock(_world, this);
        var patience = new LedgerPatience { Lease = _terms, Lost = _terms.StopAfter };
        _commits = new LedgerCommits(
            Location, new SimConnection(_world, this), patience, new LedgerWait(patience, Time), Time);
        var asked = Time.GetTimestamp();
        Asked = _world.Now;
        Write(() => _commits.Claim(_held), () =>
        {
            (Renewed, Kept) = (Asked, _world.Now);
            Keeper = new LeaseKeeper(Location, _held, _terms, asked, Time, () =>
            {
                if (_world.Mistake != Mistake.EndTooLate)
                {
                    Die("ends itself, as its lease is nearly over");
                    throw new SimKilledException();
                }
            });
            _commits.Before = _world.Mistake == Mistake.EndTooLate ? null : Keeper.Look;
            After(_terms.RenewEvery, Beat);
            After(_terms.LookEvery, Look, isStep: false);
            then();
        });
    }

    /// <summary>Writes to the ledger as its thread does, and goes on once that is durable.</summary>
    public void Write(Action perform, Action then, Action<LedgerException>? lost = null)
    {
        _writes.Add(new Write(perform, failed =>
        {
            if (failed is null)
            {
                then();
            }
            else
            {
                (lost ?? Lose)(failed);
            }
        }));
        Pump();
    }

    /// <summary>It is ending, or has ended.</summary>
    public bool IsOver => _isOver;

    /// <summary>Nobody can meet it any more.</summary>
    public bool IsForgotten => _sessions.TrueForAll(session => session.IsSettled)
        && _world.Targets.All(target => target.Holders.TrueForAll(one => one.Process != this));

    /// <summary>Writes to the ledger while nothing else goes on in the process.</summary>
    /// <exception cref="LedgerException">It is lost.</exception>
    public void WriteNow(Action perform)
    {
        // Behind all that is on its way: one thread writes.
        if (_current is { } current)
        {
            Force(current);
            Answer(current);
        }

        Write[] waiting = [.. _writes, new Write(perform, _ => { })];
        _writes.Clear();
        var commit = _commits!.Of(waiting);
        Force(commit);
        Answer(commit);
        Live();
        if (_commits.Failure is { } failure)
        {
            throw failure;
        }
    }

    public void Began(SimRun run) => Run = run;

    /// <summary>Stops it, as SIGSTOP does.</summary>
    public void StandStill(TimeSpan time)
    {
        if (!StandsStill)
        {
            _world.Tell(Name, $"is stopped for {time.TotalSeconds:0.0} s");
            StandsStillUntil = _world.Now + time;
            StoodStill += time;
        }
    }

    /// <summary>Stops it in the middle of what it does, where chance wants it; others go on meanwhile.</summary>
    public void PerhapsStandStill()
    {
        if (!StandsStill && _world.Faults.Happens(_world.Faults.StandStills))
        {
            StandStill(_world.Between(1, _world.Chance(50) ? 100 : 10));
            _isInside = true;
            _world.RunUntil(StandsStillUntil);
            (_isInside, StandsStillUntil) = (false, _world.Now);
        }

        Live();
    }

    /// <summary>Dies here where chance wants it.</summary>
    public void PerhapsDie()
    {
        if (_world.Faults.Happens(_world.Faults.Kills))
        {
            Die("is killed between two steps");
        }

        Live();
    }

    public void Die(string why)
    {
        if (!IsDead)
        {
            _world.Tell(Name, why);
            IsDead = true;
            _world.Ledger.Unlock(this);
            _sessions.ForEach(session => session.Lose());
        }
    }

    /// <summary>Ends as planned: gives the lease back, then the lock.</summary>
    public void End()
    {
        if (_isOver)
        {
            return;
        }

        _isOver = true;
        Soon(() => Release(tries: 20));
    }

    private void Release(int tries)
    {
        if (tries > 0 && _commits?.Release() is { } release && !_commits.TryEnd(_commits.Of([release])))
        {
            After(Pause, () => Release(tries - 1));
            return;
        }

        Live();
        Die("ends");
    }

    /// <summary>The ledger is lost before the run has begun.</summary>
    private void Lose(LedgerException why)
    {
        _world.Tell(Name, $"loses the ledger: {why.Code}");
        End();
    }

    private void Force(PendingCommit commit)
    {
        for (var tries = 0; !_commits!.TryEnd(commit); tries++)
        {
            Live();
            if (tries > 30)
            {
                Die("is killed while it waits for the ledger");
            }
        }
    }

    private void Answer(PendingCommit commit)
    {
        _current = null;
        _world.Referee.Refused(_commits!.Failure);
        IsLost |= _commits.Failure is not null;
        foreach (var write in commit.Writes)
        {
            write.Done(_commits.Failure);
        }
    }

    private void Pump()
    {
        if (_isCommitting || _current is not null || _writes.Count == 0)
        {
            return;
        }

        _isCommitting = true;
        After(_world.Between(0.001, _world.Chance(3) ? 4 : 0.02), () =>
        {
            _isCommitting = false;
            if (_writes.Count > 0)
            {
                _current = _commits!.Of([.. _writes]);
                _writes.Clear();
                Commit(_current);
            }
        });
    }

    private void Commit(PendingCommit commit)
    {
        if (_current != commit)
        {
            return;
        }

        var isDone = _commits!.TryEnd(commit);
        Live();
        if (!isDone)
        {
            After(Pause, () => Commit(commit));
            return;
        }

        Answer(commit);
        Pump();
    }

    private void Beat()
    {
        if (!_isOver)
        {
            (Asked, IsBeating) = (_world.Now, true);
            Keeper!.Beat();
            IsBeating = false;
            Live();
            After(_terms.RenewEvery, Beat);
        }
    }

    private void Look()
    {
        if (!_isOver)
        {
            Keeper!.Look();
            Live();
            After(_terms.LookEvery, Look, isStep: false);
        }
    }

    private void Live()
    {
        if (IsDead)
        {
            throw new SimKilledException();
        }
    }
}
