using System.Data;
using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Reads the rows of a prepared query as they come: only so the server sends numbers as they are, and not rounded to a
/// text. Used by one thread.
/// </summary>
internal sealed class MariaDbReader : IRowReader
{
    private readonly MariaDbDatabase _database;
    private readonly MySqlCommand _command;
    private readonly ScriptStatement _statement;
    private readonly MySqlDataReader _reader;
    private readonly MariaDbColumnReader[] _readers;
    private readonly RowRoom _rowRoom;
    private readonly ValueRoom _room;
    private long _rows;
    private bool _isAhead;
    private bool _hasEnded;

    private MariaDbReader(
        MariaDbDatabase database, MySqlCommand command, ScriptStatement statement, MySqlDataReader reader)
    {
        (_database, _command, _statement, _reader) = (database, command, statement, reader);
        _rowRoom = new RowRoom(database.RowBytesMax);
        _room = new ValueRoom(_rowRoom);
        MariaDbSentColumn[] sent =
            [.. reader.GetColumnSchema().Select(column => new MariaDbSentColumn((MySqlDbColumn)column))];
        if (sent.Length == 0)
        {
            throw new DataRefusedException(
                "ORC3413", "The query returns no columns. Give a single statement that returns rows.");
        }

        var columns = MariaDbOrigins.Columns(database, sent);
        _readers = [.. columns.Select((column, i) => MariaDbColumnReaders.For(column, sent[i].Sent, _room))];
        Columns = columns;
    }

    public IReadOnlyList<RowColumn> Columns { get; }

    public long BytesRead { get; private set; }

    /// <summary>Sends the query.</summary>
    /// <exception cref="DataRefusedException">It is several statements, or returns no rows.</exception>
    public static MariaDbReader Open(
        MariaDbDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        ScriptStatement[] statements = [.. database.Dialect.Split(sql).Take(2)];
        if (statements.Length != 1)
        {
            throw new DataRefusedException(
                "ORC3413", "The query is not one statement. Give a single statement that returns rows.");
        }

        var command = MariaDbCommands.Make(database.Connection, statements[0].Text, values);
        MySqlDataReader? reader = null;
        try
        {
            reader = database.Watched(statements[0].Text, statements[0].Line, () => Send(command));
            return new MariaDbReader(database, command, statements[0], reader);
        }
        catch
        {
            End(database, command, reader, hasEnded: reader is null || reader.FieldCount == 0);
            throw;
        }
    }

    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        batch.Reset();
        batch.FirstRow = _rows + 1;
        // The server checks what it keeps as text, and converts what it sends.
        batch.Block.IsValidUtf8 = true;
        _room.Batch = batch;
        using var stop = _database.Interruption.On(cancellation);
        try
        {
            _database.Watched(_statement.Text, _statement.Line, () => Fill(batch, cancellation));
        }
        catch (MySqlException)
        {
            _hasEnded = true;
            cancellation.ThrowIfCancellationRequested();
            throw;
        }

        _rows += batch.Count;
        BytesRead += batch.Block.Used;
        return batch.Count > 0;
    }

    public void Dispose() => End(_database, _command, _reader, _hasEnded);

    private static MySqlDataReader Send(MySqlCommand command)
    {
        command.Prepare();
        return command.ExecuteReader();
    }

    // The client would read on to the last row of the query, however long the server takes for them.
    private static void End(MariaDbDatabase database, MySqlCommand command, MySqlDataReader? reader, bool hasEnded)
    {
        if (!hasEnded && database.Connection.State == ConnectionState.Open)
        {
            database.Stop();
        }

        try
        {
            reader?.Dispose();
        }
        catch (Exception fault) when (MariaDbErrors.IsOfSession(fault))
        {
            // Whoever disposes knows what went wrong before. Of a session that cannot end a query none is sent another.
            database.Connection.Close();
        }

        command.Dispose();
    }

    private bool Fill(RowBatch batch, CancellationToken cancellation)
    {
        while (HasRoom(batch) && HasNext())
        {
            cancellation.ThrowIfCancellationRequested();
            ReadRow(batch, cancellation);
            _isAhead = false;
        }

        // Whoever reads no further then leaves a query that is over, and none that has to be stopped.
        return HasNext();
    }

    private bool HasRoom(RowBatch batch) => batch.Count == 0
        || (!batch.IsFull && batch.Block.Used + _rowRoom.Largest <= batch.BytesMax);

    // Goes to the next row, unless it stands there.
    private bool HasNext()
    {
        if (!_isAhead && !_hasEnded)
        {
            _isAhead = _reader.Read();
            if (!_isAhead)
            {
                End();
            }
        }

        return _isAhead;
    }

    private void ReadRow(RowBatch batch, CancellationToken cancellation)
    {
        var row = batch.Count;
        var columns = batch.Columns;
        _room.RowNumber = _rows + row + 1;
        _rowRoom.Begin(batch, _room.RowNumber, cancellation);
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
        while (_reader.NextResult())
        {
            if (_reader.FieldCount > 0)
            {
                throw new DataRefusedException(
                    "ORC3413", "The query returns several results. Give a single statement that returns rows.");
            }
        }

        _hasEnded = true;
    }
}
