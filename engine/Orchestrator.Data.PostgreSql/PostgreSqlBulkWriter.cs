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

    private readonly PostgreSqlDatabase database;
    private readonly string sql;
    private readonly TableName table;
    private readonly CopyFormat format;
    private readonly FilledRow filled;
    private readonly bool isBinary;
    private readonly bool isPassing;
    private readonly CopyOutput output = new();
    private readonly PostgreSqlWrittenRows written = new();
    private Stream? stream;
    private StreamWriter? textWriter;
    private long? countedBefore;
    private long sent;
    private bool isOpen = true;

    private PostgreSqlBulkWriter(
        PostgreSqlDatabase database, TableName table, IReadOnlyList<RowColumn> columns, FilledRow filled,
        WriteOptions options)
    {
        var isPassed = options.IsPassed;
        this.database = database;
        this.table = table;
        this.filled = filled;
        var into = PostgreSqlCatalog.Columns(database, table).ToDictionary(column => column.Name);
        isPassing = isPassed;
        if (isPassed)
        {
            RefuseUnlessSame([.. columns, .. filled.Columns], into);
        }

        var encoders = Encoders(columns, into);
        var filledEncoders = Encoders(filled.Columns, into);
        isBinary = isPassed || encoders.Concat(filledEncoders).All(encoder => encoder is not null);
        format = isPassed ? new PassedCopy() : isBinary
            ? new BinaryCopy([.. encoders!], [.. filledEncoders!], filled.Row)
            : new TextCopy(filled.Row);
        sql = database.Dialect.CopyIn(
            table, columns.Concat(filled.Columns).Select(column => column.Name), isBinary,
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

    /// <inheritdoc/>
    public void Write(RowBatch batch, int from, int count)
    {
        ObjectDisposedException.ThrowIf(!isOpen, this);
        Begin();
        var line = written.Add(batch, from, count);
        try
        {
            format.Write(batch, from, count, ref line, output);
            sent += count;
        }
        catch (FormatException wrong)
        {
            var refusal = written.Refusal(wrong, line);
            Abandon();
            throw refusal;
        }
        catch
        {
            Abandon();
            throw;
        }

        if (database.IsInterrupted)
        {
            Abandon();
            throw new OperationCanceledException($"Writing into {table} was stopped.");
        }

        if (output.Bytes > BytesPerCopy)
        {
            End();
        }
    }

    /// <inheritdoc/>
    public long Complete()
    {
        ObjectDisposedException.ThrowIf(!isOpen, this);
        End();
        var rows = sent;
        sent = 0;
        var before = countedBefore;
        countedBefore = null;
        var taken = before is { } counted && CountTaken() is { } now ? now - counted : rows;
        return !isPassing || taken == rows ? taken : throw new DataRefusedException(
            "ORC3412", $"{rows} rows passed through, and '{table}' took {taken} of them.");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (isOpen)
        {
            isOpen = false;
            Abandon();
            filled.Dispose();
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
                || database.Dialect.PassRefusal(column, found.ToRowColumn()) is not null)
            {
                throw new DataRefusedException(
                    "ORC3412", $"Rows cannot pass through into '{table}': its column '{column.Name}' has changed.");
            }
        }
    }

    private void Begin()
    {
        if (stream is not null)
        {
            return;
        }

        countedBefore ??= CountTaken();
        stream = database.Watched(sql, 1, Start);
        (output.Stream, output.Bytes) = (stream, 0);
        format.Begin(output);
        CrashPoint.Pass("copy.begun");
    }

    private Stream Start()
    {
        if (isBinary)
        {
            return database.Connection.BeginRawBinaryCopy(sql);
        }

        textWriter = (StreamWriter)database.Connection.BeginTextImport(sql);
        return textWriter.BaseStream;
    }

    private long? CountTaken() =>
        database.Number(database.Dialect.CountTaken(table), ("schema", table.Schema), ("name", table.Name))
            is var rows and >= 0
            ? rows
            : null;

    private void End()
    {
        if (stream is null)
        {
            return;
        }

        try
        {
            format.End(output);
            output.Flush();
        }
        catch
        {
            Abandon();
            throw;
        }

        var ended = stream;
        stream = null;
        try
        {
            CrashPoint.Around("copy.end", () => database.Watched(sql, 1, () =>
            {
                (textWriter ?? (IDisposable)ended).Dispose();
                return 0;
            }));
        }
        catch (PostgresException fault) when (
            PostgreSqlStates.ClassOf(fault.SqlState) == DatabaseFaultClass.Data)
        {
            throw written.Refusal(fault, table);
        }
        finally
        {
            textWriter = null;
            written.Clear();
        }
    }

    private void Abandon()
    {
        output.Clear();
        written.Clear();
        if (stream is null)
        {
            return;
        }

        var abandoned = (NpgsqlRawCopyStream)stream;
        (stream, textWriter) = (null, null);
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
            database.Connection.Close();
        }
    }
}
