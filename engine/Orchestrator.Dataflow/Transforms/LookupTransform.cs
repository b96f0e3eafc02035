namespace Orchestrator.Dataflow.Transforms;

/// <summary>
/// Joins each row to the row of its key in a second input, all of which it receives first. Rows without one leave by
/// an output of their own.
/// </summary>
public sealed class LookupTransform<T, TFound, TKey, TOut> : Worker
    where TKey : notnull
{
    private readonly Input<T> _input;
    private readonly Input<TFound> _reference;
    private readonly Func<T, TKey> _key;
    private readonly Func<TFound, TKey> _keyOfFound;
    private readonly Func<T, TFound, TOut> _make;
    private readonly Dictionary<TKey, TFound> _found;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="reference">The rows that are looked up; they must fit into memory.</param>
    /// <param name="key">The key of a row; one for which it throws is rejected.</param>
    /// <param name="keyOfFound">The key of a row that is looked up; two of one key fail the flow.</param>
    /// <param name="make">Makes the row of both.</param>
    /// <param name="comparer">Which keys are the same; as they say themselves unless given.</param>
    /// <param name="link">Options of the links to it; those of the flow unless given.</param>
    public LookupTransform(Output<T> from, string name, Output<TFound> reference, Func<T, TKey> key,
        Func<TFound, TKey> keyOfFound, Func<T, TFound, TOut> make, IEqualityComparer<TKey>? comparer = null,
        LinkOptions? link = null)
        : base(from.Worker.Flow, name)
    {
        (_key, _keyOfFound, _make) = (key, keyOfFound, make);
        _found = new Dictionary<TKey, TFound>(comparer);
        // Its rows wait until the reference has come whole.
        _input = new Input<T>(this, isChoosy: true);
        _reference = new Input<TFound>(this, "reference") { IsReference = true };
        from.LinkTo(_input, link);
        reference.LinkTo(_reference, link);
        Output = new Output<TOut>(this);
        Misses = new Output<T>(this, "misses");
        Rejects = new Rejects<T>(this);
    }

    /// <summary>Where rows leave it that found another.</summary>
    public Output<TOut> Output { get; }

    /// <summary>Where the others leave it.</summary>
    public Output<T> Misses { get; }

    /// <summary>What becomes of rows for which it failed.</summary>
    public Rejects<T> Rejects { get; }

    protected internal override void End() => _found.Clear();

    protected internal override StepResult Step()
    {
        if (!_reference.HasEnded)
        {
            var found = _reference.Receive();
            Keep(found);
            return found.Length > 0 || _reference.HasEnded ? StepResult.More : StepResult.AwaitsRows;
        }

        if (!Output.HasRoom || !Misses.HasRoom)
        {
            return StepResult.AwaitsRoom;
        }

        var rows = _input.Receive();
        Receive(rows);
        return rows.Length > 0 ? StepResult.More : _input.HasEnded ? StepResult.Ended : StepResult.AwaitsRows;
    }

    private void Keep(ReadOnlySpan<TFound> rows)
    {
        foreach (var row in rows)
        {
            if (!_found.TryAdd(_keyOfFound(row), row))
            {
                throw new InvalidOperationException(
                    $"{Name} got two rows of one key to look up: make them one before, with a distinct or "
                    + "an aggregate");
            }
        }
    }

    private void Receive(ReadOnlySpan<T> rows)
    {
        for (var at = 0; at < rows.Length; at++)
        {
            try
            {
                for (; at < rows.Length; at++)
                {
                    Take(rows[at]);
                }
            }
            catch (Exception failure) when (Rejects.Take(failure))
            {
                Rejects.Add(rows[at], failure.Message);
            }
        }
    }

    private void Take(T row)
    {
        if (_found.TryGetValue(_key(row), out var found))
        {
            Output.Add(_make(row, found));
        }
        else
        {
            Misses.Add(row);
        }
    }
}
