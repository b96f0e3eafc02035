using System.Diagnostics.Tracing;

namespace Orchestrator.Telemetry;

/// <summary>
/// Counts what the exporters could not send, and what the queues in front of them had no room for: they tell that to
/// listeners of their events alone.
/// </summary>
internal sealed class SendFaults : EventListener
{
    private const string Exporter = "OpenTelemetry-Exporter-OpenTelemetryProtocol";
    private const string Queues = "OpenTelemetry-Sdk";
    private const string NoRoom = "ExistsDroppedExportProcessorItems";

    private int _count;
    private long _dropped;

    /// <summary>Sendings that failed.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Spans and lines that were dropped because a queue was full; known once the queues have ended.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name is Exporter or Queues)
        {
            EnableEvents(eventSource, eventSource.Name == Exporter ? EventLevel.Error : EventLevel.Warning);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventSource.Name == Exporter)
        {
            Interlocked.Increment(ref _count);
        }
        else if (eventData.EventName == NoRoom && eventData.Payload is [.., long dropped])
        {
            Interlocked.Add(ref _dropped, dropped);
        }
    }
}
