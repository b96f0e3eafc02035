using System.Runtime.ExceptionServices;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Writes row batches through the client's bulk copy, which runs on a thread of its own from the first batch to
/// <see cref="Complete"/>; afterwards it may be written to again. Disposed before, it lets the copy end as it is: the
/// session stays whole, and the caller rolls back. Used by one thread.
/// </summary>
internal sealed class SqlServerBulkWriter : IBulkWriter
{
    private readonly SqlServerDatabase _database;
    private readonly TableName _table;
    private readonly SqlServerColumns _columns;
    private readonly SqlBulkCopyOptions _options;
    private readonly KeptNulls? _kept;
    private readonly Func<IBulkWriter> _singly;
    private RowFeed? _feed;
    private Thread? _thread;
    private ExceptionDispatchInfo? _fault;
    private SqlServerWrittenRows _written = new();
    private bool _isStreaming;
    private long _earlier;
    private long _offered;

    /// <summary>A writer into a table, within the transaction of the database.</summary>
    /// <exception cref="DataRefusedException">The table lacks a column.</exception>
    public SqlServerBulkWriter(
        SqlServerDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, WriteOptions options)
    {
        _database = database;
        _table = table;
        _columns = new SqlServerColumns(database, table, columns, filled);
        _kept = options.KeepsNulls ? new KeptNulls(database, table, _columns) : null;
        _options = Of(options with { KeepsNulls = _kept?.IsSaid == true });
        _singly = () => new SqlServerRowWriter(database, table, columns, filled, options);
    }

    public void Write(RowBatch batch, int from, int count)
    {
        if (count == 0)
        {
            return;
        }

        if (_kept?.AreLostIn(batch, from, count) == true)
        {
            _earlier += EndCopy();
            using var statements = _singly();
            statements.Write(batch, from, count);
            _earlier += statements.Complete();
            return;
        }

        if (_feed is not null && LongValues.AreIn(batch, from, count) != _isStreaming)
        {
            _earlier += EndCopy();
        }

        Start(LongValues.AreIn(batch, from, count));
        _written.Add(batch, from, count);
        _feed!.Offer(batch, from, count);
        _offered += count;
        if (_fault is not null || _database.Work.IsStopped)
        {
            Finish();
            _fault?.Throw();
            throw new OperationCanceledException($"Writing into {_table} was stopped.");
        }
    }

    public long Complete()
    {
        var rows = _earlier + EndCopy();
        _earlier = 0;
        return rows;
    }

    public void Dispose() => Finish();

    private static SqlBulkCopyOptions Of(WriteOptions options) =>
        (options.KeepsIdentity ? SqlBulkCopyOptions.KeepIdentity : 0)
        | (options.KeepsNulls ? SqlBulkCopyOptions.KeepNulls : 0)
        | (options.ChecksConstraints ? SqlBulkCopyOptions.CheckConstraints : 0)
        | (options.FiresTriggers ? SqlBulkCopyOptions.FireTriggers : 0)
        | (options.LocksTable ? SqlBulkCopyOptions.TableLock : 0);

    private void Start(bool streams)
    {
        if (_feed is not null)
        {
            return;
        }

        (_fault, _written, _isStreaming, _offered) = (null, new SqlServerWrittenRows(), streams, 0);
        _feed = new RowFeed(_columns.Boxes, _columns.Filled);
        _database.Work.Enter(_feed.Stop);
        _thread = new Thread(Copy) { IsBackground = true, Name = $"copy {_table}" };
        _thread.Start();
    }

    private long EndCopy()
    {
        if (_feed is null)
        {
            return 0;
        }

        var rows = Finish();
        _fault?.Throw();
        return rows == _offered ? rows : throw new InvalidOperationException(
            $"The bulk copy into {_table} took {rows} of {_offered} rows.");
    }

    // A copy that waits for the next batch hears of a stop only by being told that there is none.
    private long Finish()
    {
        _feed?.End();
        _thread?.Join();
        _thread = null;
        _database.Work.Leave();
        var rows = _feed?.Rows ?? 0;
        _feed?.Dispose();
        _feed = null;
        return rows;
    }

    private void Copy()
    {
        var rows = _feed!;
        try
        {
            using var copy = new SqlBulkCopy(_database.Connection, _options, _database.Transaction)
            {
                DestinationTableName = _database.Dialect.Quote(_table),
                BulkCopyTimeout = 0,
                EnableStreaming = _isStreaming,
            };
            foreach (var (name, place) in _columns.Names.Select((name, place) => (name, place)))
            {
                copy.ColumnMappings.Add(place, _database.Dialect.Quote(name));
            }

            copy.WriteToServer(rows);
        }
        catch (Exception failure)
        {
            // Whatever it was ends the load on the thread that writes, a bug too.
            _fault = ExceptionDispatchInfo.Capture(Explained(failure, rows));
        }
        finally
        {
            rows.Release();
        }
    }

    private Exception Explained(Exception failure, RowFeed rows) => failure switch
    {
        SqlException server when SqlServerErrors.Note(server, 1, _database.Work.IsStopped) == DatabaseFaultClass.Data =>
            _written.Refusal(server, _table, _columns.Names),
        InvalidOperationException client when rows.RowNumber > 0 =>
            new DataRefusedException(
                "ORC3412",
                $"Row {rows.RowNumber}: the table's column '{_columns.Names[rows.Column]}' does not take its value. "
                + "The table is not what it was when the load began, or the column takes no NULL; run it again.",
                client)
            { Row = rows.RowNumber, Column = _columns.Names[rows.Column] },
        _ => failure,
    };
}
