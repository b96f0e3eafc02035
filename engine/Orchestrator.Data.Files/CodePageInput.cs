namespace Orchestrator.Data.Files;

/// <summary>Turns a code page of one byte for each character into UTF-8. Owns the stream.</summary>
internal sealed class CodePageInput(Stream units, CodePageTable page) : LayeredStream(units)
{
    private const int BytesMax = 16 * 1024;

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
            var read = Below.Read(_bytes);
            if (!_hasBegun)
            {
                ShownAsUtf8 = EncodingSigns.BeyondAscii(_bytes.AsSpan(0, read));
                _hasBegun = true;
            }

            (_textStart, _textEnd) = (0, page.ToUtf8(_bytes.AsSpan(0, read), _text));
        }

        var count = Math.Min(buffer.Length, _textEnd - _textStart);
        _text.AsSpan(_textStart, count).CopyTo(buffer);
        _textStart += count;
        return count;
    }
}
