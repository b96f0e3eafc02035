using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>A run in which each package takes a known time and nothing goes wrong.</summary>
internal sealed class TimedRun
{
    private readonly Plan _plan;
    private readonly TimeSpan[] _durations;

    public TimedRun(PlanSketch sketch, TimeSpan[] durations, int slots)
    {
        _plan = sketch.Build();
        _durations = durations;
        Starts = new TimeSpan[_plan.Nodes.Count];
        Ends = new TimeSpan[_plan.Nodes.Count];
        var machine = new RunMachine(_plan, new RunMachineOptions
        {
            Slots = slots,
            Expected = ExpectedDurations.FromSuccesses(
                _plan.Nodes.Where(IsPackage).Select(node => (node.Name, durations[node.Index]))),
        });
        Run(machine);
    }

    public TimeSpan[] Starts { get; }

    public TimeSpan[] Ends { get; }

    public TimeSpan Makespan => Ends.Max();

    /// <summary>Packages of a level.</summary>
    public int[] Members(int level) =>
        [.. _plan.Nodes.Where(node => IsPackage(node) && _plan.Nodes[node.Parent].Parent == level)
            .Select(node => node.Index)];

    public TimeSpan Work(IEnumerable<int> packages) =>
        packages.Aggregate(TimeSpan.Zero, (sum, package) => sum + _durations[package]);

    private static bool IsPackage(PlanNode node) => node.Kind == NodeKind.Package;

    private void Run(RunMachine machine)
    {
        var future = new PriorityQueue<AttemptEnded, (TimeSpan, int)>();
        RunEvent? e = new Began(TimeSpan.Zero);
        while (e is not null)
        {
            foreach (var start in machine.Apply(e).OfType<StartPackage>())
            {
                Starts[start.Node] = e.At;
                Ends[start.Node] = e.At + _durations[start.Node];
                future.Enqueue(new AttemptEnded(Ends[start.Node], start.Node, start.Attempt, NodeState.Succeeded),
                    (Ends[start.Node], start.Node));
            }

            e = future.TryDequeue(out var next, out _) ? next : null;
        }

        Assert.That(machine.Verdict, Is.EqualTo(RunVerdict.Succeeded));
    }
}
