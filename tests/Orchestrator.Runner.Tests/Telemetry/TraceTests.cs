using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Runner.Tests.Telemetry.Otlp;

namespace Orchestrator.Runner.Tests.Telemetry;

/// <summary>What a collector gets of the sample's night, held against the ledger.</summary>
internal sealed class TraceTests
{
    private RunFacts _facts = null!;
    private Span _run = null!;

    private static Collector Told => SampleNight.Collector;

    [OneTimeSetUp]
    public void Before()
    {
        Assert.That(SampleNight.Night.ExitCode, Is.Zero, SampleNight.Night.Said);
        _facts = SampleNight.Night.Facts;
        _run = Told.Spans.Single(span => span.Name.StartsWith("run ", StringComparison.Ordinal));
    }

    [Test]
    public void The_run_is_a_part_of_the_trace_that_it_was_begun_in()
    {
        Assert.That(Told.Spans.Select(span => span.Trace).Distinct(),
            Is.EqualTo((string[])["0af7651916cd43dd8448eb211c80319c"]));
        Assert.That(_run.Parent, Is.EqualTo("b7ad6b7169203331"));
        Assert.That(_run.Attributes["orchestrator.run"], Is.EqualTo(_facts.Run.Number));
        Assert.That(_run.Attributes["orchestrator.verdict"], Is.EqualTo($"{_facts.Run.Verdict}"));
    }

    [Test]
    public void Each_span_of_a_node_lies_within_that_of_its_parent()
    {
        var byName = _facts.Nodes.Where(node => node.Kind != NodeKind.Batch)
            .ToDictionary(node => (KindOf(node), node.Name));
        var spans = Nodes().ToDictionary(span => span.Id);

        Assert.That(spans, Has.Count.GreaterThan(8));
        foreach (var span in spans.Values)
        {
            var parent = _facts.Nodes[byName[Key(span)].Parent];
            var expected = parent.Kind == NodeKind.Batch ? "run" : $"{KindOf(parent)} {parent.Name}";
            var found = span.Parent == _run.Id ? "run" : spans[span.Parent].Name;
            Assert.That(found, Is.EqualTo(expected), span.Name);
        }
    }

    [Test]
    public void Each_attempt_has_a_span_as_long_as_the_ledger_says()
    {
        var names = _facts.Nodes.ToDictionary(node => node.Node, node => node.Name);
        var told = Nodes().Where(span => span.Attributes.ContainsKey("orchestrator.attempt"))
            .Select(span => (Key(span).Name, span.Attributes["orchestrator.attempt"], span.Begin, span.End,
                span.Attributes["orchestrator.attempt.id"], span.Attributes["orchestrator.rows.read"],
                span.Attributes["orchestrator.rows.inserted"]));

        Assert.That(told, Is.EquivalentTo(_facts.Attempts.Select(one => (names[one.Node], (object)(long)one.Number,
            one.Started, one.Ended!.Value, (object)one.Id, (object)one.Counts.Read, (object)one.Counts.Inserted))));
    }

    [Test]
    public void Groups_and_the_run_are_as_long_as_the_ledger_says()
    {
        var groups = Nodes().Where(span => !span.Attributes.ContainsKey("orchestrator.attempt"));
        var expected =
            from node in _facts.Nodes
            where node.Kind is NodeKind.Project or NodeKind.Level or NodeKind.Container
            let moves = _facts.Transitions.Where(one => one.Node == node.Node).ToList()
            let begun = moves.Find(one => one.To == NodeState.Running)
            where begun is not null
            select ($"{KindOf(node)} {node.Name}", begun.At, moves.Find(one => one.From == NodeState.Running)!.At);

        Assert.That(groups.Select(span => (span.Name, span.Begin, span.End)), Is.EquivalentTo(expected));
        Assert.That((_run.Begin, _run.End), Is.EqualTo((_facts.Run.Started, _facts.Run.Ended!.Value)));
    }

    [Test]
    public void Phases_of_a_load_lie_one_behind_the_other_within_its_attempt()
    {
        var loads = Nodes().Where(span => span.Attributes.GetValueOrDefault("orchestrator.package.kind") is "load");

        Assert.That(loads, Is.Not.Empty);
        foreach (var load in loads)
        {
            var phases = Told.Spans.Where(span => span.Parent == load.Id).OrderBy(span => span.Begin).ToList();
            Assert.That(phases.Select(phase => phase.Name), Does.Contain("publish").And.Contain("open"), load.Name);
            Assert.That(phases[0].Begin, Is.GreaterThanOrEqualTo(load.Begin), load.Name);
            Assert.That(phases[^1].End, Is.LessThanOrEqualTo(load.End), load.Name);
            Assert.That(phases.Skip(1).Select(phase => phase.Begin),
                Is.EqualTo(phases.SkipLast(1).Select(phase => phase.End)), load.Name);
        }
    }

