using Orchestrator.Core.Durability;
using Orchestrator.Core.Machine;
using Orchestrator.Core.Tests.Simulation;
using Orchestrator.Ledger;
using Orchestrator.Packages;
using Orchestrator.Runner;

namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>One run: the real machine in the real loop, whose turns are steps of the world.</summary>
internal sealed class SimRun
{
    private readonly SimWorld _world;
    private readonly SimProcess _process;
    private readonly Inbox<LoopMessage> _inbox = new();
    private readonly IReadOnlyDictionary<int, string> _done;
    private readonly RunClock _clock;
    private readonly Dictionary<int, ScopeRecord> _scopes = [];
    private LoopPulse? _pulse;
    private RunLoop? _loop;
    private RunMachine? _machine;
    private bool _isTurning;

    public SimRun(SimWorld world, SimProcess process, IReadOnlyDictionary<int, string> done)
    {
        (_world, _process, _done) = (world, process, done);
        _clock = new RunClock(process.Time);
    }

    public long Number => _process.Commits.Writing.Run;

    public IReadOnlyDictionary<int, string> Done => _done;

    /// <summary>Attempts that have begun to work and have not told their end.</summary>
    public List<SimAttempt> AtWork { get; } = [];

    public RunClock Clock => _clock;

    /// <summary>Its loop is at something that takes long.</summary>
    public bool IsStuck { get; private set; }

    private Plan Plan => _world.Night.Plan;

    public RunBeginning Beginning(long? continues) => new()
    {
        Plan = Plan,
        PlanJson = "{}",
        GateSlots = _world.Night.Slots,
        Processors = 1,
        Started = _clock.Begin,
        Origin = new RunOrigin("host", "ann", 1, ""),
        Continues = continues,
        Done = _world.Mistake == Mistake.DoneNotBegunWith ? new Dictionary<int, string>() : _done,
    };

    public bool HasRelaxed(SimTarget target) => _scopes.Values.Any(scope => scope.Database == target.Name);

    public void Tell(LoopMessage message) => _inbox.Tell(message);

    /// <summary>Relaxes one database after the other, then begins the loop.</summary>
    public void Enter(int database)
    {
        if (database == Plan.Relaxed.Count)
        {
            BeginLoop();
            return;
        }

        var target = _world.Targets[database + 1];
        if (target.IsDown || _world.Faults.Happens(5))
        {
            Enter(database + 1);
            return;
        }

        var intent = Intent(target);
        var number = 0L;
        _process.Write(
            () => number = ScopeStatements.Insert(_process.Commits.Statements, intent),
            () => _process.Soon(() => Relax(database, target, intent with { Number = number })));
    }

    /// <summary>Turns once something was told.</summary>
    public void Woken()
    {
        if (_loop is null || _isTurning || _inbox.IsEmpty)
        {
            return;
        }

        _isTurning = true;
        IsStuck = _world.Faults.Happens(_world.Faults.StuckLoops);
        _process.After(IsStuck ? _world.Between(5, 60) : _world.Between(0, 0.01), Turn);
    }

    private ScopeRecord Intent(SimTarget target) => new()
    {
        Run = Number,
        Token = Number,
        Connection = target.Name,
        Platform = "PostgreSql",
        Server = "server",
        Database = target.Name,
        Kind = ScopeRecord.OfDatabase,
        Found = target.Setting,
        Set = SimTarget.Relaxed,
        Owner = _process.Name,
        State = ScopeState.Intended,
        Opened = _process.Time.GetUtcNow(),
    };

    private void Relax(int database, SimTarget target, ScopeRecord intent)
    {
        _process.PerhapsDie();
        var entry = EnteringScope.Decide(target.Setting, SimTarget.Relaxed, target.HoldersNow);
        var scope = intent with { State = ScopeState.Relaxed, Found = entry.Found, Changed = intent.Opened };
        if (entry.Refusal is not null)
        {
            scope = scope with { State = ScopeState.Refused, Closed = intent.Opened };
        }
        else
        {
            target.Holders.Insert(0, (Number, entry.Found, _process));
            _process.PerhapsDie();
            target.Setting = SimTarget.Relaxed;
            target.Holders.RemoveAll(one => entry.Inherited.Any(dead => dead.Run == one.Run));
            _scopes.Add(database, scope);
        }

        _process.Write(
            () => ScopeStatements.Update(_process.Commits.Statements, scope), () => Enter(database + 1));
    }

    private void BeginLoop()
    {
        var options = new RunMachineOptions
        {
            Slots = _world.Night.Slots,
            Selected = _world.Night.Packages.Concat(_world.Night.Hooks)
                .Where(package => !_done.ContainsKey(package)).ToHashSet(),
            Done = _done,
            Relaxed = _scopes.Keys.ToHashSet(),
        };
        _process.Commits.Writing.Scopes = Plan.Nodes.Where(node => _scopes.ContainsKey(node.Relaxed))
            .ToDictionary(node => node.Index, node => _scopes[node.Relaxed].Number);
        _machine = new RunMachine(Plan, options);
        var referee = new Referee(new GrowingPlan(Plan), options);
        var reasons = new ReasonReferee(Plan, referee);
        _pulse = new LoopPulse(_process.Time);
        _process.Keeper!.SinceTurn = () => _pulse.SinceTurn;
        _process.Keeper.Wake = () => _inbox.Tell(PulseWanted.Instance);
        if (_world.Mistake != Mistake.StopForgotten)
        {
            _process.Keeper.WhenLost = why =>
            {
                _world.Tell(_process.Name, $"stops its packages: {why.Code}");
                _inbox.Tell(new LedgerFailed(why));
            };
        }

        _loop = new RunLoop(_machine, new LoopSurroundings
        {
            Inbox = _inbox,
            Pulse = _pulse,
            Clock = _clock,
            Grace = TimeSpan.FromSeconds(_world.Night.Slots * 3),
            Begin = Begin,
            Watch = (e, commands) =>
            {
                // What comes late counts as happening now.
                referee.Watch(e with { At = _machine.Now }, commands);
                reasons.Watch(_machine, same => same);
            },
            Record = Record,
            Tell = _ => { },
            StopAsked = _ => { },
            RequestStop = _ => { },
            Harden = Harden,
            Close = _scopes.Count > 0 ? Close : null,
            Snapshot = _ => { },
        });
        _world.Tell(_process.Name, "begins its loop");
        if (_world.Faults.Happens(6))
        {
            _process.After(_world.Between(0, 30), () => _inbox.Tell(new StopCame(1, "ctrl-c")));
        }

        _loop.Begin();
    }

