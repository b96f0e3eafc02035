using System.Net;
using System.Net.Sockets;
using Orchestrator.Core;
using Orchestrator.Runner.Tests.Telemetry.Otlp;

namespace Orchestrator.Runner.Tests.Telemetry;

/// <summary>Whatever a collector does, the run is as it is without one.</summary>
internal sealed class SilentCollectorTests
{
    [Test]
    public void A_collector_that_refuses_changes_nothing()
    {
        using var night = Night.OfFew([("OTEL_EXPORTER_OTLP_ENDPOINT", $"http://127.0.0.1:{Collector.FreePort()}")]);

        AssertWell(night);
    }

    [Test]
    public void A_collector_that_fails_changes_nothing_and_it_is_said()
    {
        using var collector = new Collector(context =>
        {
            context.Response.StatusCode = (int)HttpStatusCode.InternalServerError;
            return true;
        });
        using var night = Night.OfFew([("OTEL_EXPORTER_OTLP_ENDPOINT", collector.Address)]);

        AssertWell(night);
        Assert.That(collector.Count, Is.GreaterThan(0));
        Assert.That(night.Said, Does.Contain("sendings to the collector failed"));
    }

    [Test]
    public void A_collector_that_takes_and_never_answers_is_left_behind()
    {
        using var collector = new Collector(_ => false);
        using var night = Night.OfFew([("OTEL_EXPORTER_OTLP_ENDPOINT", collector.Address)]);

        AssertWell(night);
        Assert.That(night.Said, Does.Contain("telemetry: the collector took too long"));
    }

    [TestCase("http/protobuf")]
    [TestCase("grpc")]
    public void A_collector_that_accepts_and_never_reads_is_left_behind(string protocol)
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        using var night = Night.OfFew([("OTEL_EXPORTER_OTLP_PROTOCOL", protocol),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", $"http://127.0.0.1:{((IPEndPoint)silent.LocalEndpoint).Port}")]);

        AssertWell(night);
        Assert.That(night.Said, Does.Contain("telemetry: the collector took too long"));
    }

    [Test]
    public void What_is_off_sends_nothing()
    {
        using var collector = new Collector();
        using var night = Night.OfFew(
            [("OTEL_EXPORTER_OTLP_ENDPOINT", collector.Address), ("OTEL_SDK_DISABLED", "true")]);

        AssertWell(night);
        Assert.That(collector.Count, Is.Zero);
    }

    private static void AssertWell(Night night)
    {
        Assert.That(night.ExitCode, Is.Zero, night.Said);
        Assert.That(night.Facts.Run.Verdict,
            Is.EqualTo(RunVerdict.Succeeded).Or.EqualTo(RunVerdict.SucceededWithWarnings));
        // The run itself has ended long before its process: what is waited for is the sending alone.
        var behind = night.Took - night.Facts.Elapsed;
        Assert.That(behind, Is.LessThan(TimeSpan.FromMinutes(5)), night.Said);
    }
}
