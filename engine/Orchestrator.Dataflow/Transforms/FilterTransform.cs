namespace Orchestrator.Dataflow.Transforms;

/// <summary>Lets those rows pass that are wanted, and counts the others.</summary>
public sealed class FilterTransform<T> : Transform<T, T>
{
    private readonly Func<T, bool> _isWanted;
    private long _filtered;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="isWanted">Whether a row passes; one for which it throws is rejected.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public FilterTransform(Output<T> from, string name, Func<T, bool> isWanted, LinkOptions? link = null)
        : base(from, name, link)
    {
        _isWanted = isWanted;
        Rejects = new Rejects<T>(this);
    }

    /// <summary>What becomes of rows for which it failed.</summary>
    public Rejects<T> Rejects { get; }

    /// <summary>Rows that did not pass.</summary>
    public long Filtered => Volatile.Read(ref _filtered);

    protected internal override void Begin(CancellationToken cancellation) => _filtered = 0;

    protected override void Receive(ReadOnlySpan<T> rows)
    {
        var filtered = 0;
        for (var at = 0; at < rows.Length; at++)
        {
            try
            {
                for (; at < rows.Length; at++)
                {
                    if (_isWanted(rows[at]))
                    {
                        Output.Add(rows[at]);
                    }
                    else
                    {
                        filtered++;
                    }
                }
            }
            catch (Exception failure) when (Rejects.Take(failure))
            {
                Rejects.Add(rows[at], failure.Message);
            }
        }

        Volatile.Write(ref _filtered, _filtered + filtered);
    }
}
