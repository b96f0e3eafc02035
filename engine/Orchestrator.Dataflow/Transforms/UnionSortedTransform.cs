namespace Orchestrator.Dataflow.Transforms;

/// <summary>Sends on the rows of several sorted inputs as one, sorted; of equal rows those of the first input first.
/// </summary>
public sealed class UnionSortedTransform<T> : Worker
{
    private readonly Input<T>[] _inputs;
    private readonly IComparer<T> _order;
    private readonly PriorityQueue<Input<T>, (T Row, int Place)> _heads;
    private readonly Queue<int> _empty = new();

    /// <param name="from">Where its rows come from, one at least, all of one flow, each in that order.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="order">The order.</param>
    /// <param name="link">Options of the links to it; those of the flow unless given.</param>
    public UnionSortedTransform(
        IReadOnlyList<Output<T>> from, string name, IComparer<T> order, LinkOptions? link = null)
        : base(from[0].Worker.Flow, name)
    {
        _order = order;
        _heads = new PriorityQueue<Input<T>, (T Row, int Place)>(
            Comparer<(T Row, int Place)>.Create((one, other) => order.Compare(one.Row, other.Row) is var by and not 0
                ? by : one.Place.CompareTo(other.Place)));
        _inputs = [.. from.Select((_, i) => new Input<T>(this, $"{i}", isChoosy: true))];
        Output = new Output<T>(this);
        Rejects = new Rejects<T>(this);
        for (var i = 0; i < from.Count; i++)
        {
            from[i].LinkTo(_inputs[i], link);
        }
    }

    /// <summary>Where rows leave it.</summary>
    public Output<T> Output { get; }

    /// <summary>What becomes of rows for which the order throws; without a link they fail the flow.</summary>
    public Rejects<T> Rejects { get; }

    protected internal override void Begin(CancellationToken cancellation)
    {
        _heads.Clear();
        _empty.Clear();
        for (var i = 0; i < _inputs.Length; i++)
        {
            _empty.Enqueue(i);
        }
    }

    protected internal override StepResult Step()
    {
        if (!Output.HasRoom)
        {
            return StepResult.AwaitsRoom;
        }

        for (var space = Output.Space.Length; space > 0; space--)
        {
            if (!FillHeads())
            {
                return StepResult.AwaitsRows;
            }

            if (!_heads.TryDequeue(out var input, out var head))
            {
                return StepResult.Ended;
            }

            Output.Add(head.Row);
            input.Skip();
            _empty.Enqueue(head.Place);
        }

        return StepResult.More;
    }

    /// <summary>False = an input that has not ended has no row at present.</summary>
    private bool FillHeads()
    {
        while (_empty.TryPeek(out var place))
        {
            if (_inputs[place].TryPeek(out var row))
            {
                if (!Rejects.Compares(row, _order))
                {
                    _inputs[place].Skip();
                    continue;
                }

                _heads.Enqueue(_inputs[place], (row, place));
            }
            else if (!_inputs[place].HasEnded)
            {
                return false;
            }

            _empty.Dequeue();
        }

        return true;
    }
}
