namespace Orchestrator.Dataflow;

/// <summary>
/// A worker made of workers. Its constructor makes them between <see cref="Parts"/> and the end of what that gives,
/// behind the outputs that it is given, and shows some of their outputs as its own. Rows are counted where they come
/// in from others and leave to others; times are the sums of its parts.
/// </summary>
/// <example>
/// <code>
/// public sealed class Newest : CompositeWorker
/// {
///     public Newest(Output&lt;Price&gt; from, string name)
///         : base(from.Worker.Flow, name)
///     {
///         using var parts = Parts();
///         Output = from.Sort("sort", row => -row.Day).Distinct("first", row => row.Article).Output;
///     }
///
///     public Output&lt;Price&gt; Output { get; }
/// }
/// </code>
/// </example>
public abstract class CompositeWorker : Worker
{
    private readonly List<Worker> _parts = [];

    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow; stands before the names of its parts.</param>
    protected CompositeWorker(Flow flow, string name)
        : base(flow, name)
    {
    }

    internal override WorkerResult Result
    {
        get
        {
            var parts = Leaves().ToHashSet();
            WorkerResult[] results = [.. parts.Select(part => part.Result)];
            return new WorkerResult(
                Name,
                parts.SelectMany(part => part.Inputs).Select(input => input.Link)
                    .Where(link => link is not null && !parts.Contains(link.From.Worker)).Sum(link => link!.Received),
                parts.SelectMany(part => part.Outputs).Select(output => output.Link)
                    .Where(link => link is not null && !parts.Contains(link.To.Worker)).Sum(link => link!.Received),
                Sum(results, part => part.Working),
                Sum(results, part => part.AwaitingRows),
                Sum(results, part => part.AwaitingRoom),
                Sum(results, part => part.AwaitingThread));
        }
    }

    /// <summary>Its parts, in the order in which they were made.</summary>
    internal IReadOnlyList<Worker> Inner => _parts;

    /// <summary>Workers that are made until its end are parts of this one.</summary>
    protected IDisposable Parts()
    {
        Flow.Open(this);
        return new Closing(this);
    }

    /// <summary>It has nothing to do: its parts have steps of their own.</summary>
    protected internal sealed override StepResult Step() => StepResult.Ended;

    internal void Add(Worker part) => _parts.Add(part);

    private static TimeSpan Sum(WorkerResult[] results, Func<WorkerResult, TimeSpan> time) =>
        results.Aggregate(TimeSpan.Zero, (sum, result) => sum + time(result));

    private IEnumerable<Worker> Leaves() =>
        _parts.SelectMany(part => part is CompositeWorker composite ? composite.Leaves() : [part]);

    private sealed class Closing(CompositeWorker worker) : IDisposable
    {
        public void Dispose() => worker.Flow.Close(worker);
    }
}
