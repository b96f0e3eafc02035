namespace Orchestrator.Dataflow.Transforms;

/// <summary>
/// Joins two inputs that are sorted by their keys: each row of the left side with each of the same key on the right.
/// Of one key at a time the right rows are in memory, of the left only those on their way.
/// </summary>
public sealed class JoinMergeTransform<TLeft, TRight, TKey, TOut> : Worker
{
    private readonly Side<TLeft, TKey> _left;
    private readonly Side<TRight, TKey> _right;
    private readonly Func<TLeft?, TRight?, TOut> _make;
    private readonly KeyOrder<TKey> _order;
    private readonly bool _keepsLeft;
    private readonly bool _keepsRight;
    private readonly List<TRight> _group = [];
    private TKey _groupKey = default!;
    private bool _isGathering;
    private int _pair;

    /// <param name="left">The left rows, sorted.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="right">The right rows, sorted.</param>
    /// <param name="kind">What becomes of rows of which the other side has none.</param>
    /// <param name="leftKey">The key of a left row.</param>
    /// <param name="rightKey">The key of a right row.</param>
    /// <param name="make">Makes the row of both; default stands for the one that is not there.</param>
    /// <param name="order">The order of keys by which both are sorted; their own unless given.</param>
    /// <param name="link">Options of the links to it; those of the flow unless given.</param>
    public JoinMergeTransform(Output<TLeft> left, string name, Output<TRight> right, JoinKind kind,
        Func<TLeft, TKey> leftKey, Func<TRight, TKey> rightKey, Func<TLeft?, TRight?, TOut> make,
        IComparer<TKey>? order = null, LinkOptions? link = null)
        : base(left.Worker.Flow, name)
    {
        (_make, _order) = (make, new KeyOrder<TKey>(order));
        (_keepsLeft, _keepsRight) = (kind is JoinKind.Left or JoinKind.Full, kind is JoinKind.Right or JoinKind.Full);
        _left = new Side<TLeft, TKey>(new Input<TLeft>(this, "left", isChoosy: true), leftKey, _order,
            new Rejects<TLeft>(this, "left errors"));
        _right = new Side<TRight, TKey>(new Input<TRight>(this, "right", isChoosy: true), rightKey, _order,
            new Rejects<TRight>(this, "right errors"));
        left.LinkTo(_left.Input, link);
        right.LinkTo(_right.Input, link);
        Output = new Output<TOut>(this);
    }

    /// <summary>Where rows leave it.</summary>
    public Output<TOut> Output { get; }

    /// <summary>
    /// What becomes of left rows whose key throws, and of those for which a row of both cannot be made: once for each
    /// right row of their key.
    /// </summary>
    public Rejects<TLeft> LeftRejects => _left.Rejects;

    /// <summary>What becomes of right rows whose key throws, and of those without a left one for which it fails.
    /// </summary>
    public Rejects<TRight> RightRejects => _right.Rejects;

    protected internal override void Begin(CancellationToken cancellation)
    {
        (_isGathering, _pair) = (false, 0);
        _left.Begin();
        _right.Begin();
    }

    protected internal override void End() => _group.Clear();

    protected internal override StepResult Step()
    {
        if (!Output.HasRoom)
        {
            return StepResult.AwaitsRoom;
        }

        for (var space = Output.Space.Length; space > 0; space--)
        {
            if (!_left.Look() || ((_group.Count == 0 || _isGathering) && !_right.Look()))
            {
                return StepResult.AwaitsRows;
            }

            if (_group.Count > 0 && !_isGathering)
            {
                Pair();
            }
            else if (_isGathering)
            {
                Gather();
            }
            else if (!_left.IsThere && !_right.IsThere)
            {
                return StepResult.Ended;
            }
            else
            {
                Compare();
            }
        }

        return StepResult.More;
    }

    private void Compare()
    {
        var by = !_left.IsThere ? 1 : !_right.IsThere ? -1 : _order.Compare(_left.Key, _right.Key);
        if (by == 0)
        {
            (_isGathering, _groupKey) = (true, _left.Key);
        }
        else if (by < 0)
        {
            var row = _left.Take();
            if (_keepsLeft)
            {
                Make(row, default, row, LeftRejects);
            }
        }
        else
        {
            var row = _right.Take();
            if (_keepsRight)
            {
                Make(default, row, row, RightRejects);
            }
        }
    }

    private void Gather()
    {
        if (_right.IsThere && _order.Compare(_right.Key, _groupKey) == 0)
        {
            _group.Add(_right.Take());
        }
        else
        {
            _isGathering = false;
        }
    }

    /// <summary>The next pair of the left row and the group; or the group is done.</summary>
    private void Pair()
    {
        if (!_left.IsThere || _order.Compare(_left.Key, _groupKey) != 0)
        {
            _group.Clear();
            return;
        }

        Make(_left.Row, _group[_pair++], _left.Row, LeftRejects);
        if (_pair == _group.Count)
        {
            _pair = 0;
            _left.Take();
        }
    }

    private void Make<T>(TLeft? left, TRight? right, T row, Rejects<T> rejects)
    {
        try
        {
            Output.Add(_make(left, right));
        }
        catch (Exception failure) when (rejects.Take(failure))
        {
            rejects.Add(row, failure.Message);
        }
    }
}
