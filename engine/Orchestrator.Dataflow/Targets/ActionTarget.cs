namespace Orchestrator.Dataflow.Targets;

/// <summary>Hands rows to a method, some at a time.</summary>
public sealed class ActionTarget<T> : Target<T>
{
    private readonly RowsAction<T> _action;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="action">Called with the rows, which it may read until it returns.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public ActionTarget(Output<T> from, string name, RowsAction<T> action, LinkOptions? link = null)
        : base(from, name, link) => _action = action;

    /// <inheritdoc/>
    protected override void Receive(ReadOnlySpan<T> rows) => _action(rows);
}

/// <summary>What is done with rows.</summary>
public delegate void RowsAction<T>(ReadOnlySpan<T> rows);
