using System.Text.Unicode;

namespace Orchestrator.Data.Files;

/// <summary>One open file: fills row batches from where it stands.</summary>
internal sealed class DelimitedFile : IDisposable
{
    // A UTF-16 character becomes at most this many bytes; less room is no room.
    private const int RoomMin = 4;
    private const int CarryKeptMax = 1 << 20;
    private const int FillMin = 16 * 1024;

    // Up to so many times the bytes of a batch a row is simply read; beyond, it is measured first.
    private const int LargeFrom = 4;

    // More than an error or the error table shows of a row.
    private const int HeadBytes = 16 * 1024;

    private readonly TextInput _input;
    private readonly RowParser _parser;
    private readonly FilePosition _place;
    private readonly ReadLimits _limits;
    private readonly SecondReading _again;
    private readonly FileSigns _signs;
    private byte[] _carry;
    private int _carryLength;
    private DataEnd _end;
    private DataRefusedException? _damage;
    private double _bytesPerRow;

    /// <summary>A file whose header, if it has one, has been read.</summary>
    public DelimitedFile(TextInput input, RowParser parser, FilePosition place, SourceFiles source,
        ReadOnlySpan<byte> begun, Func<TextInput> open)
    {
        (_input, _parser, _place, _limits) = (input, parser, place, source.Limits);
        _signs = new FileSigns(source.Format);
        var start = input.Position - begun.Length;
        _again = new SecondReading(open, start);
        place.LinesBefore = offset => input.LinesBefore(start + offset);
        _carry = begun.ToArray();
        _carryLength = begun.Length;
    }

    /// <summary>The words that stand for NULL; null = there are none.</summary>
    public NullWords? Nulls { get; init; }

    /// <summary>Bytes read from the file itself.</summary>
    public long BytesRead => _input.BytesRead;

    /// <summary>What it was when it was opened, without its hash.</summary>
    public FileStamp StampAtFirst => _input.StampAtFirst;

    /// <summary>The same with its hash, once it has been read to its end.</summary>
    public FileStamp StampAtEnd => _input.StampAtFirst with { Hash = _input.Hash };

    /// <summary>The members of its rows so far; null = its format has columns.</summary>
    public JsonMembers? Members => _parser.Members;

    /// <summary>What its rows show of how it was cut, once it has been read to its end.</summary>
    public FileSigns Signs => _signs;

    /// <summary>Why its encoding is hardly the one of the format; null = nothing says so.</summary>
    public string? Doubt => _input.Doubt;

    /// <summary>What somebody should look at in the workbook that it is.</summary>
    public IEnumerable<string> Warnings => _input.Sheet?.Warnings ?? [];

    /// <summary>Columns that it does not have, from 0.</summary>
    public IReadOnlyList<int> Missing => _parser.Missing;

    /// <summary>Fills the empty batch; false = the file has ended.</summary>
    public bool Fill(RowBatch batch, CancellationToken cancellation)
    {
        var block = batch.Block;
        block.Reserve(batch.BytesMax);
        block.Append(_carry.AsSpan(0, _carryLength));
        var wanted = _bytesPerRow == 0 ? batch.BytesMax : (_bytesPerRow * batch.RowsMax) + FillMin;
        if (TryFindRows(batch, (int)Math.Min(wanted, block.Array.Length), cancellation))
        {
            Keep(block.Array.AsSpan(_parser.Consumed, block.Used - _parser.Consumed));
            Finish(batch);
            return true;
        }

        if (block.Used == 0)
        {
            End();
            return false;
        }

        FindLargeRow(batch, cancellation);
        return true;
    }

    /// <summary>Its end has been read.</summary>
    /// <exception cref="DataRefusedException">Somebody has written into it meanwhile.</exception>
    public void End()
    {
        if (_input.IsChanged)
        {
            throw _place.Changed();
        }
    }

    public void Dispose()
    {
        _input.Dispose();
        _again.Dispose();
    }

