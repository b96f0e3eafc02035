using Orchestrator.Core.Durability;
using Orchestrator.Core.Leases;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Leases;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>The way of a process from its start to the first turn of its loop, in the order of the runner.</summary>
internal sealed class SimStart(SimWorld world, SimProcess process)
{
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(50);

    private readonly TimeSpan _began = world.Now;
    private RunRecord? _continued;
    private bool _isNew;
    private IReadOnlyList<RunRecord> _dead = [];

    /// <summary>Who wants the batch chooses what to continue before it has the lock.</summary>
    public void Acquire()
    {
        try
        {
            using (var reader = Reader())
            {
                _continued = reader.Runs(SimLedger.Batch, Night.Environment, limit: 1) is [var newest] ? newest : null;
            }

            _isNew = _continued is null || (_continued.Verdict is Core.RunVerdict.Succeeded
                or Core.RunVerdict.SucceededWithWarnings) || world.Faults.Happens(5);
            TryAcquire();
        }
        catch (Exception fault) when (fault is SimFault or LedgerException)
        {
            Refuse("cannot reach the ledger");
        }
    }

    private LedgerReader Reader() => LedgerReader.Open(process.Location, process.Time)!;

    private void TryAcquire()
    {
        try
        {
            var taken = process.Location.Platform.TryLock(process.Location, SimLedger.Batch, Night.Environment);
            var lease = Lease();
            var verdict = LeaseRules.Take(Found(lease), taken is not null, world.Ledger.HasSessions);
            if (taken is not null && !world.Ledger.HasSessions)
            {
                Took(verdict);
                return;
            }

            if (taken is not null && verdict == LeaseVerdict.Free)
            {
                Took(verdict);
                return;
            }

            taken?.Dispose();
            if (!Clear(lease, verdict) || world.Now - _began > TimeSpan.FromSeconds(10))
            {
                Refuse("is refused");
            }
            else if (taken is not null)
            {
                Took(verdict);
            }
            else
            {
                process.After(Between, TryAcquire);
            }
        }
        catch (Exception fault) when (fault is SimFault or LedgerException)
        {
            Refuse("cannot reach the ledger");
        }
    }

    private void Took(LeaseVerdict verdict)
    {
        world.Ledger.TryLock(process);
        world.Tell(process.Name, $"has the lock ({verdict})");
        process.Claim(() => process.Soon(FindDead));
    }

    private LeaseRecord? Lease()
    {
        using var database = process.Location.OpenForReading(process.Time)!;
        using var statements = new StatementCache(database);
        return LeaseStatements.Read(database, statements, SimLedger.Batch, Night.Environment);
    }

    private LeaseFound? Found(LeaseRecord? lease)
    {
        if (lease is null)
        {
            return null;
        }

        var other = world.Processes.Find(one => one.Session == lease.Session);
        var state = other is null or { IsDead: true } ? HolderProcess.Gone : HolderProcess.There;
        return new LeaseFound(lease.IsOver || world.Mistake == Mistake.TakenTooEarly,
            world.Ledger.HasSessions && world.Night.Slots % 2 == 0 ? HolderProcess.Unknown : state);
    }

    private bool Clear(LeaseRecord? lease, LeaseVerdict verdict)
    {
        switch (verdict)
        {
            case LeaseVerdict.Held or LeaseVerdict.OutOfReach:
                return false;
            case LeaseVerdict.EndProcess:
                world.Referee.Ends(lease!);
                world.Processes.Find(one => one.Session == lease!.Session)?.Die($"is ended by {process.Name}");
                process.Location.Platform.EndSessions(process.Location, lease!.Session);
                return true;
            case LeaseVerdict.EndSessions:
                world.Referee.Ends(lease!);
                process.Location.Platform.EndSessions(process.Location, lease!.Session);
                return true;
            default:
                return true;
        }
    }

    private void Refuse(string why) => process.Die(why);

    private void FindDead()
    {
        if (world.Mistake == Mistake.DeadNotEnded)
        {
            process.Soon(Prepare);
            return;
        }

        var dead = new DeadRuns(
            process.Location, new SimConnection(world, process), process.Commits.Statements, process.Held, null);
        process.Write(
            () => _dead = [.. _dead.Concat(process.Commits.Close(dead, process.Held)).DistinctBy(run => run.Number)],
            () => process.Soon(Prepare));
    }

