using Orchestrator.Data.Dataflow.Transforms;
using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Sources;

/// <summary>
/// Sends the rows of a reader as rows of a type, whose members are found among the columns by their names: two workers,
/// one that waits for rows, one that makes them.
/// </summary>
public abstract class RowReaderSource<T> : CompositeWorker
{
    private protected RowReaderSource(Flow flow, string name, Func<CancellationToken, IRowReader> open,
        Interruption? interruption, MemoryBudget? memory)
        : base(flow, name)
    {
        using var parts = Parts();
        var read = new RowBatchSource(flow, "read", open, interruption, memory);
        var made = new RowsOfBatches<T>(read.Output, "make");
        (Output, Rejects) = (made.Output, made.Rejects);
    }

    /// <summary>Where its rows leave it.</summary>
    public Output<T> Output { get; }

    /// <summary>What becomes of rows that are not of the type.</summary>
    public Rejects<UnreadRow> Rejects { get; }
}