    // False = the file has ended, or the row is larger than is read without measuring it.
    private bool TryFindRows(RowBatch batch, int wanted, CancellationToken cancellation)
    {
        var block = batch.Block;
        while (true)
        {
            ReadUpTo(block, wanted, cancellation);
            if (block.Used == 0 && _damage is null)
            {
                return false;
            }

            _parser.Parse(block.Array.AsSpan(0, block.Used), batch, batch.RowsMax, _end);
            if (_parser.Rows + _parser.Broken.Count > 0)
            {
                return true;
            }

            RefuseProblem(block.Array.AsSpan(0, block.Used), head: null);
            CheckUnfinished(block.Used, 0);
            if (block.Used >= LargeFrom * batch.BytesMax)
            {
                return false;
            }

            Grow(block);
            wanted = Wanted(block);
        }
    }

    /// <summary>
    /// Measures the row that the block begins with before it is kept: one over a limit, or without an end, costs no
    /// memory. Only then the run is asked for the room, and the row is read once more.
    /// </summary>
    private void FindLargeRow(RowBatch batch, CancellationToken cancellation)
    {
        if (_input.IsPipe)
        {
            throw _place.TooLargeForPipe((long)LargeFrom * batch.BytesMax);
        }

        var (block, line, offset) = (batch.Block, _place.Line, _place.Offset);
        var head = new ByteHead(HeadBytes);
        Measure(block, batch, head, cancellation);
        Keep(block.Array.AsSpan(_parser.Consumed, block.Used - _parser.Consumed));
        var length = (int)(_place.Offset - offset) + _parser.Consumed;
        if (_parser.Broken.Count > 0)
        {
            var broken = _parser.Broken[0];
            var text = head.Bytes[..Math.Min(head.Bytes.Length, length - _parser.Consumed + broken.Length)];
            (batch.File, batch.FirstRow) = (_place.Name, _place.Row + 1);
            batch.Rejected.Add(_place.Rejected(broken.Problem, _place.Row, text));
            _place.Pass(1, block.Array.AsSpan(0, _parser.Consumed));
            block.Used = 0;
            return;
        }

        (_place.Line, _place.Offset) = (line, offset);
        ReadAgain(batch, length, cancellation);
        Finish(batch);
    }

    /// <summary>Looks for the end of the row; of what came before the block keeps nothing.</summary>
    private void Measure(ByteBlock block, RowBatch batch, ByteHead head, CancellationToken cancellation)
    {
        var offset = _place.Offset;
        head.Add(block.Array.AsSpan(0, block.Used));
        do
        {
            var forgotten = block.Array.AsSpan(0, _parser.Forget());
            _place.Pass(0, forgotten);
            block.RemoveFirst(forgotten.Length);
            var before = block.Used;
            ReadUpTo(block, block.Array.Length, cancellation);
            head.Add(block.Array.AsSpan(before, block.Used - before));
            _parser.Parse(block.Array.AsSpan(0, block.Used), batch, rowsMax: 1, _end, goOn: true);
            RefuseProblem(block.Array.AsSpan(0, block.Used), head);
            CheckUnfinished(_parser.Consumed > 0 ? _parser.Consumed : block.Used, _place.Offset - offset);
        }
        while (_parser.Rows + _parser.Broken.Count == 0);
    }

    private void ReadAgain(RowBatch batch, int length, CancellationToken cancellation)
    {
        var block = batch.Block;
        block.LetGo();
        batch.AwaitTurn(cancellation);
        batch.GrowLarge(length, cancellation);
        block.Used = _again.Read(_place.Offset, block.Array.AsSpan(0, length), cancellation);
        var isCut = _end == DataEnd.Cut && block.Used < length;
        if (isCut)
        {
            block.Append(_parser.RowTerminator);
        }

        _parser.Parse(
            block.Array.AsSpan(0, block.Used), batch, rowsMax: 1, isCut ? DataEnd.Cut : DataEnd.Whole);
        RefuseProblem(block.Array.AsSpan(0, block.Used), head: null);
        if (_parser.Rows + _parser.Broken.Count != 1 || _parser.Consumed != length)
        {
            throw _place.Changed();
        }
    }

    private void ReadUpTo(ByteBlock block, int wanted, CancellationToken cancellation)
    {
        while (_end == DataEnd.Open && _damage is null && wanted - block.Used >= RoomMin)
        {
            cancellation.ThrowIfCancellationRequested();
            var read = Read(block.Array.AsSpan(block.Used, wanted - block.Used));
            block.Used += read;
            _end = read == 0 && _damage is null ? DataEnd.Whole : DataEnd.Open;
        }

        if (_end == DataEnd.Whole && block.Used > 0
            && !block.Array.AsSpan(0, block.Used).EndsWith(_parser.RowTerminator))
        {
            block.Append(_parser.RowTerminator);
            _end = DataEnd.Cut;
        }
    }

