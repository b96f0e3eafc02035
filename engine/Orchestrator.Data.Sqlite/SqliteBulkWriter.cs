using System.Runtime.InteropServices;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// Writes row batches through one prepared INSERT, values bound where they lie. The caller holds the transaction. Used
/// by one thread.
/// </summary>
internal sealed unsafe class SqliteBulkWriter : IBulkWriter
{
    private readonly SqliteDatabase _database;
    private readonly string _sql;
    private readonly IReadOnlyList<FilledColumn> _filled;
    private readonly SqliteColumnWriter[] _writers;
    private readonly bool _isRowByRow;
    private sqlite3_stmt? _prepared;
    private long _written;

    /// <summary>
    /// A writer into a table: the columns of the batches by name, then those that have one value for all rows.
    /// </summary>
    /// <param name="database">Open for writing.</param>
    /// <param name="columns">The columns of the batches.</param>
    /// <param name="filled">Columns with one value for all rows.</param>
    /// <param name="isRowByRow">Whether each row is a statement of its own, prepared anew.</param>
    /// <exception cref="SqliteException">The table or a column is missing.</exception>
    public SqliteBulkWriter(
        SqliteDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, bool isRowByRow = false)
    {
        _database = database;
        _filled = filled;
        _isRowByRow = isRowByRow;
        _sql = SqliteDialect.Instance.Insert(
            table, [.. columns.Select(c => c.Name), .. filled.Select(c => c.Column.Name)]);
        _writers = [.. columns.Select((column, i) => new SqliteColumnWriter(column.Type, i + 1))];
        Prepare();
    }

    /// <summary>Writes rows of a batch, in its order of columns.</summary>
    /// <exception cref="SqliteException">SQLite refused something that is no row's fault.</exception>
    /// <exception cref="DataRefusedException">A row breaks a constraint of the table.</exception>
    public void Write(RowBatch batch, int from, int count)
    {
        // All columns of a batch point into its own block or into the one that the guard passed on.
        var columns = batch.Columns;
        _written += count;
        var pins = stackalloc byte*[columns.Length];
        var handles = new GCHandle[2];
        try
        {
            Pin(columns, pins, handles);
            for (var row = from; row < from + count; row++)
            {
                WriteRow(batch, row, columns, pins);
            }
        }
        finally
        {
            _ = SqliteNative.Reset(Handle);
            foreach (var handle in handles)
            {
                if (handle.IsAllocated)
                {
                    handle.Free();
                }
            }
        }
    }

    public long Complete() => _written;

    public void Dispose() => _prepared?.Dispose();

    private nint Handle => _prepared!.DangerousGetHandle();

    private static void Pin(ReadOnlySpan<ColumnVector> columns, byte** pins, GCHandle[] handles)
    {
        byte[]? first = null;
        byte[]? second = null;
        for (var i = 0; i < columns.Length; i++)
        {
            if (columns[i].Storage != ValueStorage.Bytes)
            {
                continue;
            }

            var array = columns[i].Block.Array;
            if (first is null)
            {
                first = array;
                handles[0] = GCHandle.Alloc(array, GCHandleType.Pinned);
            }
            else if (array != first && second is null)
            {
                second = array;
                handles[1] = GCHandle.Alloc(array, GCHandleType.Pinned);
            }

            if (array != first && array != second)
            {
                throw new InvalidOperationException("a row batch points into more than two blocks");
            }

            pins[i] = (byte*)handles[array == first ? 0 : 1].AddrOfPinnedObject();
        }
    }

    private void WriteRow(RowBatch batch, int row, ReadOnlySpan<ColumnVector> columns, byte** pins)
    {
        if (_isRowByRow)
        {
            Prepare();
        }

        var statement = Handle;
        for (var i = 0; i < _writers.Length; i++)
        {
            var code = _writers[i].Bind(statement, columns[i], row, pins[i]);
            if (code != 0)
            {
                SqliteException.ThrowExceptionForRC(code, _database.Handle);
            }
        }

        if (SqliteNative.Step(statement) != SqliteNative.Done)
        {
            Refuse(batch, row);
        }

        _ = SqliteNative.Reset(statement);
        CrashPoint.Pass("sqlite.rows");
    }

    private void Refuse(RowBatch batch, int row)
    {
        try
        {
            SqliteException.ThrowExceptionForRC(raw.sqlite3_errcode(_database.Handle), _database.Handle);
        }
        catch (SqliteException fault) when (fault.SqliteErrorCode == raw.SQLITE_CONSTRAINT)
        {
            var place = batch.File.Length == 0 ? "" : $" of {batch.File}";
            throw new DataRefusedException(
                "ORC3412",
                $"Row {batch.RowNumber(row)}{place} was refused by the table: {SqliteErrors.Text(fault)}. "
                + SqliteErrors.Advice(fault),
                fault)
            { File = batch.File, Row = batch.RowNumber(row) };
        }
    }

    private void Prepare()
    {
        _prepared?.Dispose();
        var code = raw.sqlite3_prepare_v2(_database.Handle, _sql, out _prepared);
        SqliteException.ThrowExceptionForRC(code, _database.Handle);
        for (var i = 0; i < _filled.Count; i++)
        {
            var place = _writers.Length + i + 1;
            code = SqliteValue.Bind(_prepared, place, _filled[i].Value);
            SqliteException.ThrowExceptionForRC(code, _database.Handle);
        }
    }
}
