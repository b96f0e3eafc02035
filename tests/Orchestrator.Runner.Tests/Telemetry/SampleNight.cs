using Orchestrator.Runner.Tests.Telemetry.Otlp;

namespace Orchestrator.Runner.Tests.Telemetry;

/// <summary>
/// The sample's night, made once for all who look at what is told of it: to a collector, and in a file of lineage.
/// </summary>
[SetUpFixture]
internal sealed class SampleNight
{
    private static readonly Lazy<(Collector Collector, Night Night)> Made = new(Make);

    public static Collector Collector => Made.Value.Collector;

    public static Night Night => Made.Value.Night;

    [OneTimeTearDown]
    public void Remove()
    {
        if (Made.IsValueCreated)
        {
            Collector.Dispose();
            Night.Dispose();
        }
    }

    private static (Collector Collector, Night Night) Make()
    {
        var collector = new Collector();
        return (collector, Night.OfSample(
            ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.Address),
            ("TRACEPARENT", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "api-key=of the night"),
            ("OTEL_RESOURCE_ATTRIBUTES", "team=warehouse"),
            ("OPENLINEAGE__TRANSPORT__TYPE", "file")));
    }
}
