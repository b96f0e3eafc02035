using System.Diagnostics;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;
using Orchestrator.Ledger;
using Orchestrator.Runner;

namespace Orchestrator.Telemetry;

/// <summary>
/// Sends spans, numbers and lines to collectors, on threads of its own with bounded queues: what does not fit is lost,
/// and nobody waits for it.
/// </summary>
internal sealed class OtlpSender : IDisposable
{
    /// <summary>How long the end of a run waits for what is not sent yet.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);

    // All spans of the largest plans; a few tens of megabytes at worst.
    private const int SpansMax = 65_536;

    private readonly SendFaults _faults = new();
    private readonly TracerProvider? _traces;
    private readonly MeterProvider? _metrics;
    private readonly ILoggerFactory? _factory;
    private readonly ILogger? _logger;

    public OtlpSender(TelemetrySettings settings, string version)
    {
        var resource = ResourceBuilder.CreateEmpty()
            .AddService("orchestrator", serviceVersion: version).AddTelemetrySdk().AddEnvironmentVariableDetector();
        _traces = settings.Traces is { } traces ? Traces(traces, resource) : null;
        _metrics = settings.Metrics is { } metrics ? Metrics(metrics, resource) : null;
        if (settings.Logs is { } logs)
        {
            _factory = LoggerFactory.Create(builder => builder.AddOpenTelemetry(options =>
            {
                options.IncludeFormattedMessage = true;
                options.SetResourceBuilder(resource);
                options.AddProcessor(new BatchLogRecordExportProcessor(new OtlpLogExporter(Options(logs))));
            }));
            _logger = _factory.CreateLogger("Orchestrator");
        }
    }

    /// <summary>Makes what sends; null where that cannot be, which is said: nothing of it is worth a run.</summary>
    public static T? Guarded<T>(Func<T> make, Action<string> say)
        where T : class
    {
        try
        {
            return make();
        }
#pragma warning disable CA1031 // Whatever the libraries make of the variables, the run has its work to do.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            // Not its message, which may quote a header, and with it a key.
            say($"no telemetry is sent: the variables OTEL_… are not understood ({exception.GetType().Name})");
            return null;
        }
    }

    /// <summary>A line, as a part of a span where there is one.</summary>
    public void Log(RunLogLine line, Activity? span)
    {
        if (_logger is null)
        {
            return;
        }

        var level = line.Level switch
        {
            RunLogLevel.Error => LogLevel.Error,
            RunLogLevel.Warning => LogLevel.Warning,
            _ => LogLevel.Information,
        };
        var around = Activity.Current;
        // One that has ended is not taken, and then the line belongs to none.
        Activity.Current = span;
        _logger.Log(level, default, line.Text, null, static (text, _) => text);
        Activity.Current = around;
    }

    /// <summary>Sends what is left, for <see cref="Patience"/> at most; says in a line what was lost, empty = nothing
    /// is known to be.</summary>
    public string End()
    {
        List<Func<int, bool>> ends = [];
        ends.AddRange(_traces is { } traces ? [traces.Shutdown] : []);
        ends.AddRange(_metrics is { } metrics ? [metrics.Shutdown] : []);
        ends.AddRange(_factory is { } factory ? [_ => End(factory)] : []);
        // On threads of their own: each blocks one while the exporters want those of the pool.
        var tasks = ends.Select(end => Task.Factory.StartNew(() => end((int)Patience.TotalMilliseconds),
            CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)).ToArray();
        var isSent = Task.WaitAll(tasks, Patience + TimeSpan.FromMilliseconds(500));
        return !isSent || !tasks.All(task => task.IsCompletedSuccessfully && task.GetAwaiter().GetResult())
                ? $"telemetry: the collector took too long, and what was left after {Patience.TotalSeconds:0} s is lost"
            : _faults.Count > 0
                ? $"telemetry: {_faults.Count} sendings to the collector failed, and what was in them is lost"
            : _faults.Dropped > 0
                ? $"telemetry: the collector was too slow for {_faults.Dropped} spans and lines, which are lost"
            : "";
    }

    public void Dispose() => _faults.Dispose();

    private static bool End(ILoggerFactory factory)
    {
        factory.Dispose();
        return true;
    }

    private static TracerProvider Traces(OtlpSignal signal, ResourceBuilder resource) =>
        Sdk.CreateTracerProviderBuilder().SetResourceBuilder(resource).AddSource(RunTrace.SourceName)
            .AddProcessor(new BatchActivityExportProcessor(new OtlpTraceExporter(Options(signal)), SpansMax))
            .Build();

    private static MeterProvider Metrics(OtlpSignal signal, ResourceBuilder resource) =>
        Sdk.CreateMeterProviderBuilder().SetResourceBuilder(resource).AddMeter(RunMeters.MeterName)
            .AddView("orchestrator.package.duration",
                new ExplicitBucketHistogramConfiguration { Boundaries = [.. LedgerReader.DurationBounds] })
            .AddReader(new PeriodicExportingMetricReader(new OtlpMetricExporter(Options(signal))))
            .Build();

    private static OtlpExporterOptions Options(OtlpSignal signal) => new()
    {
        Endpoint = signal.Endpoint,
        Protocol = signal.Protocol == OtlpProtocol.Grpc ? OtlpExportProtocol.Grpc : OtlpExportProtocol.HttpProtobuf,
        Headers = signal.Headers,
        TimeoutMilliseconds = (int)signal.Timeout.TotalMilliseconds,
    };
}
