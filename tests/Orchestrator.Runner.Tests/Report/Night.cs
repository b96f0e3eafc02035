using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;
using Orchestrator.Report;
using Orchestrator.Report.Figures;

namespace Orchestrator.Runner.Tests.Report;

/// <summary>
/// A night in a ledger of its own: the run machine drives a plan by a clock that only it moves, packages do what the
/// test says, and every turn is recorded as a run records it.
/// </summary>
internal sealed class Night : IDisposable
{
    /// <summary>When a night begins.</summary>
    public static readonly DateTimeOffset Began = new(2026, 1, 31, 2, 0, 0, TimeSpan.Zero);

    // Nobody renews it: a night that stays at work is no silent one, however long a test looks at it.
    private static readonly LeaseTerms Lease = new(TimeSpan.FromDays(1));

    private readonly string? _folder;
    private readonly PriorityQueue<RunEvent, (TimeSpan, int)> _events = new();
    private readonly Plan _plan;
    private readonly Func<int, int, Work> _work;
    private readonly TimeSpan? _cancelAt;
    private readonly IReadOnlySet<int> _hardened;
    private readonly TimeSpan? _flush;
    private readonly DateTimeOffset _began;
    private readonly TimeSpan? _until;
    private readonly RunLock _held;
    private readonly LedgerWriter _writer;
    private readonly HashSet<(int Node, int Attempt)> _over = [];
    private int _order;

    /// <param name="plan">The plan.</param>
    /// <param name="work">What attempt n of a node does.</param>
    /// <param name="slots">The gate.</param>
    /// <param name="cancelAt">When somebody cancels the run.</param>
    /// <param name="around">Writes to the ledger before the first turn, by the number of the run.</param>
    /// <param name="hardened">The nodes whose commits are on disk as soon as they have succeeded.</param>
    /// <param name="flush">How long a flush of the plan's relaxed databases takes; null = they are not relaxed.</param>
    /// <param name="within">The ledger; null = one of its own.</param>
    /// <param name="began">When it begins.</param>
    /// <param name="until">How far it comes: it stays at work until it is disposed; null = to its end.</param>
    public Night(Plan plan, Func<int, int, Work> work, int slots = 6, TimeSpan? cancelAt = null,
        Action<LedgerWriter, long>? around = null, IReadOnlySet<int>? hardened = null,
        TimeSpan? flush = null, LedgerLocation? within = null, DateTimeOffset? began = null, TimeSpan? until = null)
    {
        (_plan, _work, _cancelAt, _hardened) = (plan, work, cancelAt, hardened ?? new HashSet<int>());
        (_flush, _began, _until) = (flush, began ?? Began, until);
        _folder = within is null ? Directory.CreateTempSubdirectory("orchestrator-report-").FullName : null;
        Location = within ?? LedgerLocation.OfSolution(_folder!);
        _held = RunLock.Acquire(Location, plan.Batch, plan.Environment);
        _writer = LedgerWriter.Open(Location, TimeProvider.System, new LedgerPatience { Lease = Lease });
        Run = _writer.Begin(Beginning(slots), _held);
        around?.Invoke(_writer, Run);
        Drive(_writer, new RunMachine(plan, new RunMachineOptions
        {
            Slots = slots,
            Relaxed = flush is null ? null : Enumerable.Range(0, plan.Relaxed.Count).ToHashSet(),
        }));
        if (until is null)
        {
            _writer.Dispose();
            _held.Dispose();
        }
        else
        {
            // Turns are recorded behind each other's backs: behind this one all are on disk.
            _writer.Record(new LedgerTurn { Commands = [], Results = [] });
        }
    }

    public LedgerLocation Location { get; }

    public long Run { get; }

    public RunFacts Facts()
    {
        using var reader = LedgerReader.Open(Location, TimeProvider.System)!;
        return reader.Facts(Run);
    }

    internal RunFigures Figures() => new(Facts(), Options);

    public ReportOptions Options => new()
    {
        Before = NightPlan.Before(_plan),
        NextCommand = "orchestrator run Nightly -s result:failed@1+ -C /srv/shop",
        WrittenAt = Began + TimeSpan.FromHours(5),
        Version = "0.1.0",
        LedgerVersion = LedgerStatus.KnownVersion,
        Line = text => text,
        Block = text => text,
    };

    public Page Page(ReportOptions? options = null)
    {
        using var writer = new StringWriter { NewLine = "\n" };
        HtmlReport.Write(writer, Facts(), options ?? Options);
        return new Page(writer.ToString());
    }

    public void Dispose()
    {
        if (_until is not null)
        {
            _writer.Dispose();
            _held.Dispose();
        }

        if (_folder is not null)
        {
            Directory.Delete(_folder, recursive: true);
        }
    }

    private RunBeginning Beginning(int slots) => new()
    {
        Plan = _plan,
        PlanJson = "{}",
        GateSlots = slots,
        Processors = slots - 2,
        Started = _began,
        Origin = new RunOrigin("etl-01", "night", 4711, "boot"),
        GitCommit = "abcdef0123456789",
        Version = "0.1.0",
        Options = [new RunOption("as-of", "2026-01-31", "--as-of")],
    };

    private void Drive(LedgerWriter writer, RunMachine machine)
    {
        Add(new Began(TimeSpan.Zero));
        if (_cancelAt is { } at)
        {
            Add(new CancelRequested(at, "somebody"));
        }

        while (_events.TryDequeue(out var next, out _) && machine.Verdict is null && !(next.At > _until))
        {
            if (next is AttemptEnded ended && !_over.Add((ended.Node, ended.Attempt)))
            {
                continue;
            }

            var commands = machine.Apply(next).SelectMany(Hardened).ToArray();
            writer.Record(new LedgerTurn { Commands = commands, Results = [.. Results(next)] }, _ => { });
            foreach (var command in commands)
            {
                Follow(command, machine.Now);
            }
        }
    }

    private IEnumerable<AttemptResult> Results(RunEvent e) =>
        e is AttemptEnded { Outcome: not NodeState.Cancelled } ended
            ? [_work(ended.Node, ended.Attempt).Result(ended.Node, ended.Attempt)] : [];

    private IEnumerable<RunCommand> Hardened(RunCommand command) =>
        command is RecordTransition { To: NodeState.Succeeded, Attempt: > 0 } done && _hardened.Contains(done.Node)
            ? [done, done with { From = NodeState.Succeeded, To = NodeState.Hardened, Why = "its commits are on disk" }]
            : [command];

    private void Follow(RunCommand command, TimeSpan now)
    {
        switch (command)
        {
            case StartPackage start:
                Begin(start, _work(start.Node, start.Attempt), now);
                break;
            case CancelPackage cancel:
                Add(new AttemptEnded(now, cancel.Node, cancel.Attempt, NodeState.Cancelled));
                break;
            case HardenDatabase harden:
                Add(new HardeningEnded(now + _flush!.Value, harden.Database, []));
                break;
            case WakeAt wake:
                Add(new Tick(wake.At));
                break;
        }
    }

    private void Begin(StartPackage start, Work work, TimeSpan now)
    {
        if (work.Held > TimeSpan.Zero)
        {
            Add(new HeldUp(now, start.Node, work.Reason, "staging.db"));
            Add(new WentOn(now + work.Held, start.Node));
        }

        Add(new AttemptEnded(now + work.Takes, start.Node, start.Attempt,
            work.Error is null ? NodeState.Succeeded : NodeState.Failed, work.Error?.Class, work.Warnings.Count > 0));
    }

    private void Add(RunEvent e) => _events.Enqueue(e, (e.At, _order++));
}
