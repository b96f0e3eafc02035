using System.Runtime.CompilerServices;
using Orchestrator.Runner;

namespace Orchestrator.Telemetry;

/// <summary>
/// Tells a collector of one run: its trace, its numbers and its log, as the OTEL_… variables ask. It never holds up the
/// run: what is to be sent waits in bounded queues, and the end waits a few seconds for it and no longer.
/// </summary>
public sealed class RunTelemetry : IDisposable
{
    private readonly OtlpSender _sender;
    private readonly RunTrace? _trace;
    private readonly RunMeters? _meters;
    private readonly Action<string> _say;
    private bool _isBroken;

    private RunTelemetry(TelemetrySettings settings, Action<string> say)
    {
        _say = say;
        _sender = new OtlpSender(settings, RunHost.Version);
        _trace = settings.Traces is null ? null : new RunTrace(settings.TraceParent, settings.TraceState);
        _meters = settings.Metrics is null ? null : new RunMeters();
    }

    /// <summary>Begins it; null where no variable asks for it, and then nothing of it is loaded.</summary>
    /// <param name="variable">The variables of the process.</param>
    /// <param name="say">Told what is not sent, in a line.</param>
    public static RunTelemetry? Begin(Func<string, string?> variable, Action<string> say)
    {
        var settings = TelemetrySettings.Of(variable);
        foreach (var refused in settings.Refused)
        {
            say(refused);
        }

        return settings.IsOn ? Begin(settings, say) : null;
    }

    /// <summary>Told each step of the run, on its own thread.</summary>
    public void Tell(RunNotice notice)
    {
        if (_isBroken)
        {
            return;
        }

        try
        {
            _trace?.Tell(notice);
            _meters?.Tell(notice);
        }
#pragma warning disable CA1031 // A mistake here must cost the run neither its screen nor anything else.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            _isBroken = true;
            _say($"no more is told of this run: {exception.GetType().Name}: {exception.Message}");
        }
    }

    /// <summary>Told each line of the run's log, on any thread.</summary>
    public void Log(RunLogLine line) => _sender.Log(line, _trace?.Run);

    /// <summary>Ends what is open and sends what is left, for a few seconds at most.</summary>
    public void Dispose()
    {
        _trace?.End();
        if (_sender.End() is { Length: > 0 } lost)
        {
            _say(lost);
        }

        _meters?.Dispose();
        _sender.Dispose();
    }

    // A method of its own: the libraries are loaded where somebody asks for them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static RunTelemetry? Begin(TelemetrySettings settings, Action<string> say) =>
        OtlpSender.Guarded(() => new RunTelemetry(settings, say), say);
}
