namespace Orchestrator.Data.Files;

/// <summary>A text without its first lines. Owns the stream.</summary>
/// <param name="text">The text.</param>
/// <param name="lines">How many lines are left out.</param>
/// <param name="lineEnd">What a line ends with.</param>
/// <param name="file">Its name, for who is refused.</param>
internal sealed class SkippedHead(Stream text, int lines, byte[] lineEnd, string file) : LayeredStream(text)
{
    private const int BytesAtOnce = 16 * 1024;

    private byte[] _bytes = [];
    private int _start;
    private int _end;
    private int _skipped;

    public override int Read(Span<byte> buffer)
    {
        if (_skipped < lines)
        {
            Skip();
        }

        if (_start == _end)
        {
            return Below.Read(buffer);
        }

        var count = Math.Min(buffer.Length, _end - _start);
        _bytes.AsSpan(_start, count).CopyTo(buffer);
        _start += count;
        return count;
    }

    private void Skip()
    {
        _bytes = new byte[BytesAtOnce];
        var isInLine = false;
        while (_skipped < lines)
        {
            var found = _bytes.AsSpan(_start, _end - _start).IndexOf(lineEnd);
            if (found >= 0)
            {
                (_start, isInLine) = (_start + found + lineEnd.Length, false);
                _skipped++;
                continue;
            }

            // What may be the beginning of a line end stays.
            isInLine |= _end > _start;
            var kept = Math.Min(lineEnd.Length - 1, _end - _start);
            _bytes.AsSpan(_end - kept, kept).CopyTo(_bytes);
            var read = Below.Read(_bytes.AsSpan(kept));
            (_start, _end) = (0, kept + read);
            if (read > 0)
            {
                continue;
            }

            _skipped += isInLine ? 1 : 0;
            (_start, _end) = (0, 0);
            if (_skipped < lines)
            {
                throw SkippedTail.TooFew(file, "skipLines", lines, _skipped);
            }
        }
    }
}