    private void Prepare()
    {
        process.PerhapsDie();
        try
        {
            using var reader = Reader();
            var newest = reader.Runs(SimLedger.Batch, Night.Environment, limit: 1) is [var found] ? found : null;
            if (_isNew)
            {
                world.Referee.Grow(newest);
                Begin(null, new Dictionary<int, string>());
                return;
            }

            if (newest!.Number != _continued!.Number)
            {
                process.End();
                return;
            }

            EndSessions();
            SimScopes.Finish(world, process, reader);
            Judge(reader, newest);
        }
        catch (Exception fault) when (fault is SimFault or LedgerException)
        {
            world.Tell(process.Name, "cannot read the ledger");
            process.End();
        }
    }

    private void Judge(LedgerReader reader, RunRecord last)
    {
        var plan = world.Mistake == Mistake.HookTakenForRows ? WithHooksRead(world.Night.Plan) : world.Night.Plan;
        var past = RunChain.Of(reader, last, plan.Nodes);
        var forgotten = plan with { Nodes = [.. plan.Nodes.Select(node => node with { Reads = [] })] };
        var point = ResumePoint.Of(world.Mistake == Mistake.ReadersForgotten ? forgotten : plan, index =>
            !past.TryGetValue(plan.Nodes[index].Name, out var one) ? default
            : world.Mistake == Mistake.DoneWithoutHardened && one.Node == Core.NodeState.Succeeded
                ? new PastOutcome(PastState.Loaded, one.Run)
                : new PastOutcome(one.State, one.Run));
        if (world.Mistake == Mistake.HookTakenForRows)
        {
            point = point with { Again = WithHooksAround(point.Again) };
        }

        world.Referee.Judged(point);
        if (point.Again.Count == 0)
        {
            world.Tell(process.Name, "has nothing to do");
            process.End();
            return;
        }

        Begin(last, plan.Nodes
            .Where(node => node.Kind == Core.NodeKind.Package && !point.Again.Contains(node.Index)
                && past.ContainsKey(node.Name))
            .ToDictionary(node => node.Index, node => past[node.Name].Why));
    }

    private HashSet<int> WithHooksAround(IReadOnlySet<int> again) =>
        [.. again, .. ResumePoint.HooksAround(world.Night.Plan, again)];

    private static Core.Plan WithHooksRead(Core.Plan plan) => plan with
    {
        Nodes =
        [
            .. plan.Nodes.Select(node => node with
            {
                Around = -1,
                Reads = [.. node.Reads.Union(node.Constraints.Select(one => one.Node)
                    .Where(other => plan.Nodes[other].IsHook))],
            }),
        ],
    };

    private void Begin(RunRecord? continues, IReadOnlyDictionary<int, string> done)
    {
        var run = new SimRun(world, process, done);
        var bytes = new byte[16];
        world.Random.NextBytes(bytes);
        var id = new Guid(bytes);
        var beginning = run.Beginning(continues?.Number);
        if (continues is null)
        {
            world.Referee.BeginsAnew();
        }

        process.Write(() => process.Commits.Begin(beginning, id, process.Held), () =>
        {
            process.Commits.Held = process.Held;
            process.Began(run);
            process.Soon(() => Recover(run));
        });
    }

    private void Recover(SimRun run)
    {
        world.Referee.Began(process, process.Commits.Writing.Run, run);
        if (_isNew)
        {
            EndSessions();
        }

        process.PerhapsDie();
        try
        {
            using var reader = Reader();
            SimScopes.Finish(world, process, reader);
        }
        catch (Exception fault) when (fault is SimFault or LedgerException)
        {
            world.Tell(process.Name, "cannot look for what was left relaxed");
        }

        process.Soon(() => run.Enter(0));
    }

    /// <summary>What dead runs left on servers, as far as these can be reached.</summary>
    private void EndSessions()
    {
        foreach (var other in world.Processes.Where(one => one != process && one.Run is { } left
            && _dead.Any(dead => dead.Number == left.Number)))
        {
            foreach (var target in world.Targets.Where(target => !target.IsDown && !world.Faults.Happens(20)))
            {
                target.EndSessions(other);
            }
        }

        process.PerhapsDie();
    }
}
