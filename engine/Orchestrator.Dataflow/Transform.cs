namespace Orchestrator.Dataflow;

/// <summary>Makes rows of rows, those of one buffer after the other.</summary>
public abstract class Transform<TIn, TOut> : Worker
{
    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="link">Options of that link; those of the flow unless given.</param>
    protected Transform(Output<TIn> from, string name, LinkOptions? link = null)
        : base(from.Worker.Flow, name)
    {
        Input = new Input<TIn>(this);
        Output = new Output<TOut>(this);
        from.LinkTo(Input, link);
    }

    /// <summary>Where rows come into it.</summary>
    public Input<TIn> Input { get; }

    /// <summary>Where rows leave it.</summary>
    public Output<TOut> Output { get; }

    /// <summary>Takes rows, and adds what becomes of them to <see cref="Output"/>.</summary>
    protected abstract void Receive(ReadOnlySpan<TIn> rows);

    /// <summary>Adds what is left when no more rows come.</summary>
    protected virtual void ReceiveEnd()
    {
    }

    protected internal override StepResult Step()
    {
        if (!Output.HasRoom)
        {
            return StepResult.AwaitsRoom;
        }

        var rows = Input.Receive();
        if (rows.Length > 0)
        {
            Receive(rows);
            return StepResult.More;
        }

        if (!Input.HasEnded)
        {
            return StepResult.AwaitsRows;
        }

        ReceiveEnd();
        return StepResult.Ended;
    }
}
