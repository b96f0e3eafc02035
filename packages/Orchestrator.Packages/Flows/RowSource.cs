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
    private readonly IRowReader _reader;
    private readonly RowMaking<T> _making;
    private readonly Func<ColumnVector[], int, T> _make;
    private readonly RunResources _resources;
    private readonly FlowRejects _rejects;
    private readonly Action<long> _told;
    private RowBatchPool? _pool;
    private Guard? _guard;
    private CancellationToken _cancellation;
    private RowBatch? _batch;
    private ColumnVector[] _columns = [];
    private int _at;
    private long _rows;

    /// <param name="name">Of the worker.</param>
    /// <param name="from">What it is of, for messages.</param>
    /// <param name="reader">The reader; its owner disposes of it.</param>
    /// <param name="resources">What bounds its row batches.</param>
    /// <param name="rejects">Takes rows that are no such rows.</param>
    /// <param name="told">Told how many rows have been read so far.</param>
    public RowSource(
        Flow flow, string name, string from, IRowReader reader, RunResources resources, FlowRejects rejects,
        Action<long> told)
        : base(flow, name)
    {
        (_reader, _resources, _rejects, _told) = (reader, resources, rejects, told);
        (_making, _make) = RowFit.Of(typeof(T),
            () => (new RowMaking<T>(reader.Columns, $"'{from}'"), RowMaking<T>.Maker));
    }

    protected override bool MayBlock => true;

    protected override void Begin(CancellationToken cancellation)
    {
        _cancellation = cancellation;
        _pool = new RowBatchPool(_resources.Memory, _reader.Columns);
        _guard = new Guard(_reader.Columns, _making.Guarded, _resources);
    }

    protected override void End()
    {
        _batch?.Dispose();
        _batch = null;
        _guard?.Dispose();
        _pool?.Dispose();
    }

    protected override bool Produce()
    {
        _rejects.AwaitRoom();
        if ((_batch is null || _at == _batch.Count) && !Next())
        {
            return false;
        }

        var space = Output.Space;
        var count = 0;
        for (; _at < _batch!.Count && count < space.Length; _at++)
        {
            try
            {
                space[count] = _make(_columns, _at);
                count++;
            }
            catch (FormatException wrong)
            {
                _rejects.Add(Name, wrong.Message, Text(), _batch.RowNumber(_at), _batch.File);
            }
        }

        Output.Advance(count);
        return true;
    }

    private bool Next()
    {
        _batch?.Dispose();
        _batch = null;
        var next = _pool!.Rent(_cancellation);
        if (!_reader.Read(next, _cancellation))
        {
            next.Dispose();
            return false;
        }

        _rows += next.Read;
        _rejects.Add(next.Rejected);
        next.Rejected.Clear();
        _batch = _guard!.Check(next);
        (_columns, _at) = (_batch.Columns.ToArray(), 0);
        foreach (var row in _batch.Rejected)
        {
            _rejects.Add(Name, $"column {row.Column} {row.Message}", row.SourceRow ?? "", row.Row, row.File);
        }

        _told(_rows);
        return true;
    }

    private string Text() =>
        RowText.Write(_making.Guarded.Select((member, i) => (member.Name, _columns[i])), _at) ?? "";
}
