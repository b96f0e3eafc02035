namespace Orchestrator.Dataflow.Transforms;

/// <summary>Makes one row of each row.</summary>
public sealed class RowTransform<TIn, TOut> : Transform<TIn, TOut>
{
    private readonly Func<TIn, TOut> _make;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="make">Makes the row; a row for which it throws is rejected.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public RowTransform(Output<TIn> from, string name, Func<TIn, TOut> make, LinkOptions? link = null)
        : base(from, name, link)
    {
        _make = make;
        Rejects = new Rejects<TIn>(this);
    }

    /// <summary>What becomes of rows for which it failed.</summary>
    public Rejects<TIn> Rejects { get; }

    protected override void Receive(ReadOnlySpan<TIn> rows)
    {
        for (var at = 0; at < rows.Length; at++)
        {
            try
            {
                // The loop is within, so that a row costs nothing for what hardly ever happens.
                for (; at < rows.Length; at++)
                {
                    Output.Add(_make(rows[at]));
                }
            }
            catch (Exception failure) when (Rejects.Take(failure))
            {
                Rejects.Add(rows[at], failure.Message);
            }
        }
    }
}
