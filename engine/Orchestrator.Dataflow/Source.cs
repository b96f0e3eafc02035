namespace Orchestrator.Dataflow;

/// <summary>Makes rows.</summary>
public abstract class Source<T> : Worker
{
    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow.</param>
    protected Source(Flow flow, string name)
        : base(flow, name) => Output = new Output<T>(this);

    /// <summary>Where its rows leave it.</summary>
    public Output<T> Output { get; }

    /// <summary>Adds a few rows to <see cref="Output"/>, up to a buffer of them.</summary>
    /// <returns>Whether there may be more.</returns>
    protected abstract bool Produce();

    protected internal override StepResult Step() =>
        !Output.HasRoom ? StepResult.AwaitsRoom : Produce() ? StepResult.More : StepResult.Ended;
}
