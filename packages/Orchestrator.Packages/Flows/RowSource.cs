using Orchestrator.Data;
using Orchestrator.Dataflow;

namespace Orchestrator.Packages.Flows;

/// <summary>What a reader gives, as rows of a type.</summary>
internal sealed class RowSource<T> : Source<T>
{
    private readonly IRowReader reader;
    private readonly RowBatchPool pool;
    private readonly Func<ColumnVector[], int, T> read;
    private readonly FlowRejects rejects;
    private readonly Action<long> told;
    private readonly Action interrupt;
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
    /// <param name="pool">Its row batches; disposed of at the end.</param>
    /// <param name="rejects">Takes rows that are no such rows.</param>
    /// <param name="interrupt">Stops the reader in the middle, from any thread.</param>
    /// <param name="told">Told how many rows have been read so far.</param>
    public RowSource(
        Flow flow, string name, string from, IRowReader reader, RowBatchPool pool, FlowRejects rejects,
        Action interrupt, Action<long> told)
        : base(flow, name)
    {
        (this.reader, this.pool, this.rejects, this.interrupt, this.told) = (reader, pool, rejects, interrupt, told);
        read = RowMembers.Reader<T>(reader.Columns, from);
    }

    /// <inheritdoc/>
    protected override bool MayBlock => true;

    /// <inheritdoc/>
    protected override void Begin(CancellationToken cancellation)
    {
        this.cancellation = cancellation;
        stop = cancellation.Register(interrupt);
    }

    /// <inheritdoc/>
    protected override void End()
    {
        stop.Dispose();
        batch?.Dispose();
        batch = null;
        pool.Dispose();
    }

    /// <inheritdoc/>
    protected override bool Produce()
    {
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
                space[count] = read(columns, at);
                count++;
            }
            catch (FormatException wrong)
            {
                rejects.Add(Name, wrong.Message, Text());
            }
        }

        Output.Advance(count);
        return true;
    }

    private bool Next()
    {
        batch?.Dispose();
        batch = null;
        var next = pool.Rent(cancellation);
        if (!reader.Read(next, cancellation))
        {
            next.Dispose();
            return false;
        }

        (batch, columns, at) = (next, next.Columns.ToArray(), 0);
        rejects.Add(next.Rejected);
        rows += next.Read;
        told(rows);
        return true;
    }

    private string Text() => string.Join(", ", reader.Columns.Select((column, i) =>
        $"{column.Name}={(columns[i].IsNull(at) ? "" : CellReaders.Text(columns[i], at))}"));
}
