using System.Numerics;
using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Writes row batches through prepared INSERTs of many rows, values shown where they lie. A statement that is refused
/// takes back all of its rows; which of them it was is then tried behind a savepoint. Used by one thread.
/// </summary>
internal sealed class MariaDbBulkWriter : IBulkWriter
{
    // The server takes 65,535 parameters; beyond some dozens of rows it gains nothing, and each costs memory.
    private const int ParametersMax = 4096;
    private const int RowsMax = 256;
    private const int BytesPerValue = 12;
    private const int BytesPerWritten = 44;
    private const int BytesPerMessage = 256;

    private readonly MariaDbDatabase _database;
    private readonly TableName _table;
    private readonly (RowColumn Column, bool IsYear)[] _columns;
    private readonly IReadOnlyList<FilledColumn> _filled;
    private readonly string _shown;
    private readonly int _rowsMax;
    private readonly long _bytesPerRow;

    // By the logarithm of their rows: a rest is cut into powers of two, so that few statements do for any number.
    private readonly MariaDbInsert?[] _inserts;
    private long _taken;
    private bool _isOpen = true;

    private MariaDbBulkWriter(
        MariaDbDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, WriteOptions options)
    {
        _database = database;
        _table = table;
        _filled = filled;
        var there = database.Dialect.ByName(database.Columns(table), column => column.Name);
        _columns = [.. columns.Select(column => (column, IsYear(there.Find(column.Name))))];
        string[] names = [.. columns.Select(column => column.Name), .. filled.Select(each => each.Column.Name)];
        _shown = database.Dialect.Insert(table, names);
        _bytesPerRow = filled.Sum(each => BytesPerValue + (4L * ((each.Value as string)?.Length ?? 0)));
        _bytesPerRow += columns.Sum(column =>
            MariaDbValue.IsWritten(column.Type) ? BytesPerWritten : BytesPerValue);
        _rowsMax = options.IsRowByRow ? 1 : Math.Clamp(ParametersMax / Math.Max(1, names.Length), 1, RowsMax);
        _inserts = new MariaDbInsert?[BitOperations.Log2((uint)_rowsMax) + 1];
    }

    /// <summary>A writer into a table, within the transaction of the database.</summary>
    public static MariaDbBulkWriter Open(
        MariaDbDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, WriteOptions options) => new(database, table, columns, filled, options);

    public void Write(RowBatch batch, int from, int count)
    {
        ObjectDisposedException.ThrowIf(!_isOpen, this);
        for (var end = from + count; from < end;)
        {
            var rows = Fitting(batch, from, end - from);
            try
            {
                _taken += Send(batch, from, rows);
            }
            catch (MySqlException fault) when (MariaDbRowRefusal.IsOfRow(fault))
            {
                throw Refusal(batch, from, rows, fault);
            }

            from += rows;
            if (_database.IsInterrupted)
            {
                throw new OperationCanceledException($"Writing into {_table} was stopped.");
            }
        }
    }

    public long Complete()
    {
        ObjectDisposedException.ThrowIf(!_isOpen, this);
        var taken = _taken;
        _taken = 0;
        return taken;
    }

    public void Dispose()
    {
        _isOpen = false;
        foreach (var insert in _inserts)
        {
            insert?.Dispose();
        }
    }

    private static bool IsYear(RowColumn? found) =>
        found?.Native is { Platform: MariaDbPlatform.PlatformName, Declaration: "year" };

    private long Send(RowBatch batch, int from, int rows)
    {
        var insert = _inserts[BitOperations.Log2((uint)rows)] ??=
            new MariaDbInsert(_database, _table, _columns, _filled, rows);
        var row = from;
        try
        {
            insert.Take(batch, from, ref row);
        }
        catch (FormatException wrong)
        {
            throw MariaDbRowRefusal.Of(batch, row, wrong.Message, "Correct the row, or the type of the column.", wrong);
        }

        return _database.Watched(_shown, 1, insert.Run);
    }

    // A power of two of rows that one message to the server can hold.
    private int Fitting(RowBatch batch, int from, int left)
    {
        var (rows, bytes) = (0, 0L);
        for (; rows < Math.Min(left, _rowsMax); rows++)
        {
            bytes += BytesOf(batch, from + rows);
            if (bytes > _database.PacketBytesMax / 2 && rows > 0)
            {
                break;
            }
        }

        if (rows == 1 && BytesOf(batch, from) is var alone && alone > _database.PacketBytesMax - BytesPerMessage)
        {
            // Sent, it would cost the connection.
            throw MariaDbRowRefusal.Of(
                batch, from,
                $"it has about {alone:N0} bytes, and the server takes {_database.PacketBytesMax:N0} at once",
                "Raise `max_allowed_packet` of the server.");
        }

        return 1 << BitOperations.Log2((uint)rows);
    }

    private long BytesOf(RowBatch batch, int row)
    {
        var bytes = _bytesPerRow;
        foreach (var column in batch.Columns)
        {
            bytes += column.Storage == ValueStorage.Bytes && !column.IsNull(row) ? column.Lengths[row] : 0;
        }

        return bytes;
    }

    private DataRefusedException Refusal(RowBatch batch, int from, int rows, MySqlException fault)
    {
        if (rows == 1)
        {
            return MariaDbRowRefusal.Of(batch, from, fault, _columns);
        }

        // Asked at once: the next statement forgets it.
        var told = _database.Number(MariaDbScripts.Read("refused_row"));
        _database.Execute("SAVEPOINT orchestrator_rows");
        var found = Find(batch, from, rows, told is > 0 && told <= rows ? (int)told : 0);
        _database.Execute("ROLLBACK TO SAVEPOINT orchestrator_rows");
        _database.Execute("RELEASE SAVEPOINT orchestrator_rows");
        return found is { } refused
            ? MariaDbRowRefusal.Of(batch, refused.Row, refused.Fault, _columns)
            : MariaDbRowRefusal.OfOne(batch, from, rows, fault, _columns);
    }

    // The number that the server tells is another one's where a trigger has written rows itself.
    private (int Row, MySqlException Fault)? Find(RowBatch batch, int from, int rows, int told)
    {
        if (told > 0 && Refused(batch, from, told - 1) is null && Refused(batch, from + told - 1, 1) is { } there)
        {
            return (from + told - 1, there);
        }

        _database.Execute("ROLLBACK TO SAVEPOINT orchestrator_rows");
        for (var row = from; row < from + rows; row++)
        {
            if (Refused(batch, row, 1) is { } fault)
            {
                return (row, fault);
            }
        }

        return null;
    }

    // Null = the table took them.
    private MySqlException? Refused(RowBatch batch, int from, int count)
    {
        for (var end = from + count; from < end;)
        {
            var rows = Fitting(batch, from, end - from);
            try
            {
                Send(batch, from, rows);
            }
            catch (MySqlException fault) when (MariaDbRowRefusal.IsOfRow(fault))
            {
                return fault;
            }

            from += rows;
        }

        return null;
    }
}
