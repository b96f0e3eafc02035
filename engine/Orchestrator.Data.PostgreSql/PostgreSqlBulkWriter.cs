using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Writes row batches through COPY, encoded here. After <see cref="Complete"/> it may be written to again, so that a
/// load can put a savepoint around each part. A COPY that fails is cancelled, never disposed: that would keep what was
/// sent. Used by one thread.
/// </summary>
internal sealed class PostgreSqlBulkWriter : IBulkWriter
{
    // The server's refusal is heard only at the end of a COPY: a long load ends one now and then.
    private const long BytesPerCopy = 64 << 20;

    private readonly PostgreSqlDatabase _database;
    private readonly string _sql;
    private readonly TableName _table;
    private readonly CopyFormat _format;
    private readonly FilledRow _filled;
    private readonly bool _isBinary;
    private readonly bool _isPassing;
    private readonly CopyOutput _output = new();
    private readonly PostgreSqlWrittenRows _written = new();
    private Stream? _stream;
    private StreamWriter? _textWriter;
    private long? _countedBefore;
    private long _sent;
    private bool _isOpen = true;

    private PostgreSqlBulkWriter(
        PostgreSqlDatabase database, TableName table, IReadOnlyList<RowColumn> columns, FilledRow filled,
        WriteOptions options)
    {
        var isPassed = options.IsPassed;
        _database = database;
        _table = table;
        _filled = filled;
        var into = PostgreSqlCatalog.Columns(database, table).ToDictionary(column => column.Name);
        _isPassing = isPassed;
        if (isPassed)
        {
            RefuseUnlessSame([.. columns, .. filled.Columns], into);
        }

        var encoders = Encoders(columns, into);
        var filledEncoders = Encoders(filled.Columns, into);
        _isBinary = isPassed || encoders.Concat(filledEncoders).All(encoder => encoder is not null);
        _format = isPassed ? new PassedCopy() : _isBinary
            ? new BinaryCopy([.. encoders!], [.. filledEncoders!], filled.Row)
            : new TextCopy(filled.Row);
        _sql = database.Dialect.CopyIn(
            table, columns.Concat(filled.Columns).Select(column => column.Name), _isBinary,
            options.IsForExchange);
    }

    /// <summary>A writer into a table, within the transaction of the database.</summary>
    public static IBulkWriter Open(
        PostgreSqlDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, WriteOptions options)
    {
        // What waits for the commit could no longer be told from other rows, nor taken back alone.
        database.Execute(database.Dialect.LookAtConstraints);
        var row = FilledRow.Of(filled);
        return options.IsRowByRow
            ? new PostgreSqlRowWriter(database, table, columns, row)
            : new PostgreSqlBulkWriter(database, table, columns, row, options);
    }

    public void Write(RowBatch batch, int from, int count)
    {
        ObjectDisposedException.ThrowIf(!_isOpen, this);
        Begin();
        var line = _written.Add(batch, from, count);
        try
        {
            _format.Write(batch, from, count, ref line, _output);
            _sent += count;
        }
        catch (FormatException wrong)
        {
            var refusal = _written.Refusal(wrong, line);
            Abandon();
            throw refusal;
        }
        catch
        {
            Abandon();
            throw;
        }

        if (_database.IsInterrupted)
        {
            Abandon();
            throw new OperationCanceledException($"Writing into {_table} was stopped.");
        }

        if (_output.Bytes > BytesPerCopy)
        {
            End();
        }
    }

    public long Complete()
    {
        ObjectDisposedException.ThrowIf(!_isOpen, this);
        End();
        var rows = _sent;
        _sent = 0;
        var before = _countedBefore;
        _countedBefore = null;
        var taken = before is { } counted && CountTaken() is { } now ? now - counted : rows;
        return !_isPassing || taken == rows ? taken : throw new DataRefusedException(
            "ORC3412", $"{rows} rows passed through, and '{_table}' took {taken} of them.");
    }

    public void Dispose()
    {
        if (_isOpen)
        {
            _isOpen = false;
            Abandon();
            _filled.Dispose();
        }
    }

    private static CopyEncoder?[] Encoders(
        IReadOnlyList<RowColumn> columns, Dictionary<string, PostgreSqlColumn> into) =>
        [.. columns.Select(column => into.TryGetValue(column.Name, out var found)
            ? CopyEncoders.For(column.Type, found)
            : null)];

    // What rounds and cuts in silence must not have changed since the load was planned.
    private void RefuseUnlessSame(IReadOnlyList<RowColumn> columns, Dictionary<string, PostgreSqlColumn> into)
    {
        foreach (var column in columns)
        {
            if (!into.TryGetValue(column.Name, out var found)
                || _database.Dialect.PassRefusal(column, found.ToRowColumn()) is not null)
            {
                throw new DataRefusedException(
                    "ORC3412", $"Rows cannot pass through into '{_table}': its column '{column.Name}' has changed.");
            }
        }
    }

    private void Begin()
    {
        if (_stream is not null)
        {
            return;
        }

        _countedBefore ??= CountTaken();
        _stream = _database.Watched(_sql, 1, Start);
        (_output.Stream, _output.Bytes) = (_stream, 0);
        _format.Begin(_output);
        CrashPoint.Pass("copy.begun");
    }

    private Stream Start()
    {
        if (_isBinary)
        {
            return _database.Connection.BeginRawBinaryCopy(_sql);
        }

        _textWriter = (StreamWriter)_database.Connection.BeginTextImport(_sql);
        return _textWriter.BaseStream;
    }

    private long? CountTaken() =>
        _database.Number(_database.Dialect.CountTaken(_table), ("schema", _table.Schema), ("name", _table.Name))
            is var rows and >= 0
            ? rows
            : null;

    private void End()
    {
        if (_stream is null)
        {
            return;
        }

        try
        {
            _format.End(_output);
            _output.Flush();
        }
        catch
        {
            Abandon();
            throw;
        }

        var ended = _stream;
        _stream = null;
        try
        {
            CrashPoint.Around("copy.end", () => _database.Watched(_sql, 1, () =>
            {
                (_textWriter ?? (IDisposable)ended).Dispose();
                return 0;
            }));
        }
        catch (PostgresException fault) when (
            PostgreSqlStates.ClassOf(fault.SqlState) == DatabaseFaultClass.Data)
        {
            throw _written.Refusal(fault, _table);
        }
        finally
        {
            _textWriter = null;
            _written.Clear();
        }
    }

    private void Abandon()
    {
        _output.Clear();
        _written.Clear();
        if (_stream is null)
        {
            return;
        }

        var abandoned = (NpgsqlRawCopyStream)_stream;
        (_stream, _textWriter) = (null, null);
        try
        {
            abandoned.Cancel();
        }
        catch (PostgresException)
        {
            // It had failed before; the connection has been told, and can roll back.
        }
        catch (Exception fault) when (fault is NpgsqlException or IOException or ObjectDisposedException)
        {
            // What cannot be cancelled must not be ended either: without its connection the server rolls it back.
            _database.Close();
        }
    }
}
