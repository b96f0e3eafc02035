namespace Orchestrator.Dataflow;

/// <summary>Takes rows out of the flow.</summary>
public abstract class Target<T> : Worker
{
    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="link">Options of that link; those of the flow unless given.</param>
    protected Target(Output<T> from, string name, LinkOptions? link = null)
        : base(from.Worker.Flow, name)
    {
        Input = new Input<T>(this);
        from.LinkTo(Input, link);
    }

    /// <summary>Where rows come into it.</summary>
    public Input<T> Input { get; }

    /// <summary>Takes rows.</summary>
    protected abstract void Receive(ReadOnlySpan<T> rows);

    /// <summary>Ends what it began when no more rows come.</summary>
    protected virtual void ReceiveEnd()
    {
    }

    protected internal override StepResult Step()
    {
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
