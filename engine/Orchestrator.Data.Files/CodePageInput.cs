namespace Orchestrator.Data.Files;

/// <summary>Turns a code page of one byte for each character into UTF-8. Owns the stream.</summary>
internal sealed class CodePageInput(Stream units, CodePageTable page) : LayeredStream(units)
{
    private const int BytesMax = 16 * 1024;
    private const int BytesMin = 1024;

    private readonly byte[] _bytes = new byte[BytesMax];
    private readonly byte[] _text = new byte[(BytesMax * CodePageTable.TextPerByte) + CodePageTable.RoomBehind];
    private bool _hasBegun;
    private int _textStart;
    private int _textEnd;

    /// <summary>
    /// Characters beyond ASCII at its beginning, where that is UTF-8 throughout, and so hardly in a code page; else 0.
    /// </summary>
    public int ShownAsUtf8 { get; private set; }

    public override int Read(Span<byte> buffer)
    {
        if (_textStart == _textEnd)
        {
            // Text that has room where it is wanted is not copied.
            var fitting = (buffer.Length - CodePageTable.RoomBehind) / CodePageTable.TextPerByte;
            if (fitting >= BytesMin)
            {
                return page.ToUtf8(Next(Math.Min(fitting, BytesMax)), buffer);
            }

            (_textStart, _textEnd) = (0, page.ToUtf8(Next(BytesMax), _text));
        }

        var count = Math.Min(buffer.Length, _textEnd - _textStart);
        _text.AsSpan(_textStart, count).CopyTo(buffer);
        _textStart += count;
        return count;
    }

    private ReadOnlySpan<byte> Next(int count)
    {
        var read = _bytes.AsSpan(0, Below.Read(_bytes.AsSpan(0, count)));
        if (!_hasBegun)
        {
            ShownAsUtf8 = EncodingSigns.BeyondAscii(read);
            _hasBegun = true;
        }

        return read;
    }
}
