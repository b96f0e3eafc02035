using System.Buffers.Binary;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Finds rows and fields in the binary form of COPY, and decodes them into a row batch, or only counts them.
/// </summary>
internal sealed class CopyRows
{
    private const int SignatureBytes = 11;
    private const int HeaderBytes = 19;

    private readonly CopyDecoder[]? _decoders;
    private readonly int _fields;
    private readonly long _rowBytesMax;
    private int _place;
    private bool _isBegun;

    /// <summary>For the rows of a query with those columns.</summary>
    public CopyRows(IReadOnlyList<PostgreSqlColumn> columns, long rowBytesMax)
    {
        _decoders = [.. columns.Select(CopyDecoders.For)];
        _fields = _decoders.Length;
        _rowBytesMax = rowBytesMax;
    }

    /// <summary>For rows of so many fields that stay as they came.</summary>
    public CopyRows(int fields, long rowBytesMax)
    {
        _fields = fields;
        _rowBytesMax = rowBytesMax;
    }

    /// <summary>Rows found so far.</summary>
    public long Decoded { get; private set; }

    /// <summary>Whether the end mark has come.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>Where the rows that were found last lie in the block.</summary>
    public Range Found { get; private set; }

    /// <summary>Bytes of the row that was not all there, as far as they are known.</summary>
    public int BytesNeeded { get; private set; }

    /// <summary>Decodes the rows that are there between two places of the block, into an empty batch.</summary>
    /// <returns>Where the first row begins that is not all there.</returns>
    public int Decode(RowBatch batch, int start, int end)
    {
        _place = start;
        var bytes = batch.Block.Array.AsSpan(0, end);
        if (!_isBegun && !SkipHeader(bytes))
        {
            return _place;
        }

        var columns = batch.Columns;
        var row = 0;
        var first = _place;
        Found = first..first;
        while (!HasEnded && row < batch.RowsMax && IsWhole(bytes, batch.FirstRow + row, out var rowEnd))
        {
            if (!HasEnded)
            {
                DecodeRow(bytes, columns, row++);
                _place = rowEnd;
                Found = first.._place;
            }
        }

        batch.Count = row;
        Decoded += row;
        return _place;
    }

    private bool SkipHeader(ReadOnlySpan<byte> bytes)
    {
        BytesNeeded = HeaderBytes;
        if (bytes.Length < HeaderBytes)
        {
            return false;
        }

        if (!bytes.StartsWith("PGCOPY\n"u8))
        {
            throw new IOException("What the server sent is not the binary form of COPY.");
        }

        _place = HeaderBytes + BinaryPrimitives.ReadInt32BigEndian(bytes[(SignatureBytes + 4)..]);
        _isBegun = true;
        return true;
    }

    // Walks the lengths only, so that nothing of half a row is decoded.
    private bool IsWhole(ReadOnlySpan<byte> bytes, long number, out int at)
    {
        at = _place + sizeof(short);
        BytesNeeded = at - _place;
        if (at > bytes.Length)
        {
            return false;
        }

        var found = BinaryPrimitives.ReadInt16BigEndian(bytes[_place..]);
        if (found < 0)
        {
            HasEnded = true;
            _place = at;
            return true;
        }

        if (found != _fields)
        {
            throw new IOException($"Row {number} came with {found} fields instead of {_fields}.");
        }

        for (var i = 0; i < _fields; i++)
        {
            at += sizeof(int);
            if (at > bytes.Length)
            {
                return NotWhole(at, number);
            }

            at += Math.Max(0, BinaryPrimitives.ReadInt32BigEndian(bytes[(at - sizeof(int))..]));
            if (at > bytes.Length)
            {
                return NotWhole(at, number);
            }
        }

        return at - _place <= _rowBytesMax || NotWhole(at, number);
    }

    private bool NotWhole(int at, long number)
    {
        // A length of 2 GB makes the sum negative.
        BytesNeeded = at - _place;
        return BytesNeeded >= 0 && BytesNeeded <= _rowBytesMax
            ? false
            : throw new DataRefusedException(
                "ORC3107",
                $"Row {number} of the query has more than {_rowBytesMax:N0} bytes. If it is right, raise `limits.row` "
                + "of the connection.")
            { Row = number };
    }

    private void DecodeRow(ReadOnlySpan<byte> bytes, ReadOnlySpan<ColumnVector> columns, int row)
    {
        if (_decoders is null)
        {
            return;
        }

        var at = _place + sizeof(short);
        for (var i = 0; i < _decoders.Length; i++)
        {
            var length = BinaryPrimitives.ReadInt32BigEndian(bytes[at..]);
            at += sizeof(int);
            if (length < 0)
            {
                columns[i].SetNull(row);
                continue;
            }

            _decoders[i].Read(bytes.Slice(at, length), columns[i], row, at);
            at += length;
        }
    }
}