    private void Turn()
    {
        (_isTurning, IsStuck) = (false, false);
        try
        {
            _loop!.Take(_inbox.TakeAll([]));
        }
        catch (LedgerException lost)
        {
            _world.Tell(_process.Name, $"gives up: {lost.Code}");
            LeaveAll();
            _loop = null;
            _process.End();
            return;
        }

        if (_loop.Ended is { } end)
        {
            _world.Tell(_process.Name, $"has ended: {end.Verdict}");
            _world.Referee.Ended(this, end.Verdict);
            _loop = null;
            _process.End();
        }
    }

    private void Record(LoopTurn turn)
    {
        List<AttemptBegun> begun = [];
        var recorded = TurnResults.Of(turn, "");
        if (_world.Mistake == Mistake.StartBeforeCommit)
        {
            foreach (var start in turn.Attempts.Values)
            {
                start.Id = start.Id == 0 ? 1_000_000 + _world.Steps + start.Node.Index : start.Id;
            }

            _inbox.Tell(new TurnCommitted(turn));
        }

        _process.Write(
            () => _process.Commits.Perform(recorded, begun),
            () =>
            {
                _world.Referee.Recorded(this, recorded, begun);
                if (_world.Mistake != Mistake.StartBeforeCommit)
                {
                    begun.ForEach(one => turn.Attempts[(one.Node, one.Attempt)].Id = one.AttemptId);
                    _inbox.Tell(new TurnCommitted(turn));
                }
            },
            lost => _inbox.Tell(new LedgerFailed(lost)));
    }

    private void Begin(Attempt attempt)
    {
        _world.Referee.Starts(this, attempt);
        if (attempt.Node.IsHook)
        {
            _process.After(_world.Between(0, 2), () => RunHook(attempt));
            return;
        }

        var work = new SimAttempt(_world, _process, this, attempt);
        AtWork.Add(work);
        _process.Soon(work.Begin);
    }

    private void RunHook(Attempt attempt)
    {
        var fails = _world.Faults.Happens(_world.Faults.Failures);
        Tell(new AttemptReturned(attempt, attempt.Cancellation.IsCancellationRequested
            ? new PackageResult { Outcome = NodeState.Cancelled }
            : fails ? new PackageResult
            {
                Outcome = NodeState.Failed,
                Error = new PackageError
                {
                    Code = "ORC3490",
                    Class = ErrorClass.Data,
                    Phase = "hook",
                    Message = "the hook fails",
                },
            }
            : new PackageResult { Outcome = NodeState.Succeeded }, _clock.Elapsed));
    }

    private void Harden(int database, IReadOnlyList<Attempt> attempts, Action<IReadOnlyList<Lost>> done)
    {
        if (_world.Mistake == Mistake.FlushAfterLedger)
        {
            done([]);
            _process.After(_world.Between(0, 2), () => _world.Targets[database + 1].Flush());
            return;
        }

        var begun = _world.Now;
        _process.After(_world.Between(0.01, 2), () => Flush(database, attempts, done, begun));
    }

    private void Flush(int database, IReadOnlyList<Attempt> attempts, Action<IReadOnlyList<Lost>> done, TimeSpan begun)
    {
        var target = _world.Targets[database + 1];
        if (target.IsDown)
        {
            if (_world.Now - begun > TimeSpan.FromSeconds(30))
            {
                done([.. attempts.Select(one => new Lost(one.Node.Index, one.Number, "no flush could be made"))]);
                return;
            }

            _process.After(TimeSpan.FromMilliseconds(500), () => Flush(database, attempts, done, begun));
            return;
        }

        target.Flush();
        _process.Soon(() => done(_world.Mistake == Mistake.FlushMarkerNotRead ? [] :
        [
            .. attempts.Where(one => !target.OnDisk.Markers.Contains(one.Id))
                .Select(one => new Lost(one.Node.Index, one.Number, "its marker was not there")),
        ]));
    }

    private RunVerdict Close(RunVerdict verdict) =>
        LeaveAll() || verdict != RunVerdict.Succeeded ? verdict : RunVerdict.SucceededWithWarnings;

    /// <summary>Whether all databases are as they were found.</summary>
    private bool LeaveAll()
    {
        var isWell = true;
        foreach (var (database, scope) in _scopes)
        {
            try
            {
                if (_world.Targets[database + 1].IsDown)
                {
                    isWell = false;
                    continue;
                }

                using var reader = LedgerReader.Open(_process.Location, _process.Time)!;
                SimScopes.Leave(_world, _process, reader, scope, isAlive: true);
            }
            catch (Exception fault) when (fault is SimFault or LedgerException)
            {
                isWell = false;
            }
        }

        return isWell;
    }
}
