using Orchestrator.Data.Dataflow.Mapping;
using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Targets;

/// <summary>
/// Takes rows of a type out of a flow into columns, through the guard: what a column cannot hold is rejected, never cut
/// or rounded.
/// </summary>
public abstract class RowBatchTarget<T> : Target<T>
{
    private readonly Action<T, ColumnVector[], int> _take;
    private readonly List<T> _rows = [];
    private readonly RunResources _resources;
    private RowBatchPool? _pool;
    private RowBatch? _batch;
    private ColumnVector[] _columns = [];
    private Guard? _guard;
    private long _written;

    private protected RowBatchTarget(Output<T> from, string name, LinkOptions? link, MemoryBudget? memory)
        : base(from, name, link)
    {
        _resources = memory is null ? new RunResources() : new RunResources { Memory = memory };
        _take = RowTaking<T>.Taker;
        Rejects = new Rejects<T>(this);
    }

    /// <summary>What becomes of rows that the columns cannot hold, or that the target refuses.</summary>
    public Rejects<T> Rejects { get; }

    /// <summary>Rows that it has written, whether or not they are committed yet.</summary>
    public long Written => Volatile.Read(ref _written);

    protected override bool MayBlock => true;

    /// <summary>What stops it.</summary>
    private protected CancellationToken Cancellation { get; private set; }

    /// <summary>Opens the target.</summary>
    /// <returns>Its columns for the members of the rows, in their order, and what each holds.</returns>
    private protected abstract IReadOnlyList<(RowColumn Column, ColumnLimits Limits)> Open();

    /// <summary>Writes rows; gives each that is refused to <see cref="Refuse"/>.</summary>
    /// <returns>How many it wrote.</returns>
    private protected abstract int Write(RowBatch batch);

    /// <summary>All rows have been written.</summary>
    private protected abstract void Complete();

    /// <summary>Closes what is open; what is not complete is taken back.</summary>
    private protected abstract void Close();

    /// <summary>Rejects a row of the batch that is being written.</summary>
    private protected void Refuse(RowBatch batch, int row, string reason) =>
        Rejects.Add(_rows[(int)batch.RowNumber(row) - 1], reason);

    protected override void Begin(CancellationToken cancellation) => (Cancellation, _written) = (cancellation, 0);

    protected override void Receive(ReadOnlySpan<T> rows)
    {
        OpenOnce();
        foreach (var row in rows)
        {
            if (_batch is { IsFull: true } || _rows.Count == _pool!.RowsMax)
            {
                Send();
            }

            if (_batch is null)
            {
                _batch = _pool!.Rent(Cancellation);
                _columns = _batch.Columns.ToArray();
            }

            Take(row);
        }
    }

    protected override void ReceiveEnd()
    {
        OpenOnce();
        Send();
        Complete();
    }

    protected override void End()
    {
        Close();
        _batch?.Dispose();
        _guard?.Dispose();
        _pool?.Dispose();
        (_batch, _guard, _pool) = (null, null, null);
        _rows.Clear();
    }

    private void OpenOnce()
    {
        if (_pool is not null)
        {
            return;
        }

        var columns = Open();
        _guard = new Guard(RowTaking<T>.Columns, [.. columns.Select((each, i) => new GuardColumn
        {
            Name = each.Column.Name,
            Source = i,
            Type = each.Column.Type,
            Limits = each.Limits,
            Nullable = each.Column.Nullable,
            OnTruncation = GuardPolicy.Redirect,
            OnScaleLoss = GuardPolicy.Redirect,
            OnEncodingLoss = GuardPolicy.Redirect,
            OnRangeLoss = GuardPolicy.Redirect,
            OnNull = GuardPolicy.Redirect,
        })], _resources);
        _pool = new RowBatchPool(_resources.Memory, RowTaking<T>.Columns);
    }

    private void Take(T row)
    {
        var place = _batch!.Count;
        try
        {
            _take(row, _columns, place);
            _batch.Count++;
            _rows.Add(row);
        }
        catch (Exception failure) when (Rejects.Take(failure))
        {
            Rejects.Add(row, failure.Message);
            foreach (var column in _columns)
            {
                column.ClearNull(place);
            }
        }
    }

    private void Send()
    {
        if (_batch is not { } batch)
        {
            return;
        }

        _batch = null;
        using var rows = _guard!.Check(batch);
        foreach (var row in rows.Rejected)
        {
            Rejects.Add(_rows[(int)row.Row - 1], $"column {row.Column} {row.Message}");
        }

        if (rows.Count > 0)
        {
            Volatile.Write(ref _written, _written + Write(rows));
        }

        _rows.Clear();
    }
}