    [Test]
    public void Headers_and_attributes_of_the_variables_go_with_it()
    {
        Assert.That(Told.Keys, Has.All.EqualTo("of the night"));
        Assert.That(Told.Resource["service.name"], Is.EqualTo("orchestrator"));
        Assert.That(Told.Resource["team"], Is.EqualTo("warehouse"));
    }

    [Test]
    public void The_numbers_are_those_of_the_ledger()
    {
        Assert.That(Sums("orchestrator.packages", "outcome"),
            Is.EquivalentTo(Counted(_facts.Work.Select(node => $"{node.State}"))));
        Assert.That(Sums("orchestrator.attempts", "outcome"),
            Is.EquivalentTo(Counted(_facts.Attempts.Select(one => $"{one.State}"))));
        Assert.That(Sums("orchestrator.runs", "verdict"), Is.EquivalentTo(Counted([$"{_facts.Run.Verdict}"])));
        Assert.That(Sums("orchestrator.rows", "kind")["read"], Is.EqualTo(_facts.Attempts.Sum(one => one.Counts.Read)));
        Assert.That(Sums("orchestrator.rows", "kind").GetValueOrDefault("inserted"),
            Is.EqualTo(_facts.Attempts.Sum(one => one.Counts.Inserted)));
        var waits = _facts.Waits.Where(one => one.Duration > default(TimeSpan)).GroupBy(one => $"{one.Reason}")
            .ToDictionary(one => one.Key, one => one.Sum(each => each.Duration.TotalSeconds));
        Assert.That(Sums("orchestrator.package.wait", "reason"), Is.EquivalentTo(waits).Using<double>(Near));
        var durations = Points("orchestrator.package.duration").ToList();
        Assert.That(durations.Sum(point => point.Count), Is.EqualTo(_facts.Attempts.Count));
        Assert.That(durations.Sum(point => point.Value), Is.EqualTo(
            _facts.Attempts.Sum(one => (one.Ended!.Value - one.Started).TotalSeconds)).Within(0.001));
        Assert.That(Points("orchestrator.gate.slots").Single().Value, Is.EqualTo(_facts.Run.GateSlots));
        Assert.That(Points("orchestrator.gate.in_use").Single().Value, Is.Zero);
    }

    [Test]
    public void Nothing_that_has_many_values_tells_numbers_apart()
    {
        Assert.That(Told.Points.SelectMany(point => point.Attributes.Keys).Distinct(), Is.SubsetOf((string[])
            ["solution", "environment", "batch", "project", "outcome", "kind", "reason", "verdict"]));
    }

    [Test]
    public void Lines_of_the_log_belong_to_the_run()
    {
        Assert.That(Told.Lines, Has.Some.Matches<(string Text, string Span)>(line =>
            line.Span == _run.Id && line.Text.Contains(": Succeeded, ", StringComparison.Ordinal)));
        Assert.That(Told.Lines.Count(line => line.Text.Contains("Succeeded", StringComparison.Ordinal)),
            Is.GreaterThanOrEqualTo(_facts.Attempts.Count));
    }

    private static string KindOf(NodeRecord node) => node.IsHook ? "hook" : node.Kind.ToString().ToLowerInvariant();

    private static (string Kind, string Name) Key(Span span) =>
        (span.Name[..span.Name.IndexOf(' ')], span.Name[(span.Name.IndexOf(' ') + 1)..]);

    private static bool Near(double one, double other) => Math.Abs(one - other) < 0.001;

    private static Dictionary<string, double> Counted(IEnumerable<string> words) =>
        words.GroupBy(word => word).ToDictionary(one => one.Key, one => (double)one.Count());

    private IEnumerable<Span> Nodes() =>
        Told.Spans.Where(span => span.Attributes.ContainsKey("orchestrator.node"));

    private IEnumerable<Point> Points(string metric) => Told.Points.Where(point => point.Metric == metric);

    private Dictionary<string, double> Sums(string metric, string by) => Points(metric)
        .GroupBy(point => (string)point.Attributes[by])
        .ToDictionary(one => one.Key, one => one.Sum(each => each.Value));
}
