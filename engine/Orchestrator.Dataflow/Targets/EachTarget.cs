namespace Orchestrator.Dataflow.Targets;

/// <summary>Hands each row to a method.</summary>
public sealed class EachTarget<T> : Target<T>
{
    private readonly Action<T> _action;
    private readonly bool _mayBlock;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="action">Takes a row; one for which it throws is rejected.</param>
    /// <param name="mayBlock">Whether it may take long, so that a thread of its own is needed.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public EachTarget(
        Output<T> from, string name, Action<T> action, bool mayBlock = false, LinkOptions? link = null)
        : base(from, name, link)
    {
        (_action, _mayBlock) = (action, mayBlock);
        Rejects = new Rejects<T>(this);
    }

    /// <summary>What becomes of rows for which it failed.</summary>
    public Rejects<T> Rejects { get; }

    protected internal override bool MayBlock => _mayBlock;

    protected override void Receive(ReadOnlySpan<T> rows) => Rejects.ForEach(rows, _action);
}
