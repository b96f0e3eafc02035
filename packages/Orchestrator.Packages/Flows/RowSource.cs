using System.Diagnostics.CodeAnalysis;
using Orchestrator.Data;
using Orchestrator.Data.Dataflow.Mapping;
using Orchestrator.Dataflow;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// What a reader gives, as rows of a type: the guard makes its columns those of the members, and what does not fit a
/// member is a rejected row.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "What it opens it closes in End, which every run calls.")]
internal sealed class RowSource<T> : Source<T>
{
    private readonly IRowReader reader;
    private readonly RowMaking<T> making;
    private readonly Func<ColumnVector[], int, T> make;
    private readonly RunResources resources;
    private readonly FlowRejects rejects;
    private readonly Action<long> told;
    private readonly Action interrupt;
    private RowBatchPool? pool;
    private Guard? guard;
    private CancellationToken cancellation;
    private CancellationTokenRegistration stop;
    private RowBatch? batch;
    private ColumnVector[] columns = [];
    private int at;
    private long rows;

    /// <param name="flow">The flow.</param>
    /// <param name="name">Of the worker.</param>
    /// <param name="from">What it is of, for messages.</param>
    /// <param name="reader">The reader; its owner disposes of it.</param>
    /// <param name="resources">What bounds its row batches.</param>
    /// <param name="rejects">Takes rows that are no such rows.</param>
    /// <param name="interrupt">Stops the reader in the middle, from any thread.</param>
    /// <param name="told">Told how many rows have been read so far.</param>
    public RowSource(
        Flow flow, string name, string from, IRowReader reader, RunResources resources, FlowRejects rejects,
        Action interrupt, Action<long> told)
        : base(flow, name)
    {
        (this.reader, this.resources, this.rejects) = (reader, resources, rejects);
        (this.interrupt, this.told) = (interrupt, told);
        (making, make) = RowFit.Of(typeof(T),
            () => (new RowMaking<T>(reader.Columns, $"'{from}'"), RowMaking<T>.Maker));
    }

    /// <inheritdoc/>
    protected override bool MayBlock => true;

    /// <inheritdoc/>
    protected override void Begin(CancellationToken cancellation)
    {
        this.cancellation = cancellation;
        stop = cancellation.Register(interrupt);
        pool = new RowBatchPool(resources.Memory, reader.Columns);
        guard = new Guard(reader.Columns, making.Guarded, resources);
    }

    /// <inheritdoc/>
    protected override void End()
    {
        stop.Dispose();
        batch?.Dispose();
        batch = null;
        guard?.Dispose();
        pool?.Dispose();
    }

    /// <inheritdoc/>
    protected override bool Produce()
    {
        rejects.AwaitRoom();
        if ((batch is null || at == batch.Count) && !Next())
        {
            return false;
        }

        var space = Output.Space;
        var count = 0;
        for (; at < batch!.Count && count < space.Length; at++)
        {
            try
            {
                space[count] = make(columns, at);
                count++;
            }
            catch (FormatException wrong)
            {
                rejects.Add(Name, wrong.Message, Text(), batch.RowNumber(at), batch.File);
            }
        }

        Output.Advance(count);
        return true;
    }

    private bool Next()
    {
        batch?.Dispose();
        batch = null;
        var next = pool!.Rent(cancellation);
        if (!reader.Read(next, cancellation))
        {
            next.Dispose();
            return false;
        }

        rows += next.Read;
        rejects.Add(next.Rejected);
        next.Rejected.Clear();
        batch = guard!.Check(next);
        (columns, at) = (batch.Columns.ToArray(), 0);
        foreach (var row in batch.Rejected)
        {
            rejects.Add(Name, $"column {row.Column} {row.Message}", row.SourceRow ?? "", row.Row, row.File);
        }

        told(rows);
        return true;
    }

    private string Text() =>
        RowText.Write(making.Guarded.Select((member, i) => (member.Name, columns[i])), at) ?? "";
}
