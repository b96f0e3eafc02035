using System.Text.Unicode;

namespace Orchestrator.Data.Files;

/// <summary>One open file: fills row batches from where it stands.</summary>
internal sealed class DelimitedFile : IDisposable
{
    // A UTF-16 character becomes at most this many bytes; less room is no room.
    private const int RoomMin = 4;
    private const int CarryKeptMax = 1 << 20;
    private const int LargeFrom = 1 << 20;
    private const int FillMin = 16 * 1024;

    // A row that comes slowly does not hold up the others for ever.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly TextInput _input;
    private readonly RowParser _parser;
    private readonly IReadOnlyList<string> _fields;
    private readonly FileSource _source;
    private readonly string _name;
    private byte[] _carry;
    private int _carryLength;
    private bool _isEnd;
    private long _row = 1;
    private long _line;
    private long _offset;
    private double _bytesPerRow;

    /// <summary>A file whose header, if it has one, has been read.</summary>
    public DelimitedFile(string name, TextInput input, RowParser parser, IReadOnlyList<string> fields,
        FileSource source, ReadOnlySpan<byte> begun, long line)
    {
        (_name, _input, _parser, _fields, _source, _line) = (name, input, parser, fields, source, line);
        _carry = begun.ToArray();
        _carryLength = begun.Length;
    }

    /// <summary>Bytes read from the file itself.</summary>
    public long BytesRead => _input.BytesRead;

    /// <summary>Fills the empty batch; false = the file has ended.</summary>
    public bool Fill(RowBatch batch, CancellationToken cancellation)
    {
        var block = batch.Block;
        block.Reserve(batch.BytesMax);
        block.Append(_carry.AsSpan(0, _carryLength));
        var wanted = _bytesPerRow == 0 ? batch.BytesMax : (int)(_bytesPerRow * batch.RowsMax) + FillMin;
        wanted = Math.Min(wanted, block.Array.Length);
        if (!TryFindRows(batch, wanted, cancellation) && !TryFindLargeRow(batch, cancellation))
        {
            return false;
        }

        CheckLimits();
        Finish(batch);
        return true;
    }

    public void Dispose() => _input.Dispose();

    // False = the file has ended, or the row is larger than is read without asking.
    private bool TryFindRows(RowBatch batch, int wanted, CancellationToken cancellation, int sizeMax = LargeFrom)
    {
        var block = batch.Block;
        while (true)
        {
            ReadUpTo(block, wanted, cancellation);
            if (block.Used == 0)
            {
                return false;
            }

            _parser.Parse(block.Array.AsSpan(0, block.Used), batch, _isEnd);
            if (_parser.Rows > 0)
            {
                return true;
            }

            if (_parser.Problem is { } problem)
            {
                throw Refused(problem, block);
            }

            CheckUnfinished(block);
            if (block.Used >= sizeMax)
            {
                return false;
            }

            Grow(block);
            wanted = Wanted(block);
        }
    }

    private bool TryFindLargeRow(RowBatch batch, CancellationToken cancellation)
    {
        if (batch.Block.Used == 0)
        {
            return false;
        }

        var turn = batch.Memory.LargeRow;
        var isMine = turn.TryEnter(Patience);
        try
        {
            Grow(batch.Block);
            return TryFindRows(batch, Wanted(batch.Block), cancellation, int.MaxValue);
        }
        catch
        {
            // Before the next one grows.
            batch.Reset();
            throw;
        }
        finally
        {
            if (isMine)
            {
                turn.Exit();
            }
        }
    }

    private void ReadUpTo(ByteBlock block, int wanted, CancellationToken cancellation)
    {
        while (!_isEnd && wanted - block.Used >= RoomMin)
        {
            cancellation.ThrowIfCancellationRequested();
            var read = _input.Read(block.Array.AsSpan(block.Used, wanted - block.Used));
            block.Used += read;
            _isEnd = read == 0;
        }

        if (_isEnd && block.Used > 0 && !block.Array.AsSpan(0, block.Used).EndsWith(_parser.RowTerminator))
        {
            block.Append(_parser.RowTerminator);
        }
    }

