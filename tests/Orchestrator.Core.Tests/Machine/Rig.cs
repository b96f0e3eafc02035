using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>A machine over a sketched plan, driven by hand; remembers what started.</summary>
internal sealed class Rig
{
    private readonly RunMachine _machine;

    public Rig(PlanSketch sketch, int slots = 10, bool failFast = false, IReadOnlySet<int>? selected = null,
        ExpectedDurations? expected = null, params int[] relaxed)
    {
        var options = new RunMachineOptions
        {
            Slots = slots,
            FailFast = failFast,
            Selected = selected,
            Expected = expected ?? ExpectedDurations.None,
            Relaxed = relaxed.ToHashSet(),
        };
        _machine = new RunMachine(sketch.Build(), options);
        Apply(new Began(TimeSpan.Zero));
    }

    public RunMachine Machine => _machine;

    /// <summary>Packages in the order in which they were started.</summary>
    public List<int> Started { get; } = [];

    /// <summary>The commands of the last turn.</summary>
    public List<RunCommand> Last { get; } = [];

    /// <summary>The times of all attempts that have ended.</summary>
    public List<RecordTimes> Times { get; } = [];

    public NodeState this[int node] => _machine.StateOf(node);

    public static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    public Rig Apply(RunEvent e)
    {
        Last.Clear();
        Last.AddRange(_machine.Apply(e));
        Started.AddRange(Last.OfType<StartPackage>().Select(start => start.Node));
        Times.AddRange(Last.OfType<RecordTimes>());
        return this;
    }

    public Rig Succeed(double at, params int[] packages) => End(at, NodeState.Succeeded, null, packages);

    public Rig Fail(double at, params int[] packages) => End(at, NodeState.Failed, ErrorClass.Data, packages);

    public Rig FailTransient(double at, int package) => End(at, NodeState.Failed, ErrorClass.Transient, package);

    public Rig End(double at, NodeState outcome, ErrorClass? error, params int[] packages)
    {
        foreach (var package in packages)
        {
            Apply(new AttemptEnded(Seconds(at), package, _machine.AttemptOf(package), outcome, error));
        }

        return this;
    }

    /// <summary>A flush has ended; what is named is lost.</summary>
    public Rig Harden(double at, int database, params int[] lost) => Apply(new HardeningEnded(Seconds(at), database,
        [.. lost.Select(package => new Lost(package, _machine.AttemptOf(package), "its marker is missing"))]));

    /// <summary>A time of a package over all its attempts that have ended.</summary>
    public TimeSpan TimeOf(int node, Func<RecordTimes, TimeSpan> time) => Times.Where(one => one.Node == node)
        .Aggregate(TimeSpan.Zero, (sum, one) => sum + time(one));

    public Rig Tick(double at) => Apply(new Tick(Seconds(at)));

    public Rig Cancel(double at, bool hard = false) => Apply(new CancelRequested(Seconds(at), "ctrl-c", hard));
}
