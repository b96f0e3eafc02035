using System.Diagnostics.Tracing;

namespace Orchestrator.Telemetry;

/// <summary>Counts what the exporter could not send: it tells that to listeners of its events alone.</summary>
internal sealed class SendFaults : EventListener
{
    private int _count;

    /// <summary>Sendings that failed.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <inheritdoc/>
    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "OpenTelemetry-Exporter-OpenTelemetryProtocol")
        {
            EnableEvents(eventSource, EventLevel.Error);
        }
    }

    /// <inheritdoc/>
    protected override void OnEventWritten(EventWrittenEventArgs eventData) => Interlocked.Increment(ref _count);
}
