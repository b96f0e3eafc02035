namespace Orchestrator.Dataflow.Targets;

/// <summary>Hands rows to a method, some at a time.</summary>
public sealed class ActionTarget<T> : Target<T>
{
    private readonly RowsAction<T> _action;
    private readonly bool _mayBlock;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="action">
    /// Called with the rows, which it may read until it returns. Where it throws it has taken none of them: all are
    /// rejected.
    /// </param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    /// <param name="mayBlock">Whether it may take long, so that a thread of its own is needed.</param>
    public ActionTarget(
        Output<T> from, string name, RowsAction<T> action, LinkOptions? link = null, bool mayBlock = false)
        : base(from, name, link)
    {
        (_action, _mayBlock) = (action, mayBlock);
        Rejects = new Rejects<T>(this);
    }

    /// <summary>What becomes of rows for which it failed.</summary>
    public Rejects<T> Rejects { get; }

    protected internal override bool MayBlock => _mayBlock;

    protected override void Receive(ReadOnlySpan<T> rows)
    {
        try
        {
            _action(rows);
        }
        catch (Exception failure) when (Rejects.Take(failure))
        {
            foreach (var row in rows)
            {
                Rejects.Add(row, failure.Message);
            }
        }
    }
}

/// <summary>What is done with rows.</summary>
public delegate void RowsAction<T>(ReadOnlySpan<T> rows);
