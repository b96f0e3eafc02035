namespace Orchestrator.Dataflow.Transforms;

/// <summary>Sends on the rows of several inputs, in the order in which they come.</summary>
public sealed class UnionTransform<T> : Worker
{
    private readonly Input<T>[] _inputs;
    private int _first;

    /// <param name="from">Where its rows come from, one at least, all of one flow.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="link">Options of the links to it; those of the flow unless given.</param>
    public UnionTransform(IReadOnlyList<Output<T>> from, string name, LinkOptions? link = null)
        : base(from[0].Worker.Flow, name)
    {
        _inputs = [.. from.Select((_, i) => new Input<T>(this, $"{i}"))];
        Output = new Output<T>(this);
        for (var i = 0; i < from.Count; i++)
        {
            from[i].LinkTo(_inputs[i], link);
        }
    }

    /// <summary>Where rows leave it.</summary>
    public Output<T> Output { get; }

    protected internal override StepResult Step()
    {
        if (!Output.HasRoom)
        {
            return StepResult.AwaitsRoom;
        }

        var ended = 0;
        for (var i = 0; i < _inputs.Length; i++)
        {
            // Each in its turn, so that a fast one does not keep out the others.
            _first = (_first + 1) % _inputs.Length;
            var rows = _inputs[_first].Receive();
            if (rows.Length > 0)
            {
                Output.Add(rows);
                return StepResult.More;
            }

            ended += _inputs[_first].HasEnded ? 1 : 0;
        }

        return ended == _inputs.Length ? StepResult.Ended : StepResult.AwaitsRows;
    }
}
