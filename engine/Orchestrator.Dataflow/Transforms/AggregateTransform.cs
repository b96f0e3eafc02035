namespace Orchestrator.Dataflow.Transforms;

/// <summary>
/// Makes one row of all rows of a key, once the last has come; keys leave in the order in which they came first.
/// </summary>
public sealed class AggregateTransform<TIn, TKey, TGroup, TOut> : Worker
    where TKey : notnull
{
    private readonly Input<TIn> _input;
    private readonly Func<TIn, TKey> _key;
    private readonly Func<TKey, TGroup> _begin;
    private readonly Func<TGroup, TIn, TGroup> _add;
    private readonly Func<TKey, TGroup, TOut> _make;
    private readonly Dictionary<TKey, int> _places;
    private readonly List<(TKey Key, TGroup Group)> _groups = [];
    private int _sent;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="key">The key of a row; one for which it or <paramref name="add"/> throws is rejected.</param>
    /// <param name="begin">What is known of a key before its first row.</param>
    /// <param name="add">What is known of it behind a further row.</param>
    /// <param name="make">Makes the row of a key.</param>
    /// <param name="comparer">Which keys are the same; as they say themselves unless given.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public AggregateTransform(Output<TIn> from, string name, Func<TIn, TKey> key, Func<TKey, TGroup> begin,
        Func<TGroup, TIn, TGroup> add, Func<TKey, TGroup, TOut> make, IEqualityComparer<TKey>? comparer = null,
        LinkOptions? link = null)
        : base(from.Worker.Flow, name)
    {
        (_key, _begin, _add, _make) = (key, begin, add, make);
        _places = new Dictionary<TKey, int>(comparer);
        _input = new Input<TIn>(this);
        from.LinkTo(_input, link);
        Output = new Output<TOut>(this);
        Rejects = new Rejects<TIn>(this);
    }

    /// <summary>Where rows leave it.</summary>
    public Output<TOut> Output { get; }

    /// <summary>What becomes of rows for which it failed.</summary>
    public Rejects<TIn> Rejects { get; }

    protected internal override void Begin(CancellationToken cancellation) => _sent = 0;

    protected internal override StepResult Step()
    {
        var rows = _input.Receive();
        if (rows.Length > 0)
        {
            Rejects.ForEach(rows, Add);
            return StepResult.More;
        }

        return !_input.HasEnded ? StepResult.AwaitsRows
            : !Output.HasRoom ? StepResult.AwaitsRoom
            : Send() ? StepResult.More : StepResult.Ended;
    }

    protected internal override void End()
    {
        _places.Clear();
        _groups.Clear();
    }

    private void Add(TIn row)
    {
        var key = _key(row);
        if (_places.TryGetValue(key, out var place))
        {
            _groups[place] = (_groups[place].Key, _add(_groups[place].Group, row));
            return;
        }

        var group = _add(_begin(key), row);
        _places[key] = _groups.Count;
        _groups.Add((key, group));
    }

    private bool Send()
    {
        for (var space = Output.Space.Length; space > 0 && _sent < _groups.Count; space--)
        {
            var (key, group) = _groups[_sent++];
            Output.Add(_make(key, group));
        }

        return _sent < _groups.Count;
    }
}
