namespace Orchestrator.Dataflow.Transforms;

/// <summary>Gives the rows of some keys.</summary>
/// <param name="keys">The keys, each once.</param>
/// <param name="cancellation">Fires where the flow is to stop.</param>
/// <returns>At most one row of each key, in any order; a key without one is a miss.</returns>
public delegate IEnumerable<TFound> AskKeys<TKey, TFound>(IReadOnlyList<TKey> keys, CancellationToken cancellation);

/// <summary>How a partial lookup asks.</summary>
public sealed record PartialLookupOptions
{
    /// <summary>1,000 keys in a question, 100,000 kept.</summary>
    public static PartialLookupOptions Default { get; } = new();

    /// <summary>Keys in one question at most, from 1; 1,000 unless told.</summary>
    public int KeysPerQuestion { get; init; } = 1000;

    /// <summary>
    /// Keys whose answers are kept for rows that come later, those without a row too, the last used longest; 100,000
    /// unless told, 0 = none.
    /// </summary>
    public int KeysKept { get; init; } = 100_000;
}

/// <summary>
/// Joins each row to the row of its key, which a method is asked for: for the keys of a buffer of rows at a time, those
/// left out that were asked for lately. Rows keep their order; those without a row of their key leave by an output of
/// their own.
/// </summary>
public sealed class PartialLookupTransform<T, TFound, TKey, TOut> : Worker
    where TKey : notnull
{
    private readonly Input<T> _input;
    private readonly Func<T, TKey> _key;
    private readonly AskKeys<TKey, TFound> _ask;
    private readonly Func<TFound, TKey> _keyOfFound;
    private readonly Func<T, TFound, TOut> _make;
    private readonly PartialLookupOptions _options;
    private readonly RecentAnswers<TKey, TFound> _kept;
    private readonly Dictionary<TKey, (bool IsThere, TFound? Row)> _answers;
    private readonly List<TKey> _question = [];
    private CancellationToken _cancellation;
    private long _asked;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="key">The key of a row; one for which it throws is rejected.</param>
    /// <param name="ask">Gives the rows of some keys; it may block.</param>
    /// <param name="keyOfFound">The key of a row that was found.</param>
    /// <param name="make">Makes the row of both; a row for which it throws is rejected.</param>
    /// <param name="options">Keys in one question, and those whose answers are kept.</param>
    /// <param name="comparer">Which keys are the same; as they say themselves unless given.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public PartialLookupTransform(Output<T> from, string name, Func<T, TKey> key, AskKeys<TKey, TFound> ask,
        Func<TFound, TKey> keyOfFound, Func<T, TFound, TOut> make, PartialLookupOptions? options = null,
        IEqualityComparer<TKey>? comparer = null, LinkOptions? link = null)
        : base(from.Worker.Flow, name)
    {
        (_key, _ask, _keyOfFound, _make) = (key, ask, keyOfFound, make);
        _options = options ?? PartialLookupOptions.Default;
        ArgumentOutOfRangeException.ThrowIfLessThan(_options.KeysPerQuestion, 1, "options.KeysPerQuestion");
        ArgumentOutOfRangeException.ThrowIfNegative(_options.KeysKept, "options.KeysKept");
        _kept = new RecentAnswers<TKey, TFound>(_options.KeysKept, comparer);
        _answers = new Dictionary<TKey, (bool IsThere, TFound? Row)>(comparer);
        _input = new Input<T>(this);
        from.LinkTo(_input, link);
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

    /// <summary>Keys that were asked for so far.</summary>
    public long Asked => Volatile.Read(ref _asked);

    protected internal override bool MayBlock => true;

    protected internal override void Begin(CancellationToken cancellation) =>
        (_cancellation, _asked) = (cancellation, 0);

    protected internal override void End()
    {
        _kept.Clear();
        _answers.Clear();
        _question.Clear();
    }

    protected internal override StepResult Step()
    {
        if (!Output.HasRoom || !Misses.HasRoom)
        {
            return StepResult.AwaitsRoom;
        }

        var rows = _input.Receive();
        if (rows.Length == 0)
        {
            return _input.HasEnded ? StepResult.Ended : StepResult.AwaitsRows;
        }

        Learn(rows);
        Rejects.ForEach(rows, Send);
        _answers.Clear();
        return StepResult.More;
    }

    /// <summary>Has the answers for all keys of the rows in memory, whatever is kept beyond.</summary>
    private void Learn(ReadOnlySpan<T> rows)
    {
        foreach (var row in rows)
        {
            // A key that cannot be made is met again, and told, where the row is sent on.
            if (!TryKey(row, out var key) || _answers.ContainsKey(key))
            {
                continue;
            }

            if (_kept.TryFind(key, out var answer))
            {
                _answers[key] = answer;
                continue;
            }

            _answers[key] = default;
            _question.Add(key);
            if (_question.Count == _options.KeysPerQuestion)
            {
                Ask();
            }
        }

        Ask();
    }

    private bool TryKey(T row, out TKey key)
    {
        try
        {
            key = _key(row);
            return true;
        }
        catch (Exception failure) when (Rejects.Take(failure))
        {
            key = default!;
            return false;
        }
    }

    private void Ask()
    {
        if (_question.Count == 0)
        {
            return;
        }

        Volatile.Write(ref _asked, _asked + _question.Count);
        foreach (var row in _ask(_question, _cancellation))
        {
            var key = _keyOfFound(row);
            if (!_answers.TryGetValue(key, out var known) || known.IsThere)
            {
                throw new InvalidOperationException(known.IsThere
                    ? $"{Name} got two rows of one key to look up: ask for one of each key"
                    : $"{Name} got a row of a key that it did not ask for: where the answer takes keys as the same "
                        + "that differ here, as by upper and lower case, give a comparer that does so, too");
            }

            _answers[key] = (true, row);
        }

        foreach (var key in _question)
        {
            _kept.Keep(key, _answers[key]);
        }

        _question.Clear();
    }

    private void Send(T row)
    {
        var (isThere, found) = _answers[_key(row)];
        if (isThere)
        {
            Output.Add(_make(row, found!));
        }
        else
        {
            Misses.Add(row);
        }
    }
}
