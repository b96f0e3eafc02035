using System.Diagnostics;
using System.Runtime.CompilerServices;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner;

namespace Orchestrator.Telemetry;

/// <summary>
/// Tells a collector of a service: a span for each process that it starts, in which the run has its own, and its log.
/// Threads: any.
/// </summary>
public sealed class ServiceTelemetry : IDisposable
{
    private static readonly ActivitySource Source = new(RunTrace.SourceName, RunHost.Version);

    private readonly OtlpSender _sender;
    private readonly Action<string> _say;

    private ServiceTelemetry(TelemetrySettings settings, Action<string> say)
    {
        _say = say;
        // The numbers of a service are those of its ledger, on its page for Prometheus.
        _sender = new OtlpSender(settings with { Metrics = null }, RunHost.Version);
    }

    /// <summary>Begins it; null where no variable asks for it, and then nothing of it is loaded.</summary>
    /// <param name="variable">The variables of the process.</param>
    /// <param name="say">Told what is not sent, in a line.</param>
    public static ServiceTelemetry? Begin(Func<string, string?> variable, Action<string> say)
    {
        var settings = TelemetrySettings.Of(variable);
        foreach (var refused in settings.Refused)
        {
            say(refused);
        }

        return settings.IsOn ? Begin(settings, say) : null;
    }

    /// <summary>
    /// A process is about to be started for a firing: the span that it continues, empty = none, and who is to be told
    /// its exit code.
    /// </summary>
    public static (string Parent, Action<int> Ended) Fire(FiringRecord firing)
    {
        var around = Activity.Current;
        Activity.Current = null;
        var span = Source.StartActivity(
            $"firing {firing.Batch}", ActivityKind.Producer, default(ActivityContext), Tags(firing));
        Activity.Current = around;
        return (span is { Recorded: true } ? span.Id! : "", code => End(span, code));
    }

    /// <summary>A line of its log.</summary>
    public void Log(DateTimeOffset at, string text) =>
        _sender.Log(new RunLogLine(at, RunLogLevel.Information, text), null);

    /// <summary>Sends what is left, for a few seconds at most.</summary>
    public void Dispose()
    {
        if (_sender.End() is { Length: > 0 } lost)
        {
            _say(lost);
        }

        _sender.Dispose();
    }

    private static IEnumerable<KeyValuePair<string, object?>> Tags(FiringRecord firing)
    {
        yield return new("orchestrator.environment", firing.Environment);
        yield return new("orchestrator.batch", firing.Batch);
        yield return new("orchestrator.trigger", firing.Trigger);
        yield return new("orchestrator.firing", firing.Number);
        yield return new("orchestrator.as_of", $"{firing.AsOf:yyyy-MM-dd}");
        if (firing.Run is { } continued)
        {
            yield return new("orchestrator.run.continues", continued);
        }
    }

    private static void End(Activity? span, int exitCode)
    {
        span?.SetTag("process.exit.code", exitCode);
        span?.SetStatus(exitCode == 0 ? ActivityStatusCode.Ok : ActivityStatusCode.Error);
        span?.Stop();
    }

    // A method of its own: the libraries are loaded where somebody asks for them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ServiceTelemetry? Begin(TelemetrySettings settings, Action<string> say) =>
        OtlpSender.Guarded(() => new ServiceTelemetry(settings, say), say);
}
