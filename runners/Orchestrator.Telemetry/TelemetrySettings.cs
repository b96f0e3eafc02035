using System.Globalization;

namespace Orchestrator.Telemetry;

/// <summary>
/// What the standard OTEL_… variables ask for. A signal is on where its exporter is `otlp`, or where an endpoint is
/// named and its exporter is not `none`; without any of them nothing is. Pure.
/// </summary>
internal sealed record TelemetrySettings
{
    private const string Otlp = "otlp";

    /// <summary>Where spans go; null = nowhere.</summary>
    public OtlpSignal? Traces { get; init; }

    /// <summary>Where numbers go; null = nowhere.</summary>
    public OtlpSignal? Metrics { get; init; }

    /// <summary>Where lines of logs go; null = nowhere.</summary>
    public OtlpSignal? Logs { get; init; }

    /// <summary>The span in which the run is begun, as W3C's trace context has it; empty = none.</summary>
    public string TraceParent { get; init; } = "";

    /// <summary>What goes with it.</summary>
    public string TraceState { get; init; } = "";

    /// <summary>What of the variables is not understood, and what that means; empty = all is.</summary>
    public IReadOnlyList<string> Refused { get; init; } = [];

    /// <summary>Whether anything is on.</summary>
    public bool IsOn => Traces is not null || Metrics is not null || Logs is not null;

    /// <summary>Reads the variables; null and empty are the same.</summary>
    public static TelemetrySettings Of(Func<string, string?> variable)
    {
        if (string.Equals(variable("OTEL_SDK_DISABLED"), "true", StringComparison.OrdinalIgnoreCase))
        {
            return new TelemetrySettings();
        }

        List<string> refused = [];
        return new TelemetrySettings
        {
            Traces = Signal("TRACES", variable, refused),
            Metrics = Signal("METRICS", variable, refused),
            Logs = Signal("LOGS", variable, refused),
            TraceParent = variable("TRACEPARENT") ?? "",
            TraceState = variable("TRACESTATE") ?? "",
            Refused = refused,
        };
    }

    private static OtlpSignal? Signal(string name, Func<string, string?> variable, List<string> refused)
    {
        var own = variable($"OTEL_EXPORTER_OTLP_{name}_ENDPOINT");
        var common = variable("OTEL_EXPORTER_OTLP_ENDPOINT");
        var exporter = variable($"OTEL_{name}_EXPORTER")?.Trim().ToLowerInvariant();
        if (exporter is "none" || (exporter is null && own is null && common is null))
        {
            return null;
        }

        if (exporter is not (null or Otlp))
        {
            refused.Add($"OTEL_{name}_EXPORTER: expected otlp or none, got: '{exporter}'; {Off(name)}");
            return null;
        }

        return Of(name, own, common, part => variable($"OTEL_EXPORTER_OTLP_{name}_{part}")
            ?? variable($"OTEL_EXPORTER_OTLP_{part}"), refused);
    }

    private static OtlpSignal? Of(
        string name, string? own, string? common, Func<string, string?> variable, List<string> refused)
    {
        OtlpProtocol? protocol = variable("PROTOCOL")?.Trim().ToLowerInvariant() switch
        {
            null or "http/protobuf" => OtlpProtocol.HttpProtobuf,
            "grpc" => OtlpProtocol.Grpc,
            _ => null,
        };
        if (protocol is not { } spoken)
        {
            refused.Add($"OTEL_EXPORTER_OTLP_PROTOCOL: expected http/protobuf or grpc, got: '{variable("PROTOCOL")}'; "
                + Off(name));
            return null;
        }

        var written = own ?? common
            ?? (spoken == OtlpProtocol.Grpc ? "http://localhost:4317" : "http://localhost:4318");
        // What is common to all is a place to which the path of each is added; what is its own is taken as it is.
        var text = own is null && spoken == OtlpProtocol.HttpProtobuf
            ? $"{written.TrimEnd('/')}/v1/{name.ToLowerInvariant()}" : written;
        if (!Uri.TryCreate(text, UriKind.Absolute, out var endpoint) || endpoint.Scheme is not ("http" or "https"))
        {
            refused.Add($"OTEL_EXPORTER_OTLP_ENDPOINT: expected an address as http://host:4318; {Off(name)}");
            return null;
        }

        return new OtlpSignal
        {
            Endpoint = endpoint,
            Protocol = spoken,
            Headers = variable("HEADERS") ?? "",
            Timeout = Timeout(variable("TIMEOUT")),
        };
    }

    private static string Off(string name) => $"{name.ToLowerInvariant()} are not sent";

    private static TimeSpan Timeout(string? written) =>
        int.TryParse(written, NumberStyles.None, CultureInfo.InvariantCulture, out var milliseconds) && milliseconds > 0
            ? TimeSpan.FromMilliseconds(milliseconds) : TimeSpan.FromSeconds(10);
}
