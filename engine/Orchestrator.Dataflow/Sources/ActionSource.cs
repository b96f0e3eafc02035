namespace Orchestrator.Dataflow.Sources;

/// <summary>Calls a method again and again, which adds a few rows each time.</summary>
public sealed class ActionSource<T> : Source<T>
{
    private readonly Func<Output<T>, CancellationToken, bool> _produce;
    private readonly bool _mayBlock;
    private CancellationToken _cancellation;

    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="produce">Adds a few rows, best up to a buffer of them, and says whether there may be more.</param>
    /// <param name="mayBlock">Whether it may take long, so that a thread of its own is needed.</param>
    public ActionSource(Flow flow, string name, Func<Output<T>, bool> produce, bool mayBlock = false)
        : this(flow, name, (output, _) => produce(output), mayBlock)
    {
    }

    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="produce">
    /// Adds a few rows, best up to a buffer of them, and says whether there may be more; its token fires where the flow
    /// is to stop.
    /// </param>
    /// <param name="mayBlock">Whether it may take long, so that a thread of its own is needed.</param>
    public ActionSource(
        Flow flow, string name, Func<Output<T>, CancellationToken, bool> produce, bool mayBlock = false)
        : base(flow, name) => (_produce, _mayBlock) = (produce, mayBlock);

    protected internal override bool MayBlock => _mayBlock;

    protected internal override void Begin(CancellationToken cancellation) => _cancellation = cancellation;

    protected override bool Produce() => _produce(Output, _cancellation);
}
