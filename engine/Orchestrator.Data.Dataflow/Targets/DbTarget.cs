using System.Runtime.ExceptionServices;
using Orchestrator.Data.Dataflow.Mapping;
using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Targets;

/// <summary>How rows are written into a table.</summary>
public sealed record DbTargetOptions
{
    /// <summary>In a transaction of its own.</summary>
    public static DbTargetOptions Default { get; } = new();

    /// <summary>
    /// Whether it writes within the transaction that is open on the connection, which its owner then ends; else it
    /// begins one, and commits it when the last row has come. No unless told.
    /// </summary>
    public bool IsWithinTransaction { get; init; }

    /// <summary>Bulk loading: whether the table is locked as a whole. No unless told.</summary>
    public bool LocksTable { get; init; }

    /// <summary>What bounds the bytes on their way; a bound of its own unless given.</summary>
    public MemoryBudget? Memory { get; init; }
}

/// <summary>Writes rows into a table whose columns are called as the members.</summary>
public abstract class DbTarget<T> : RowBatchTarget<T>
{
    private readonly IDatabase _database;
    private readonly TableName _table;
    private readonly DbTargetOptions _options;
    private readonly WriteOptions _write;
    private IReadOnlyList<RowColumn> _columns = [];
    private IDisposable? _identity;
    private IBulkWriter? _writer;
    private IDisposable? _stop;
    private bool _hasBegun;

    private protected DbTarget(Output<T> from, string name, IDatabase database, TableName table,
        DbTargetOptions? options, bool isRowByRow, LinkOptions? link)
        : base(from, name, link, options?.Memory)
    {
        (_database, _table, _options) = (database, table, options ?? DbTargetOptions.Default);
        _write = new WriteOptions { IsRowByRow = isRowByRow, LocksTable = _options.LocksTable };
    }

    private protected override IReadOnlyList<(RowColumn Column, ColumnLimits Limits)> Open()
    {
        _stop ??= _database.Interruption.On(Cancellation);
        if (!_options.IsWithinTransaction)
        {
            _database.Begin(Cancellation);
            _hasBegun = true;
        }

        _columns = _database.Complete(_table, RowTaking<T>.In(_database.Columns(_table), _table));
        _identity = _database.KeepIdentity(_table, [.. _columns.Select(column => column.Name)]);
        return [.. _columns.Select(column => (column, _database.Limits(column)))];
    }

    private protected override int Write(RowBatch batch)
    {
        if (Rejects.Output.IsLinked)
        {
            return WritePart(batch, 0, batch.Count);
        }

        OpenWriter().Write(batch, 0, batch.Count);
        return batch.Count;
    }

    private protected override void Complete()
    {
        CompleteWriter();
        _identity?.Dispose();
        _identity = null;
        if (_hasBegun)
        {
            _database.Commit();
            _hasBegun = false;
        }

        LetGo();
    }

    private protected override void Close()
    {
        LetGo();
        _writer?.Dispose();
        if (_hasBegun)
        {
            _database.Rollback();
        }

        _identity?.Dispose();
        (_writer, _identity, _hasBegun) = (null, null, false);
    }

    // The session is its owner's from then on.
    private void LetGo()
    {
        _stop?.Dispose();
        _stop = null;
    }

    private IBulkWriter OpenWriter() => _writer ??= _database.Write(_table, _columns, [], _write);

    private void CompleteWriter()
    {
        using var done = _writer;
        _writer = null;
        done?.Complete();
    }

    /// <summary>Takes back a part that is refused, and halves it until the rows at fault stand alone.</summary>
    private int WritePart(RowBatch batch, int from, int count)
    {
        var dialect = _database.Platform.Dialect;
        _database.Execute(dialect.Savepoint);
        try
        {
            OpenWriter().Write(batch, from, count);
            CompleteWriter();
        }
        catch (Exception fault) when (ReasonOf(fault) is not null)
        {
            _writer?.Dispose();
            _writer = null;
            Back(fault);
            if (count == 1)
            {
                Refuse(batch, from, ReasonOf(fault)!);
                return 0;
            }

            return WritePart(batch, from, count / 2) + WritePart(batch, from + (count / 2), count - (count / 2));
        }

        _database.Execute(dialect.ReleaseSavepoint);
        return count;
    }

    private void Back(Exception refused)
    {
        try
        {
            _database.Execute(_database.Platform.Dialect.BackToSavepoint);
            _database.Execute(_database.Platform.Dialect.ReleaseSavepoint);
        }
        catch (Exception gone) when (_database.Platform.Explain(gone) is not null)
        {
            // The refusal has ended the transaction, and is what there is to tell.
            ExceptionDispatchInfo.Throw(refused);
        }
    }

    /// <summary>What the database says of the rows; null = it is not about them.</summary>
    private string? ReasonOf(Exception fault) => fault is DataRefusedException ? fault.Message
        : _database.Platform.Explain(fault) is { Class: DatabaseFaultClass.Data, IsConnectionLost: false } known
            ? known.Text : null;
}
