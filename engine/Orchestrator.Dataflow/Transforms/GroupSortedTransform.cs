namespace Orchestrator.Dataflow.Transforms;

/// <summary>Rows of one key, in the order in which they came.</summary>
/// <param name="Key">The key.</param>
/// <param name="Rows">The rows, one at least.</param>
public sealed record Group<TKey, T>(TKey Key, IReadOnlyList<T> Rows);

/// <summary>
/// Puts rows of one key together that come one after the other, as sorted ones do; only those of one key are in memory.
/// </summary>
public sealed class GroupSortedTransform<T, TKey> : Transform<T, Group<TKey, T>>
{
    private readonly Func<T, TKey> _key;
    private readonly IComparer<TKey> _order;
    private List<T> _rows = [];
    private TKey _at = default!;

    /// <param name="from">Where its rows come from, sorted.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="key">The key of a row; one for which it throws is rejected.</param>
    /// <param name="order">The order of keys by which rows are sorted; their own unless given.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public GroupSortedTransform(
        Output<T> from, string name, Func<T, TKey> key, IComparer<TKey>? order = null, LinkOptions? link = null)
        : base(from, name, link)
    {
        (_key, _order) = (key, order ?? Comparer<TKey>.Default);
        Rejects = new Rejects<T>(this);
    }

    /// <summary>What becomes of rows for which it failed.</summary>
    public Rejects<T> Rejects { get; }

    protected internal override void End() => _rows = [];

    protected override void Receive(ReadOnlySpan<T> rows)
    {
        foreach (var row in rows)
        {
            TKey key;
            try
            {
                key = _key(row);
            }
            catch (Exception failure) when (Rejects.Take(failure))
            {
                Rejects.Add(row, failure.Message);
                continue;
            }

            Add(key, row);
        }
    }

    protected override void ReceiveEnd()
    {
        if (_rows.Count > 0)
        {
            Output.Add(new Group<TKey, T>(_at, _rows));
        }
    }

    /// <exception cref="InvalidOperationException">The rows are not sorted.</exception>
    private void Add(TKey key, T row)
    {
        var by = _rows.Count == 0 ? -1 : _order.Compare(_at, key);
        if (by > 0)
        {
            throw new InvalidOperationException($"rows of {Name} are not sorted by their key: link a sort before it");
        }

        if (by < 0)
        {
            ReceiveEnd();
            (_rows, _at) = ([], key);
        }

        _rows.Add(row);
    }
}
