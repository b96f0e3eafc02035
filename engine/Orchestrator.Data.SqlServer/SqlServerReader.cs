using System.Data;
using System.Data.Common;
using Microsoft.Data.SqlClient;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Reads the rows of a query as they come, column by column in their order, so that a long value is never kept as a
/// whole by the client. Used by one thread.
/// </summary>
internal sealed class SqlServerReader : IRowReader
{
    private const int CancelledByUs = 0;

    private readonly SqlServerDatabase _database;
    private readonly SqlCommand _command;
    private readonly SqlDataReader _reader;
    private readonly SqlServerColumnReader[] _readers;
    private readonly RowRoom _rowRoom;
    private readonly ReadRoom _room;
    private readonly ProcedureCall? _call;
    private long _rows;
    private bool _hasEnded;

    private SqlServerReader(
        SqlServerDatabase database, SqlCommand command, SqlDataReader reader, IReadOnlyList<SqlServerQuery> known,
        ProcedureCall? call)
    {
        _call = call;
        _database = database;
        _command = command;
        _reader = reader;
        _rowRoom = new RowRoom(database.RowBytesMax);
        _room = new ReadRoom(_rowRoom);
        if (reader.FieldCount == 0)
        {
            throw new DataRefusedException(
                "ORC3413", "The query returns no columns. Give a single statement that returns rows.");
        }

        Columns = [.. reader.GetColumnSchema().Select((column, i) =>
            Declared(column, known.Count == reader.FieldCount ? known[i] : null))];
        _readers = [.. Columns.Select(column => ReaderOf(column.Type))];
    }

    public IReadOnlyList<RowColumn> Columns { get; }

    public long BytesRead { get; private set; }

    /// <summary>Sends the query.</summary>
    /// <exception cref="DataRefusedException">It returns no rows.</exception>
    public static SqlServerReader Open(
        SqlServerDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        var known = SqlServerQuery.Describe(database, sql, values);
        return Open(database, database.Command(sql, values), known, null);
    }

    /// <summary>Calls a procedure that returns rows.</summary>
    /// <exception cref="DataRefusedException">It returns none.</exception>
    public static SqlServerReader Open(SqlServerDatabase database, ProcedureCall call)
    {
        var known = SqlServerQuery.Describe(database, database.Dialect.RowsOf(call), call.Parameters);
        return Open(database, SqlServerProcedures.Command(database, call), known, call);
    }

    private static SqlServerReader Open(
        SqlServerDatabase database, SqlCommand command, IReadOnlyList<SqlServerQuery> known, ProcedureCall? call)
    {
        SqlDataReader? reader = null;
        try
        {
            reader = database.Work.Run(command, c => c.ExecuteReader(CommandBehavior.SequentialAccess));
            return new SqlServerReader(database, command, reader, known, call);
        }
        catch (Exception fault)
        {
            End(command, reader, hasEnded: false);
            Note(database, fault);
            throw;
        }
    }

    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        batch.Reset();
        batch.FirstRow = _rows + 1;
        batch.Block.IsValidUtf8 = true;
        _room.Batch = batch;
        using var stop = _database.Interruption.On(cancellation);
        try
        {
            _database.Work.Run(_command, _ => Fill(batch, cancellation));
        }
        catch (SqlException fault) when (fault.Number == CancelledByUs && cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
        catch (SqlException fault)
        {
            Note(_database, fault);
            throw;
        }

        _rows += batch.Count;
        BytesRead += batch.Block.Used;
        return batch.Count > 0;
    }

    public void Dispose() => End(_command, _reader, _hasEnded);

    // Closing a reader reads what is left of the result; a cancel makes the server stop sending it.
    private static void End(SqlCommand command, SqlDataReader? reader, bool hasEnded)
    {
        try
        {
            if (!hasEnded)
            {
                command.Cancel();
            }

            reader?.Dispose();
        }
        catch (Exception fault) when (fault is SqlException or InvalidOperationException or ArgumentException)
        {
            // It was cancelled, or the connection is gone, or the client has lost its place in what the server sent:
            // whoever disposes knows of the one and must not see the other in place of what went wrong before.
            command.Connection?.Close();
        }

        command.Dispose();
    }

    private static void Note(SqlServerDatabase database, Exception fault)
    {
        if (fault is SqlException known)
        {
            SqlServerErrors.Note(known, 1, database.Work.IsStopped);
        }
    }

    private static RowColumn Declared(DbColumn column, SqlServerQuery? known)
    {
        var declared = (column.DataTypeName ?? "").Split('.')[^1];
        var size = column.ColumnSize is null or int.MaxValue ? SqlType.Max : column.ColumnSize.Value;
        var isNational = declared.StartsWith("n", StringComparison.OrdinalIgnoreCase) && size > 0;
        var type = SqlServerTypeMap.Of(
            declared, isNational ? size * 2 : size, column.NumericPrecision ?? 0, column.NumericScale ?? 0)
            ?? throw new DataRefusedException(
                "ORC3411",
                $"The column '{column.ColumnName}' of the query has the type {declared}, which cannot be moved. "
                + "Convert it in the query.")
            { Column = column.ColumnName };
        return new RowColumn(column.ColumnName, type, column.AllowDBNull ?? true)
        {
            Native = SqlServerTypeMap.Native(type, null, known?.Collation, known?.CodePage ?? 0),
        };
    }

    private SqlServerColumnReader ReaderOf(SqlType type) => NumberReaders.For(type)
        ?? (type.Kind == SqlTypeKind.SqlVariant ? new VariantReader(_room)
        : type.IsBinary ? new BytesReader(_room)
        : type.Kind == SqlTypeKind.Xml ? new XmlTextReader(_room)
        : type.IsLong || type.IsUnicodeText ? new StreamedTextReader(_room)
        : new NarrowTextReader(_room));

    private bool Fill(RowBatch batch, CancellationToken cancellation)
    {
        while (!_hasEnded && !batch.IsFull
            && (batch.Count == 0 || batch.Block.Used + _rowRoom.Largest <= batch.BytesMax))
        {
            cancellation.ThrowIfCancellationRequested();
            if (!_reader.Read())
            {
                End();
                break;
            }

            ReadRow(batch, cancellation);
        }

        return true;
    }

    private void ReadRow(RowBatch batch, CancellationToken cancellation)
    {
        var row = batch.Count;
        var columns = batch.Columns;
        _rowRoom.Begin(batch, _rows + row + 1, cancellation);
        for (var i = 0; i < _readers.Length; i++)
        {
            if (_reader.IsDBNull(i))
            {
                columns[i].SetNull(row);
            }
            else
            {
                _readers[i].Read(_reader, i, columns[i], row);
            }
        }

        _rowRoom.End(batch);
        batch.Count = row + 1;
    }

    private void End()
    {
        _hasEnded = true;
        while (_reader.NextResult())
        {
            if (_reader.FieldCount > 0)
            {
                throw new DataRefusedException(
                    "ORC3413", "The query returns several results. Give a single statement that returns rows.");
            }
        }

        if (_call is not null)
        {
            _reader.Close();
            _call.Check(SqlServerProcedures.CodeOf(_command));
        }
    }
}