    private void CheckUnfinished(ByteBlock block)
    {
        var limits = _source.Limits;
        if (block.Used - _parser.FieldStart > limits.Field)
        {
            throw OverLimit("field", limits.Field, _parser.Field, 0);
        }

        if (block.Used > limits.Row)
        {
            throw OverLimit("row", limits.Row, -1, 0);
        }
    }

    private void Grow(ByteBlock block)
    {
        if (block.Array.Length - block.Used >= RoomMin)
        {
            return;
        }

        // At once as long as a row may be: what is not read into takes no memory, a copy would.
        var most = _source.Limits.Row + (2 * RoomMin);
        var size = block.Array.Length * 2L;
        size = size >= ByteBlock.LargeMin ? most : Math.Min(size, most);
        block.Grow((int)Math.Clamp(size, block.Used + (2 * RoomMin), Array.MaxLength));
    }

    // Not further than to where a limit would be passed.
    private int Wanted(ByteBlock block) =>
        (int)Math.Min(block.Array.Length, _parser.FieldStart + _source.Limits.Field + (2 * RoomMin));

    private void CheckLimits()
    {
        var limits = _source.Limits;
        if (_parser.Consumed > limits.Field && _parser.LongestField() is var longest && longest.Length > limits.Field)
        {
            throw OverLimit("field", limits.Field, longest.Field, longest.Row);
        }

        for (var row = 0; _parser.Consumed > limits.Row && row < _parser.Rows; row++)
        {
            if (_parser.RowLength(row) > limits.Row)
            {
                throw OverLimit("row", limits.Row, -1, row);
            }
        }
    }

    private void Finish(RowBatch batch)
    {
        var block = batch.Block;
        var used = _parser.Consumed;
        _carryLength = block.Used - used;
        if (_carry.Length < _carryLength || _carry.Length > CarryKeptMax)
        {
            _carry = new byte[Math.Max(_carryLength, FillMin)];
        }

        block.Array.AsSpan(used, _carryLength).CopyTo(_carry);
        block.Used = used;
        var whole = block.Array.AsSpan(0, used);
        block.IsValidUtf8 = Utf8.IsValid(whole);
        block.IsFreeOfNul = !whole.Contains((byte)0);
        (batch.Count, batch.File, batch.FirstRow) = (_parser.Rows, _name, _row);
        _row += _parser.Rows;
        _line += whole.Count((byte)'\n');
        _offset += used;
        _bytesPerRow = (double)used / _parser.Rows;
    }

    private DataRefusedException OverLimit(string what, long limit, int field, int row)
    {
        var column = field < 0 ? "" : $", column {_fields[field]}";
        return new DataRefusedException("ORC3107", $"{_name}, row {_row + row}{column}: a {what} of more than "
            + $"{limit:N0} bytes. A terminator is missing or not the one of the format; if the data is right, raise "
            + $"`limits.{what}` of the connection.")
        { File = _name, Row = _row + row, Column = field < 0 ? "" : _fields[field] };
    }

    private DataRefusedException Refused(RowProblem problem, ByteBlock block)
    {
        var row = block.Array.AsSpan(0, block.Used);
        var column = problem.Field < 0 ? "" : _fields[problem.Field];
        var line = _line + 1 + row[..problem.At].Count((byte)'\n');
        var from = problem.Field < 0 ? 0 : _parser.FieldStart;
        var shown = _source.HideValues ? "" : $" Found: '{ShownText.Of(row[from..])}'";
        return new DataRefusedException(problem.Code, $"{_name}, row {_row}"
            + (column.Length > 0 ? $", column {column}" : "")
            + $" (line {line}, byte {_offset + problem.At}): {problem.Message}{shown}")
        { File = _name, Row = _row, Line = line, Column = column };
    }
}
