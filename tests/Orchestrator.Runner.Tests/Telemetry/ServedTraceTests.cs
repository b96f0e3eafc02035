using System.Text.Json;
using Orchestrator.Runner.Tests.Telemetry.Otlp;

namespace Orchestrator.Runner.Tests.Telemetry;

/// <summary>A service, the process that it starts and the run in it are one trace.</summary>
internal sealed class ServedTraceTests
{
    [Test]
    public void A_run_that_a_service_has_started_is_a_part_of_its_firing()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Ignore("the service is asked to stop by Linux's kill");
        }

        using var collector = new Collector();
        using var night = Night.OfFew([]);
        using var service = night.Serve(("OTEL_EXPORTER_OTLP_ENDPOINT", collector.Address),
            ("ORCHESTRATOR_LOG_FORMAT", "json"),
            ("TRACEPARENT", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
        try
        {
            night.Run([], "schedules", "run-now", "Nightly");
            Assert.That(night.ExitCode, Is.Zero, night.Said);
            collector.Await(one => one.Spans.Any(span => span.Name == "run Nightly"));
        }
        finally
        {
            Night.Stop(service);
        }

        var firing = collector.Spans.Single(span => span.Name == "firing Nightly");
        var run = collector.Spans.Single(span => span.Name == "run Nightly");
        Assert.That((run.Trace, run.Parent), Is.EqualTo((firing.Trace, firing.Id)));
        Assert.That((firing.Parent, firing.Status), Is.EqualTo(("", Span.Ok)));
        Assert.That(firing.Trace, Is.Not.EqualTo("0af7651916cd43dd8448eb211c80319c"));
        Assert.That(firing.Attributes["process.exit.code"], Is.Zero);
        var logs = Path.Combine(night.Folder, ".orchestrator");
        string[] files =
            [.. Directory.GetFiles(Path.Combine(logs, "service")), Path.Combine(logs, "runs", "2", "run.log")];
        Assert.That(files.SelectMany(File.ReadLines).Select(line => JsonDocument.Parse(line).RootElement
            .GetProperty("RenderedMessage").GetString()), Has.Some.Contains("firing 1 of Nightly: begun")
            .And.Some.StartsWith("run 2 ("));
        Assert.That(collector.Lines.Select(line => line.Text), Has.Some.Contains("firing 1 of Nightly: begun"));
    }
}