    // The rows before the damage come first.
    private int Read(Span<byte> bytes)
    {
        try
        {
            return _input.Read(bytes);
        }
        catch (DataRefusedException damage)
        {
            _damage = damage;
            return 0;
        }
    }

    private void RefuseProblem(ReadOnlySpan<byte> bytes, ByteHead? head)
    {
        if (_parser.Problem is { } problem && _parser.Rows + _parser.Broken.Count == 0)
        {
            var found = problem.Columns == 0 ? bytes[Math.Max(0, _parser.FieldStart)..]
                : head is null ? bytes : head.Bytes;
            throw _place.Refused(problem, bytes, found);
        }

        if (_damage is not null && _parser.Rows + _parser.Broken.Count == 0)
        {
            throw _place.Ended(_damage);
        }
    }

    private void CheckUnfinished(int used, long before)
    {
        if (used - _parser.FieldStart > _limits.Field)
        {
            throw _place.OverLimit("field", _limits.Field, _parser.Field, _place.Row);
        }

        if (before + used > _limits.Row)
        {
            throw _place.OverLimit("row", _limits.Row, -1, _place.Row);
        }
    }

    private static void Grow(ByteBlock block)
    {
        if (block.Array.Length - block.Used < RoomMin)
        {
            block.Grow(Math.Max(block.Array.Length * 2, block.Used + (2 * RoomMin)));
        }
    }

    // Not further than to where a limit would be passed.
    private int Wanted(ByteBlock block) =>
        (int)Math.Min(block.Array.Length, _parser.FieldStart + _limits.Field + (2 * RoomMin));

    private void Keep(ReadOnlySpan<byte> rest)
    {
        _carryLength = rest.Length;
        if (_carry.Length < rest.Length || _carry.Length > CarryKeptMax)
        {
            _carry = new byte[Math.Max(rest.Length, FillMin)];
        }

        rest.CopyTo(_carry);
    }

    private void Finish(RowBatch batch)
    {
        var block = batch.Block;
        block.Used = _parser.Consumed;
        var whole = block.Array.AsSpan(0, block.Used);
        _signs.Look(_parser, whole, _place, _end);
        _parser.FillMissing(batch);
        Nulls?.Mark(batch, _parser.Rows, _parser);
        block.IsValidUtf8 = Utf8.IsValid(whole);
        block.IsFreeOfNul = !whole.Contains((byte)0);
        (batch.Count, batch.File, batch.FirstRow) = (_parser.Rows, _place.Name, _place.Row);
        StepOver(batch);
        CheckLimits(batch);
        var rows = _parser.Rows + _parser.Broken.Count;
        _place.Pass(rows, whole);
        _bytesPerRow = (double)whole.Length / rows;
    }

    private void StepOver(RowBatch batch)
    {
        if (_parser.Broken.Count == 0)
        {
            return;
        }

        var numbers = new long[_parser.Rows];
        var (number, row) = (_place.Row, 0);
        foreach (var broken in _parser.Broken)
        {
            while (row < broken.Before)
            {
                numbers[row++] = number++;
            }

            var text = batch.Block.Array.AsSpan(broken.Start, broken.Length);
            batch.Rejected.Add(_place.Rejected(broken.Problem, number++, text));
        }

        while (row < numbers.Length)
        {
            numbers[row++] = number++;
        }

        batch.RowNumbers = numbers;
    }

    private void CheckLimits(RowBatch batch)
    {
        if (_parser.Consumed > _limits.Field && _parser.LongestField() is var longest
            && longest.Length > _limits.Field)
        {
            throw _place.OverLimit("field", _limits.Field, longest.Field, batch.RowNumber(longest.Row), batch);
        }

        for (var row = 0; _parser.Consumed > _limits.Row && row < _parser.Rows; row++)
        {
            if (_parser.RowLength(row) > _limits.Row)
            {
                throw _place.OverLimit("row", _limits.Row, -1, batch.RowNumber(row), batch);
            }
        }
    }
}
