using Microsoft.Data.Sqlite;
using Orchestrator.Core.Types;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>Reads the rows of a statement in batches.</summary>
internal sealed class SqliteReader : IRowReader
{
    private readonly SqliteDatabase _database;
    private readonly sqlite3_stmt _statement;
    private readonly SqliteColumnReader[] _readers;
    private readonly string[] _declared;
    private bool _notesUnread;
    private long _rows;
    private bool _hasEnded;

    private SqliteReader(SqliteDatabase database, sqlite3_stmt statement, IReadOnlyList<RowColumn> columns)
    {
        _database = database;
        _statement = statement;
        Columns = columns;
        _declared = [.. columns.Select((column, i) => Declared(column.Type,
            raw.sqlite3_column_decltype(statement, i).utf8_to_string()))];
        _readers = [.. columns.Select((column, i) => new SqliteColumnReader(column.Type, i))];
    }

    public IReadOnlyList<RowColumn> Columns { get; }

    public long BytesRead { get; private set; }

    /// <summary>
    /// Prepares a query. Types come from our catalog where the columns are those of a table that the engine made, else
    /// from their declaration; an expression is read as text.
    /// </summary>
    /// <exception cref="SqliteException">SQLite refused the query.</exception>
    /// <exception cref="DataRefusedException">It is several statements, or returns no rows.</exception>
    public static SqliteReader Open(
        SqliteDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        var code = raw.sqlite3_prepare_v2(database.Handle, sql, out var statement, out var tail);
        SqliteException.ThrowExceptionForRC(code, database.Handle);
        try
        {
            RefuseUnlessOneQuery(database, statement, tail);
            SqliteStatement.Bind(database, statement, values);

            return new SqliteReader(database, statement, ColumnsOf(database, statement));
        }
        catch
        {
            statement.Dispose();
            throw;
        }
    }

    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        batch.Reset();
        batch.FirstRow = _rows + 1;
        using var stop = _database.Interruption.On(cancellation);
        var handle = _statement.DangerousGetHandle();
        while (!_hasEnded && !batch.IsFull && Step(handle, cancellation))
        {
            ReadRow(handle, batch);
        }

        _rows += batch.Count;
        BytesRead += batch.Block.Used;
        return batch.Count > 0;
    }

    public void NoteUnread() => _notesUnread = true;

    public void Dispose() => _statement.Dispose();

    // A word that SQLite has no type for says what was meant, not as what its values are read.
    private static string Declared(SqlType type, string? word) => string.IsNullOrEmpty(word)
        || word.Equals(SqliteTypeMap.Declare(type), StringComparison.OrdinalIgnoreCase) ? ""
        : $" in a column that is declared {word}";

    private static void RefuseUnlessOneQuery(SqliteDatabase database, sqlite3_stmt statement, string tail)
    {
        if (statement.IsInvalid || raw.sqlite3_column_count(statement) == 0)
        {
            throw new DataRefusedException(
                "ORC3413", "The query returns no columns. Give a single statement that returns rows.");
        }

        var code = raw.sqlite3_prepare_v2(database.Handle, tail, out var next);
        using (next)
        {
            if (code != 0 || !next.IsInvalid)
            {
                throw new DataRefusedException(
                    "ORC3413", "The query is several statements. Give a single statement that returns rows.");
            }
        }
    }

    private static List<RowColumn> ColumnsOf(SqliteDatabase database, sqlite3_stmt statement)
    {
        var known = SqliteCatalog.LogicalTypes(database);
        var columns = new List<RowColumn>();
        for (var i = 0; i < raw.sqlite3_column_count(statement); i++)
        {
            var table = raw.sqlite3_column_table_name(statement, i).utf8_to_string() ?? "";
            var origin = raw.sqlite3_column_origin_name(statement, i).utf8_to_string() ?? "";
            var declared = raw.sqlite3_column_decltype(statement, i).utf8_to_string();
            columns.Add(new RowColumn(
                raw.sqlite3_column_name(statement, i).utf8_to_string(),
                SqliteCatalog.TypeOf(known, table, origin, declared)));
        }

        return columns;
    }

    private bool Step(nint handle, CancellationToken cancellation)
    {
        int code;
        unsafe
        {
            code = SqliteNative.Step(handle);
        }

        if (code is SqliteNative.Row or SqliteNative.Done)
        {
            // A statement that is asked again after its end would begin anew.
            _hasEnded = code == SqliteNative.Done;
            return !_hasEnded;
        }

        cancellation.ThrowIfCancellationRequested();
        SqliteException.ThrowExceptionForRC(code, _database.Handle);
        return false;
    }

    private void ReadRow(nint handle, RowBatch batch)
    {
        var row = batch.Count;
        var columns = batch.Columns;
        for (var i = 0; i < _readers.Length; i++)
        {
            if (_readers[i].Read(handle, columns[i], row))
            {
                continue;
            }

            var what = _readers[i].CellKind + _declared[i];
            if (!_notesUnread)
            {
                throw Mismatch(what, i, _rows + row + 1);
            }

            _readers[i].Note(handle, columns[i], row, what);
        }

        batch.Count = row + 1;
    }

    private DataRefusedException Mismatch(string what, int column, long row)
    {
        var name = Columns[column].Name;
        return new DataRefusedException(
            "ORC3411",
            $"Row {row}, column '{name}' holds {what}, which cannot be "
            + $"read as {Columns[column].Type} like the others of it. Correct the row, or read the column with "
            + "`sourceExpression: \"CAST(@@this AS TEXT)\"`.")
        { Row = row, Column = name };
    }
}
