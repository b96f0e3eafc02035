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

        return Of(name, own, common, part => Written(name, part, variable), refused);
    }

    // What is said of one of them comes before what is said of all.
    private static (string Variable, string? Value) Written(string name, string part, Func<string, string?> variable)
    {
        var (own, common) = ($"OTEL_EXPORTER_OTLP_{name}_{part}", $"OTEL_EXPORTER_OTLP_{part}");
        return variable(own) is { } value ? (own, value) : (common, variable(common));
    }

    private static OtlpSignal? Of(string name, string? own, string? common,
        Func<string, (string Variable, string? Value)> written, List<string> refused)
    {
        var (asked, text) = written("PROTOCOL");
        OtlpProtocol? protocol = text?.Trim().ToLowerInvariant() switch
        {
            null or "http/protobuf" => OtlpProtocol.HttpProtobuf,
            "grpc" => OtlpProtocol.Grpc,
            _ => null,
        };
        if (protocol is not { } spoken)
        {
            refused.Add($"{asked}: expected http/protobuf or grpc, got: '{text}'; {Off(name)}");
            return null;
        }

        var headers = written("HEADERS");
        if (!AreHeaders(headers.Value ?? ""))
        {
            // Not what stands there: it may be a key.
            refused.Add(
                $"{headers.Variable}: expected key=value,key=value in letters that a header can carry; {Off(name)}");
            return null;
        }

        var place = own ?? common
            ?? (spoken == OtlpProtocol.Grpc ? "http://localhost:4317" : "http://localhost:4318");
        // What is common to all is a place to which the path of each is added; what is its own is taken as it is.
        var full = own is null && spoken == OtlpProtocol.HttpProtobuf
            ? $"{place.TrimEnd('/')}/v1/{name.ToLowerInvariant()}" : place;
        if (!Uri.TryCreate(full, UriKind.Absolute, out var endpoint) || endpoint.Scheme is not ("http" or "https"))
        {
            refused.Add($"OTEL_EXPORTER_OTLP_ENDPOINT: expected an address as http://host:4318; {Off(name)}");
            return null;
        }

        return new OtlpSignal
        {
            Endpoint = endpoint,
            Protocol = spoken,
            Headers = headers.Value ?? "",
            Timeout = Timeout(written("TIMEOUT").Value),
        };
    }

    // As the exporter reads them, which throws at anything else: unescaped before it is split, and each key once.
    private static bool AreHeaders(string text)
    {
        var keys = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        return text.Length == 0 || Uri.UnescapeDataString(text).Split(',').All(part =>
            part.IndexOf('=') is > 0 and var at
            && part[..at].Trim() is { Length: > 0 } key
            && key.All(one => char.IsAsciiLetterOrDigit(one) || "!#$%&'*+-.^_`|~".Contains(one))
            && part[(at + 1)..].All(one => one is >= ' ' and <= '~')
            && keys.Add(key));
    }

    private static string Off(string name) => $"{name.ToLowerInvariant()} are not sent";

    private static TimeSpan Timeout(string? written) =>
        int.TryParse(written, NumberStyles.None, CultureInfo.InvariantCulture, out var milliseconds) && milliseconds > 0
            ? TimeSpan.FromMilliseconds(milliseconds) : TimeSpan.FromSeconds(10);
}
