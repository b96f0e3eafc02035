using System.Diagnostics;
using System.Diagnostics.Metrics;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Telemetry;

namespace Orchestrator.Runner.Tests.Telemetry;

/// <summary>What came in a loop is not in the plan that a run begins with, and is told all the same.</summary>
internal sealed class TurnTelemetryTests
{
    private const string Project = "Turned";

    private static readonly PlanNode[] Nodes =
    [
        Node(0, -1, NodeKind.Batch, "Nightly"), Node(1, 0, NodeKind.Project, Project),
        Node(2, 1, NodeKind.Container, "Turned/Per") with { Loop = new LoopShape() },
        Node(3, 2, NodeKind.Package, "Turned/x"),
    ];

    private static readonly GivenTurn Turn = new(2, "Per", 1, "DE", [], []);
    private static readonly PlanNode Container =
        Node(4, 2, NodeKind.Container, "Turned/Per[DE]") with { Turns = [Turn] };
    private static readonly PlanNode Package =
        Node(5, 4, NodeKind.Package, "Turned/x[DE]") with { Turns = [Turn] };

    [Test]
    public void A_number_of_a_turn_is_one_of_its_project()
    {
        var projects = new List<object?>();
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, own) =>
            {
                if (instrument is { Name: "orchestrator.attempts", Meter.Name: RunMeters.MeterName })
                {
                    own.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<long>((_, _, tags, _) =>
        {
            foreach (var (name, value) in tags)
            {
                if (name == "project" && Equals(value, Project))
                {
                    projects.Add(value);
                }
            }
        });
        listener.Start();

        using var meters = new RunMeters();
        Tell(meters.Tell);

        Assert.That(projects, Is.EqualTo(new[] { Project }));
    }

    [Test]
    public void A_span_of_a_turn_lies_in_that_of_its_loop()
    {
        var spans = new List<Activity>();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == RunTrace.SourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = span =>
            {
                if (span.OperationName.Contains(Project, StringComparison.Ordinal))
                {
                    spans.Add(span);
                }
            },
        };
        ActivitySource.AddActivityListener(listener);

        var trace = new RunTrace("", "");
        Tell(trace.Tell);

        Assert.That(spans.Select(span => span.OperationName), Is.EqualTo(new[]
        {
            "package Turned/x[DE]", "container Turned/Per[DE]", "container Turned/Per", "project Turned",
        }));
        Assert.That(spans.Take(3).Select(span => span.ParentSpanId),
            Is.EqualTo(spans.Skip(1).Select(span => span.SpanId)));
    }

    private static void Tell(Action<RunNotice> tell)
    {
        var plan = new Plan
        {
            Solution = "Shop",
            Batch = "Nightly",
            Environment = "default",
            Hash = "",
            Nodes = Nodes,
        };
        tell(new RunBegan(TimeSpan.Zero, new RunHeader
        {
            Run = 1,
            Id = Guid.CreateVersion7(),
            Batch = "Nightly",
            Environment = "default",
            StartedAt = new DateTimeOffset(2026, 1, 31, 2, 0, 0, TimeSpan.Zero),
            Gate = 4,
            GateWhy = "",
            Processors = 2,
            PlanHash = "",
            Packages = 1,
            Folder = "",
        }, new RunView(plan, null, () => { }, () => TimeSpan.FromSeconds(60))));
        PlanNode[] down = [Nodes[1], Nodes[2], Container, Package];
        foreach (var node in down)
        {
            tell(new NodeChanged(
                TimeSpan.FromSeconds(1), node, NodeState.Ready, NodeState.Running, AttemptOf(node), ""));
        }

        foreach (var node in down.AsEnumerable().Reverse())
        {
            tell(new NodeChanged(
                TimeSpan.FromSeconds(2), node, NodeState.Running, NodeState.Succeeded, AttemptOf(node), ""));
        }
    }

    private static int AttemptOf(PlanNode node) => node.Kind == NodeKind.Package ? 1 : 0;

    private static PlanNode Node(int index, int parent, NodeKind kind, string name) =>
        new() { Index = index, Kind = kind, Name = name, Parent = parent, PackageKind = "load" };
}
