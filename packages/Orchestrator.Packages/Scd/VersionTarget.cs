using Orchestrator.Data;
using Orchestrator.Dataflow;

namespace Orchestrator.Packages.Scd;

/// <summary>Writes versions into a work table in bulk, over the connection of the target.</summary>
/// <param name="from">The versions.</param>
/// <param name="name">Unique within the flow.</param>
/// <param name="work">The connection, which nobody else uses from the first version on.</param>
/// <param name="table">The work table.</param>
/// <param name="numbers">Writes a version.</param>
internal sealed class VersionTarget(
    Output<ScdVersion> from, string name, ScdWork work, TableName table, IReadOnlyList<RowColumn> columns,
    VersionNumbers numbers) : Target<ScdVersion>(from, name)
{
    private RowBatchPool? _pool;
    private IBulkWriter? _writer;
    private RowBatch? _batch;
    private ColumnVector[] _vectors = [];
    private CancellationToken _cancellation;

    protected override bool MayBlock => true;

    protected override void Begin(CancellationToken cancellation) => _cancellation = cancellation;

    protected override void Receive(ReadOnlySpan<ScdVersion> rows)
    {
        _writer ??= work.Database.Write(table, columns, [], new WriteOptions());
        _pool ??= work.Pool(columns);
        foreach (var version in rows)
        {
            if (_batch is null)
            {
                _batch = _pool.Rent(_cancellation);
                _vectors = _batch.Columns.ToArray();
            }

            numbers.Write(version, _vectors, _batch.Count++);
            if (_batch.IsFull)
            {
                Send();
            }
        }
    }

    protected override void ReceiveEnd()
    {
        Send();
        _writer?.Complete();
    }

    protected override void End()
    {
        _batch?.Dispose();
        _writer?.Dispose();
        _pool?.Dispose();
        (_batch, _writer, _pool) = (null, null, null);
    }

    private void Send()
    {
        if (_batch is { } full)
        {
            _batch = null;
            using (full)
            {
                _writer!.Write(full, 0, full.Count);
            }
        }
    }
}
