using Orchestrator.Core;
using Orchestrator.Runner.Tests.Telemetry.Otlp;

namespace Orchestrator.Runner.Tests.Telemetry;

/// <summary>What a collector gets of packages that fail, are tried again and block others.</summary>
internal sealed class FailureTraceTests
{
    private const string Quoted = "what_a_server_quotes";

    private Collector _collector = null!;
    private Night _night = null!;

    [OneTimeSetUp]
    public void Before()
    {
        _collector = new Collector();
        _night = Night.OfFew([("OTEL_EXPORTER_OTLP_ENDPOINT", _collector.Address)],
            ("breaks", $"kind: sql\nidempotent: true\nsql: select a from {Quoted}\n"
                + "retry: {count: 1, delay: 1s, errors: [Config]}"),
            ("behind", "kind: sql\nsql: select 1\ndependsOn: [breaks]"));
        Assert.That(_night.ExitCode, Is.EqualTo(1), _night.Said);
    }

    [OneTimeTearDown]
    public void After()
    {
        _collector.Dispose();
        _night.Dispose();
    }

    [Test]
    public void Each_attempt_that_fails_is_a_span_of_its_own_with_the_error_and_no_value()
    {
        var spans = _collector.Spans.Where(span => span.Name == "package Staging/breaks")
            .OrderBy(span => span.Begin).ToList();
        var error = _night.Facts.Errors[0].Error;

        Assert.That(error.Message, Does.Contain(Quoted));
        Assert.That(spans.Select(span => span.Attributes["orchestrator.attempt"]), Is.EqualTo((object[])[1L, 2L]));
        Assert.That(spans.Select(span => span.Status), Has.All.EqualTo(Span.Error));
        Assert.That(spans.Select(span => span.Attributes["error.type"]), Has.All.EqualTo(error.Code));
        Assert.That(spans.Select(span => span.Attributes["orchestrator.error.class"]),
            Has.All.EqualTo($"{error.Class}"));
        Assert.That(_collector.Texts("/v1/traces", "/v1/metrics"), Has.None.Contains(Quoted));
    }

    [Test]
    public void What_was_blocked_has_no_span_and_is_counted()
    {
        var packages = _collector.Points.Where(point => point.Metric == "orchestrator.packages").ToList();

        Assert.That(_collector.Spans.Select(span => span.Name), Has.None.EqualTo("package Staging/behind"));
        Assert.That(packages.Where(point => (string)point.Attributes["outcome"] == "Blocked").Sum(point => point.Value),
            Is.EqualTo(_night.Facts.Work.Count(node => node.State == NodeState.Blocked)).And.GreaterThan(0));
        Assert.That(packages.Where(point => (string)point.Attributes["outcome"] == "Failed").Sum(point => point.Value),
            Is.EqualTo(1));
    }

    [Test]
    public void The_groups_around_it_and_the_run_have_failed()
    {
        var failed = _collector.Spans.Where(span => span.Status == Span.Error).Select(span => span.Name);

        Assert.That(failed, Is.SupersetOf((string[])["project Staging", "run Nightly"]));
    }
}
