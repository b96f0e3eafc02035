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
    private readonly SqlServerDatabase database;
    private readonly TableName table;
    private readonly SqlServerColumns columns;
    private readonly SqlBulkCopyOptions options;
    private readonly KeptNulls? kept;
    private readonly Func<IBulkWriter> singly;
    private RowFeed? feed;
    private Thread? thread;
    private ExceptionDispatchInfo? fault;
    private SqlServerWrittenRows written = new();
    private bool isStreaming;
    private long earlier;
    private long offered;

    /// <summary>A writer into a table, within the transaction of the database.</summary>
    /// <exception cref="DataRefusedException">The table lacks a column.</exception>
    public SqlServerBulkWriter(
        SqlServerDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, WriteOptions options)
    {
        this.database = database;
        this.table = table;
        this.columns = new SqlServerColumns(database, table, columns, filled);
        kept = options.KeepsNulls ? new KeptNulls(database, table, this.columns) : null;
        this.options = Of(options with { KeepsNulls = kept?.IsSaid == true });
        singly = () => new SqlServerRowWriter(database, table, columns, filled, options);
    }

    /// <inheritdoc/>
    public void Write(RowBatch batch, int from, int count)
    {
        if (count == 0)
        {
            return;
        }

        if (kept?.AreLostIn(batch, from, count) == true)
        {
            earlier += EndCopy();
            using var statements = singly();
            statements.Write(batch, from, count);
            earlier += statements.Complete();
            return;
        }

        if (feed is not null && LongValues.AreIn(batch, from, count) != isStreaming)
        {
            earlier += EndCopy();
        }

        Start(LongValues.AreIn(batch, from, count));
        written.Add(batch, from, count);
        feed!.Offer(batch, from, count);
        offered += count;
        if (fault is not null || database.Work.IsStopped)
        {
            Finish();
            fault?.Throw();
            throw new OperationCanceledException($"Writing into {table} was stopped.");
        }
    }

    /// <inheritdoc/>
    public long Complete()
    {
        var rows = earlier + EndCopy();
        earlier = 0;
        return rows;
    }

    /// <inheritdoc/>
    public void Dispose() => Finish();

    private static SqlBulkCopyOptions Of(WriteOptions options) =>
        (options.KeepsIdentity ? SqlBulkCopyOptions.KeepIdentity : 0)
        | (options.KeepsNulls ? SqlBulkCopyOptions.KeepNulls : 0)
        | (options.ChecksConstraints ? SqlBulkCopyOptions.CheckConstraints : 0)
        | (options.FiresTriggers ? SqlBulkCopyOptions.FireTriggers : 0)
        | (options.LocksTable ? SqlBulkCopyOptions.TableLock : 0);

    private void Start(bool streams)
    {
        if (feed is not null)
        {
            return;
        }

        (fault, written, isStreaming, offered) = (null, new SqlServerWrittenRows(), streams, 0);
        feed = new RowFeed(columns.Boxes, columns.Filled);
        database.Work.Enter(feed.Stop);
        thread = new Thread(Copy) { IsBackground = true, Name = $"copy {table}" };
        thread.Start();
    }

    private long EndCopy()
    {
        if (feed is null)
        {
            return 0;
        }

        var rows = Finish();
        fault?.Throw();
        return rows == offered ? rows : throw new InvalidOperationException(
            $"The bulk copy into {table} took {rows} of {offered} rows.");
    }

    // A copy that waits for the next batch hears of a stop only by being told that there is none.
    private long Finish()
    {
        feed?.End();
        thread?.Join();
        thread = null;
        database.Work.Leave();
        var rows = feed?.Rows ?? 0;
        feed?.Dispose();
        feed = null;
        return rows;
    }

    private void Copy()
    {
        var rows = feed!;
        try
        {
            using var copy = new SqlBulkCopy(database.Connection, options, database.Transaction)
            {
                DestinationTableName = database.Dialect.Quote(table),
                BulkCopyTimeout = 0,
                EnableStreaming = isStreaming,
            };
            foreach (var (name, place) in columns.Names.Select((name, place) => (name, place)))
            {
                copy.ColumnMappings.Add(place, database.Dialect.Quote(name));
            }

            copy.WriteToServer(rows);
        }
        catch (Exception failure)
        {
            // Whatever it was ends the load on the thread that writes, a bug too.
            fault = ExceptionDispatchInfo.Capture(Explained(failure, rows));
        }
        finally
        {
            rows.Release();
        }
    }

    private Exception Explained(Exception failure, RowFeed rows) => failure switch
    {
        SqlException server when SqlServerErrors.Note(server, 1, database.Work.IsStopped) == DatabaseFaultClass.Data =>
            written.Refusal(server, table, columns.Names),
        InvalidOperationException client when rows.RowNumber > 0 =>
            new DataRefusedException(
                "ORC3412",
                $"Row {rows.RowNumber}: the table's column '{columns.Names[rows.Column]}' does not take its value. "
                + "The table is not what it was when the load began, or the column takes no NULL; run it again.",
                client)
            { Row = rows.RowNumber, Column = columns.Names[rows.Column] },
        _ => failure,
    };
}
