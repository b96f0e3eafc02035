namespace Orchestrator.Dataflow.Transforms;

/// <summary>Sends each row to all its outputs.</summary>
public sealed class MulticastTransform<T> : Worker
{
    private readonly Input<T> _input;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="count">Outputs, from 1.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public MulticastTransform(Output<T> from, string name, int count, LinkOptions? link = null)
        : base(from.Worker.Flow, name)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 1);
        _input = new Input<T>(this);
        from.LinkTo(_input, link);
        To = [.. Enumerable.Range(0, count).Select(i => new Output<T>(this, $"{i}"))];
    }

    /// <summary>Its outputs.</summary>
    public IReadOnlyList<Output<T>> To { get; }

    protected internal override StepResult Step()
    {
        for (var i = 0; i < To.Count; i++)
        {
            if (!To[i].HasRoom)
            {
                return StepResult.AwaitsRoom;
            }
        }

        var rows = _input.Receive();
        if (rows.Length == 0)
        {
            return _input.HasEnded ? StepResult.Ended : StepResult.AwaitsRows;
        }

        for (var i = 0; i < To.Count; i++)
        {
            To[i].Add(rows);
        }

        return StepResult.More;
    }
}
