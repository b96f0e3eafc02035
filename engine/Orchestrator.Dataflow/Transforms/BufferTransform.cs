namespace Orchestrator.Dataflow.Transforms;

/// <summary>
/// Sends rows on as they came, and holds as many as those behind it cannot take yet: whoever is before it never waits.
/// </summary>
public sealed class BufferTransform<T> : Transform<T, T>
{
    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="spill">How many it holds in memory, and where the others wait.</param>
    public BufferTransform(Output<T> from, string name, SpillOptions? spill = null)
        : base(from, name, from.Worker.Flow.Options with
        {
            IsUnbounded = true,
            Spill = spill ?? from.Worker.Flow.Options.Spill,
        })
    {
    }

    protected override void Receive(ReadOnlySpan<T> rows) => Output.Add(rows);
}
