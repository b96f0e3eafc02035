using Orchestrator.Data;
using Orchestrator.Dataflow;

namespace Orchestrator.Packages.Scd;

/// <summary>Writes versions into a work table in bulk, over the connection of the target.</summary>
/// <param name="from">The versions.</param>
/// <param name="name">Unique within the flow.</param>
/// <param name="work">The connection, which nobody else uses from the first version on.</param>
/// <param name="table">The work table.</param>
/// <param name="columns">Its columns.</param>
/// <param name="numbers">Writes a version.</param>
internal sealed class VersionTarget(
    Output<ScdVersion> from, string name, ScdWork work, TableName table, IReadOnlyList<RowColumn> columns,
    VersionNumbers numbers) : Target<ScdVersion>(from, name)
{
    private RowBatchPool? pool;
    private IBulkWriter? writer;
    private RowBatch? batch;
    private ColumnVector[] vectors = [];
    private CancellationToken cancellation;

    /// <inheritdoc/>
    protected override bool MayBlock => true;

    /// <inheritdoc/>
    protected override void Begin(CancellationToken cancellation) => this.cancellation = cancellation;

    /// <inheritdoc/>
    protected override void Receive(ReadOnlySpan<ScdVersion> rows)
    {
        writer ??= work.Database.Write(table, columns, [], new WriteOptions());
        pool ??= work.Pool(columns);
        foreach (var version in rows)
        {
            if (batch is null)
            {
                batch = pool.Rent(cancellation);
                vectors = batch.Columns.ToArray();
            }

            numbers.Write(version, vectors, batch.Count++);
            if (batch.IsFull)
            {
                Send();
            }
        }
    }

    /// <inheritdoc/>
    protected override void ReceiveEnd()
    {
        Send();
        writer?.Complete();
    }

    /// <inheritdoc/>
    protected override void End()
    {
        batch?.Dispose();
        writer?.Dispose();
        pool?.Dispose();
        (batch, writer, pool) = (null, null, null);
    }

    private void Send()
    {
        if (batch is { } full)
        {
            batch = null;
            using (full)
            {
                writer!.Write(full, 0, full.Count);
            }
        }
    }
}
