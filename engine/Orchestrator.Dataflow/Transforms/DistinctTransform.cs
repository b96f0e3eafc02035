namespace Orchestrator.Dataflow.Transforms;

/// <summary>Lets the first row of each key pass; the others leave by an output of their own, where that has a link.
/// </summary>
public sealed class DistinctTransform<T, TKey> : Transform<T, T>
    where TKey : notnull
{
    private readonly Func<T, TKey> _key;
    private readonly HashSet<TKey> _seen;
    private long _count;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="key">The key of a row; one for which it throws is rejected.</param>
    /// <param name="comparer">Which keys are the same; as they say themselves unless given.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public DistinctTransform(Output<T> from, string name, Func<T, TKey> key, IEqualityComparer<TKey>? comparer = null,
        LinkOptions? link = null)
        : base(from, name, link)
    {
        _key = key;
        _seen = new HashSet<TKey>(comparer);
        Duplicates = new Output<T>(this, "duplicates", isOptional: true);
        Rejects = new Rejects<T>(this);
    }

    /// <summary>Rows whose key had been there before; may be left without a link.</summary>
    public Output<T> Duplicates { get; }

    /// <summary>How many these are.</summary>
    public long DuplicateCount => Volatile.Read(ref _count);

    /// <summary>What becomes of rows for which it failed.</summary>
    public Rejects<T> Rejects { get; }

    protected internal override void Begin(CancellationToken cancellation) => _count = 0;

    protected internal override void End() => _seen.Clear();

    protected override void Receive(ReadOnlySpan<T> rows) => Rejects.ForEach(rows, Take);

    private void Take(T row)
    {
        if (_seen.Add(_key(row)))
        {
            Output.Add(row);
            return;
        }

        Volatile.Write(ref _count, _count + 1);
        if (Duplicates.IsLinked)
        {
            Duplicates.Add(row);
        }
    }
}
