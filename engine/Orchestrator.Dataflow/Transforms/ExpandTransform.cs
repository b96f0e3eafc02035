namespace Orchestrator.Dataflow.Transforms;

/// <summary>Makes any number of rows of each row.</summary>
public sealed class ExpandTransform<TIn, TOut> : Transform<TIn, TOut>
{
    private readonly Func<TIn, IEnumerable<TOut>> _make;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="make">
    /// Makes the rows, which wait in memory until there is room; a row for which it throws is rejected, those made of
    /// it before stay.
    /// </param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public ExpandTransform(
        Output<TIn> from, string name, Func<TIn, IEnumerable<TOut>> make, LinkOptions? link = null)
        : base(from, name, link)
    {
        _make = make;
        Rejects = new Rejects<TIn>(this);
    }

    /// <summary>What becomes of rows for which it failed.</summary>
    public Rejects<TIn> Rejects { get; }

    protected override void Receive(ReadOnlySpan<TIn> rows) => Rejects.ForEach(rows, Expand);

    private void Expand(TIn row)
    {
        foreach (var made in _make(row))
        {
            Output.Add(made);
        }
    }
}
