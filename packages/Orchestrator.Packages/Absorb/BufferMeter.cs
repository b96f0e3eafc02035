using System.Diagnostics.Metrics;
using Orchestrator.Data.Absorb;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// What a drainer measures, for whoever listens to the meter `Orchestrator.Absorb`: one value for each buffer.
/// </summary>
internal static class BufferMeter
{
    /// <summary>The meter.</summary>
    public const string Name = "Orchestrator.Absorb";

    private static readonly Meter Meter = new(Name);

    private static readonly Counter<long> Rows = Meter.CreateCounter<long>(
        "orchestrator.absorb.rows", "{row}", "Rows drained, by what became of them");

    private static readonly Gauge<long> Backlog = Meter.CreateGauge<long>(
        "orchestrator.absorb.backlog", "{row}", "Rows in the buffer");

    private static readonly Gauge<double> Age = Meter.CreateGauge<double>(
        "orchestrator.absorb.age", "s", "How long the oldest row of the buffer has waited");

    private static readonly Gauge<long> Arriving = Meter.CreateGauge<long>(
        "orchestrator.absorb.arriving", "{row}/s", "Rows added to the buffer in a second");

    private static readonly Gauge<long> Draining = Meter.CreateGauge<long>(
        "orchestrator.absorb.draining", "{row}/s", "Rows drained in a second");

    /// <summary>Tells of a batch.</summary>
    public static void Tell(string name, DrainedRows rows)
    {
        Add("inserted", rows.Inserted);
        Add("updated", rows.Updated);
        Add("duplicate", rows.Duplicate);
        Add("older", rows.Older);
        Add("rejected", rows.Rejected);

        void Add(string outcome, long count)
        {
            if (count > 0)
            {
                Rows.Add(count, Object(name), new KeyValuePair<string, object?>("outcome", outcome));
            }
        }
    }

    /// <summary>Tells how the buffer stands.</summary>
    public static void Tell(string name, BufferStatus status)
    {
        Backlog.Record(status.Backlog, Object(name));
        Age.Record(status.Age.TotalSeconds, Object(name));
        Arriving.Record(status.Arriving, Object(name));
        Draining.Record(status.Draining, Object(name));
    }

    private static KeyValuePair<string, object?> Object(string name) => new("object", name);
}
