using Orchestrator.Data;
using Orchestrator.Dataflow;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// Rows of a statement over the connection of the target, which reads one at a time: so it may have to wait for another
/// source to end.
/// </summary>
/// <param name="name">Unique within the flow.</param>
/// <param name="work">The connection.</param>
/// <param name="sql">The statement.</param>
/// <param name="make">Makes a row.</param>
internal sealed class StatementSource<T>(
    Flow flow, string name, ScdWork work, string sql, Func<ColumnVector[], int, T> make) : Source<T>(flow, name)
{
    private IRowReader? _reader;
    private RowBatchPool? _pool;
    private RowBatch? _batch;
    private ColumnVector[] _columns = [];
    private int _at;
    private CancellationToken _cancellation;

    /// <summary>Set when the connection can be used for it; null = at once.</summary>
    public ManualResetEventSlim? After { get; init; }

    /// <summary>Set when the connection can be used for others again.</summary>
    public ManualResetEventSlim? HasEnded { get; init; }

    protected override bool MayBlock => true;

    protected override void Begin(CancellationToken cancellation) => _cancellation = cancellation;

    protected override bool Produce()
    {
        if ((_batch is null || _at == _batch.Count) && !Next())
        {
            // Before anybody hears that it has ended, as who hears it uses the connection.
            Close();
            HasEnded?.Set();
            return false;
        }

        var space = Output.Space;
        var count = Math.Min(space.Length, _batch!.Count - _at);
        for (var i = 0; i < count; i++)
        {
            space[i] = make(_columns, _at++);
        }

        Output.Advance(count);
        return true;
    }

    protected override void End() => Close();

    private bool Next()
    {
        if (_reader is null)
        {
            After?.Wait(_cancellation);
            _reader = work.Database.Read(sql);
            _pool = work.Pool(_reader.Columns);
        }

        _batch?.Dispose();
        _batch = null;
        var next = _pool!.Rent(_cancellation);
        try
        {
            if (!_reader.Read(next, _cancellation))
            {
                return false;
            }

            (_batch, _columns, _at) = (next, next.Columns.ToArray(), 0);
            return true;
        }
        finally
        {
            if (_batch is null)
            {
                next.Dispose();
            }
        }
    }

    private void Close()
    {
        _batch?.Dispose();
        _reader?.Dispose();
        _pool?.Dispose();
        (_batch, _reader, _pool) = (null, null, null);
    }
}
