using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Sources;

/// <summary>Sends the row batches of a reader, a few of which are on their way at a time.</summary>
public sealed class RowBatchSource : Source<ColumnBatch>
{
    private readonly Func<CancellationToken, IRowReader> _open;
    private readonly Interruption? _interruption;
    private readonly MemoryBudget _memory;
    private readonly HashSet<ColumnBatch> _away = [];
    private IReadOnlyList<BatchColumn> _columns = [];
    private CancellationToken _cancellation;
    private IDisposable? _stop;
    private IRowReader? _reader;
    private RowBatchPool? _pool;

    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="open">Opens the reader, in each run anew, on the source's own thread.</param>
    /// <param name="interruption">Ends what the reader waits for; null = nothing can.</param>
    /// <param name="memory">What bounds the bytes of its batches; a bound of its own unless given.</param>
    public RowBatchSource(Flow flow, string name, Func<CancellationToken, IRowReader> open,
        Interruption? interruption = null, MemoryBudget? memory = null)
        : base(flow, name) =>
        (_open, _interruption, _memory) = (open, interruption, memory ?? new RunResources().Memory);

    /// <summary>Its batches are as large as many buffers of rows, so one of them is a buffer.</summary>
    public static LinkOptions Link { get; } = new() { RowsPerBuffer = 1, Depth = 2 };

    protected override bool MayBlock => true;

    protected override void Begin(CancellationToken cancellation) => _cancellation = cancellation;

    protected override bool Produce()
    {
        _stop ??= _interruption?.On(_cancellation);
        if (_reader is null)
        {
            _reader = _open(_cancellation);
            _columns = [.. _reader.Columns.Select((column, place) => new BatchColumn(column, place))];
            _pool = new RowBatchPool(_memory, _reader.Columns);
        }

        var batch = Away(_pool!.Rent(_cancellation));
        if (!_reader.Read(batch.Rows, _cancellation))
        {
            LetGo();
            batch.Dispose();
            return false;
        }

        Output.Add(batch);
        return true;
    }

    protected override void End()
    {
        LetGo();
        foreach (var batch in _away.ToArray())
        {
            batch.Dispose();
        }

        _reader?.Dispose();
        _pool?.Dispose();
        (_reader, _pool) = (null, null);
    }

    // The session is its owner's from then on.
    private void LetGo()
    {
        _stop?.Dispose();
        _stop = null;
    }

    private ColumnBatch Away(RowBatch rows)
    {
        var batch = new ColumnBatch(rows, _columns, left =>
        {
            lock (_away)
            {
                _away.Remove(left);
            }
        });
        lock (_away)
        {
            _away.Add(batch);
        }

        return batch;
    }
}
