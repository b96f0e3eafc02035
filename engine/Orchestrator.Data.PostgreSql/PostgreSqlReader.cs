using System.Data;
using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Reads the rows of a query as COPY sends them, straight into the block of the row batch: text stays where it
/// arrived, numbers are decoded from there. Rows that pass through stay undecoded: the block of a batch then holds
/// them as they came, and the batch has no columns. Nothing is sent before the first row is asked for. Used by one
/// thread.
/// </summary>
internal sealed class PostgreSqlReader : IRowReader
{
    // The client hands out what one message holds, one row: reading on until much is there is twice as fast.
    private const int FillBytes = 64 * 1024;
    private const int LargeFrom = 1 << 20;

    private readonly PostgreSqlDatabase _database;
    private readonly PostgreSqlQuery _query;
    private readonly bool _isPassed;
    private readonly CopyRows _rows;
    private byte[] _carry = new byte[FillBytes];
    private NpgsqlRawCopyStream? _stream;
    private int _carried;
    private bool _hasEnded;

    private PostgreSqlReader(PostgreSqlDatabase database, PostgreSqlQuery query, int fieldsPassed = 0)
    {
        _database = database;
        _query = query;
        _isPassed = fieldsPassed > 0;
        _rows = _isPassed
            ? new CopyRows(fieldsPassed, database.RowBytesMax)
            : new CopyRows(query.Columns, database.RowBytesMax);
        Columns = _isPassed ? [] : [.. query.Columns.Select(column => column.ToRowColumn())];
    }

    public IReadOnlyList<RowColumn> Columns { get; }

    public long BytesRead { get; private set; }

    /// <summary>Asks what the query returns.</summary>
    /// <exception cref="DataRefusedException">It is several statements, or returns no rows.</exception>
    public static PostgreSqlReader Open(
        PostgreSqlDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values) =>
        new(database, PostgreSqlQuery.Describe(database, sql, values));

    /// <summary>For rows of a query that pass through.</summary>
    public static PostgreSqlReader OpenToPass(
        PostgreSqlDatabase database, PostgreSqlQuery query, IReadOnlyList<int> places,
        IReadOnlyList<FilledColumn> filled)
    {
        var select = PassThroughDialect.Select(query.Text, query.Columns.Count, places, filled);
        return new PostgreSqlReader(
            database, query with { CopyText = PostgreSqlDialect.CopyOut(select) }, places.Count + filled.Count);
    }

    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        batch.Reset();
        batch.FirstRow = _rows.Decoded + 1;
        using var stop = _database.Interruption.On(cancellation);
        try
        {
            return _database.Watched(_query.CopyText, _query.Line, () => Fill(batch, cancellation));
        }
        catch (PostgresException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
    }

    /// <summary>
    /// Ends it. The client would read on to the last row of the query, however long the server takes for them, so that
    /// one that is left before is stopped there.
    /// </summary>
    public void Dispose()
    {
        if (_stream is not null && !_hasEnded && _database.Connection.State == ConnectionState.Open)
        {
            _database.Stop();
        }

        _stream?.Dispose();
        _stream = null;
    }

    private bool Fill(RowBatch batch, CancellationToken cancellation)
    {
        _stream ??= _database.Connection.BeginRawBinaryCopy(_query.CopyText);
        var block = batch.Block;
        block.Reserve(Math.Max(batch.BytesMax, _carried));
        block.Append(_carry.AsSpan(0, _carried));
        // The server sends no other text: it checks what it keeps, or what it sends.
        (block.IsValidUtf8, block.IsFreeOfNul) = (true, true);
        ReadUpTo(block, Wanted(batch), cancellation);
        var end = block.Used;
        var used = _rows.Decode(batch, 0, end);
        if (batch.Count == 0 && !_rows.HasEnded)
        {
            (used, end) = FillLargeRow(batch, used, cancellation);
        }

        KeepRest(block, used, end);
        if (_isPassed)
        {
            (block.Used, var before) = (_rows.Found.End.Value, _rows.Found.Start.Value);
            block.RemoveFirst(before);
        }

        return batch.Count > 0;
    }

    // A row longer than a batch: its block grows until the row is there, or is longer than a row may be.
    private (int Used, int End) FillLargeRow(RowBatch batch, int start, CancellationToken cancellation)
    {
        while (true)
        {
            var wanted = checked(start + _rows.BytesNeeded + FillBytes);
            if (wanted > batch.Block.Array.Length)
            {
                Grow(batch, wanted, cancellation);
            }

            ReadUpTo(batch.Block, wanted, cancellation);
            var end = batch.Block.Used;
            start = _rows.Decode(batch, start, end);
            if (batch.Count > 0 || _rows.HasEnded)
            {
                return (start, end);
            }
        }
    }

    // How long a row is shows only while it comes, so that room is waited for as if it were as long as a row may be.
    private void Grow(RowBatch batch, int size, CancellationToken cancellation)
    {
        if (_rows.BytesNeeded <= LargeFrom)
        {
            batch.Block.Grow(size);
            return;
        }

        batch.AwaitTurn(cancellation);
        batch.GrowLarge(size, cancellation, _database.RowBytesMax);
    }

    // Not more than the rows of a batch need: what is left over is copied.
    private int Wanted(RowBatch batch) => _rows.Decoded == 0
        ? batch.BytesMax
        : (int)Math.Min(batch.BytesMax, (BytesRead / _rows.Decoded * batch.RowsMax) + FillBytes);

    private void ReadUpTo(ByteBlock block, int wanted, CancellationToken cancellation)
    {
        while (!_hasEnded && block.Used < wanted)
        {
            cancellation.ThrowIfCancellationRequested();
            var stopAt = Math.Min(wanted, block.Used + FillBytes);
            while (block.Used < stopAt && !_hasEnded)
            {
                var read = _stream!.Read(block.Array.AsSpan(block.Used, stopAt - block.Used));
                block.Used += read;
                BytesRead += read;
                _hasEnded = read == 0;
            }
        }

        if (_hasEnded && block.Used == 0 && !_rows.HasEnded)
        {
            throw new IOException("The stream of rows ended before its end mark.");
        }
    }

    private void KeepRest(ByteBlock block, int used, int end)
    {
        _carried = end - used;
        if (_carry.Length < _carried)
        {
            _carry = new byte[_carried];
        }

        block.Array.AsSpan(used, _carried).CopyTo(_carry);
        if (block.Used == end)
        {
            block.Used = used;
        }
    }
}
