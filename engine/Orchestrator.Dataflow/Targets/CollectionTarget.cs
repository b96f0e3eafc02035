namespace Orchestrator.Dataflow.Targets;

/// <summary>Adds rows to a collection.</summary>
public sealed class CollectionTarget<T> : Target<T>
{
    private readonly Action<T> _add;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="rows">The collection, used by nobody else while the flow runs.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public CollectionTarget(Output<T> from, string name, ICollection<T> rows, LinkOptions? link = null)
        : base(from, name, link)
    {
        _add = rows.Add;
        Rejects = new Rejects<T>(this);
    }

    /// <summary>What becomes of rows that the collection refuses.</summary>
    public Rejects<T> Rejects { get; }

    protected override void Receive(ReadOnlySpan<T> rows) => Rejects.ForEach(rows, _add);
}
