namespace Orchestrator.Dataflow.Targets;

/// <summary>Throws rows away.</summary>
public sealed class TrashTarget<T> : Target<T>
{
    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public TrashTarget(Output<T> from, string name, LinkOptions? link = null)
        : base(from, name, link)
    {
    }

    protected override void Receive(ReadOnlySpan<T> rows)
    {
    }
}
