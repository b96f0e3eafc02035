namespace Orchestrator.Data.Files;

/// <summary>
/// A text without the lines that begin with a sign, where a row could begin: within quotes they are data. Owns the
/// stream.
/// </summary>
/// <param name="text">The text.</param>
/// <param name="sign">What such a line begins with.</param>
/// <param name="lineEnd">What a line ends with; one character where there are quotes.</param>
/// <param name="quote">The quote; below 0 = there is none.</param>
/// <param name="dropped">Told of lines that are left out.</param>
internal sealed class CommentLines(Stream text, byte[] sign, byte[] lineEnd, int quote, DroppedLines dropped)
    : ReadOnlyStream
{
    private const int BytesAtOnce = 64 * 1024;

    private readonly byte[] _bytes = new byte[BytesAtOnce];
    private int _start;
    private int _free;
    private int _rest;
    private int _end;
    private long _given;
    private bool _ended;
    private bool _isInLine;
    private bool _isComment;
    private bool _isQuoted;

    public override int Read(Span<byte> buffer)
    {
        while (_start == _free && !_ended)
        {
            Fill();
        }

        var count = Math.Min(buffer.Length, _free - _start);
        _bytes.AsSpan(_start, count).CopyTo(buffer);
        _start += count;
        return count;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            text.Dispose();
        }

        base.Dispose(disposing);
    }

    // What cannot be told yet is at most the beginning of a sign or of a line end.
    private void Fill()
    {
        var kept = _end - _rest;
        _bytes.AsSpan(_rest, kept).CopyTo(_bytes);
        var read = text.Read(_bytes.AsSpan(kept));
        (_start, _end, _ended) = (0, kept + read, read == 0);
        (_free, _rest) = Sort(_bytes.AsSpan(0, _end));
        _given += _free;
    }

    /// <summary>Puts what stays to the front; how much that is, and from where on nothing is known yet.</summary>
    private (int Kept, int Unknown) Sort(Span<byte> bytes)
    {
        var (at, to) = (0, 0);
        while (at < bytes.Length)
        {
            var rest = bytes[at..];
            if (!_isInLine && !_ended && rest.Length < sign.Length && sign.AsSpan().StartsWith(rest))
            {
                break;
            }

            if (!_isInLine)
            {
                (_isInLine, _isComment, _isQuoted) = (true, rest.StartsWith(sign), false);
            }

            var length = LineOf(rest, out var isWhole);
            if (length == 0)
            {
                break;
            }

            if (!_isComment)
            {
                rest[..length].CopyTo(bytes[to..]);
                to += length;
            }
            else if (isWhole)
            {
                dropped.Add(_given + to, 1);
            }

            at += length;
            _isInLine = !isWhole;
        }

        return (to, at);
    }

    /// <summary>How much of the bytes belongs to the line that they begin in.</summary>
    private int LineOf(ReadOnlySpan<byte> bytes, out bool isWhole)
    {
        if (quote >= 0 && !_isComment)
        {
            return QuotedLineOf(bytes, out isWhole);
        }

        var found = bytes.IndexOf(lineEnd);
        isWhole = found >= 0;
        return isWhole ? found + lineEnd.Length
            : _ended ? bytes.Length
            : Math.Max(0, bytes.Length - lineEnd.Length + 1);
    }

    private int QuotedLineOf(ReadOnlySpan<byte> bytes, out bool isWhole)
    {
        var length = 0;
        while (bytes[length..].IndexOfAny((byte)quote, lineEnd[0]) is var next and >= 0)
        {
            length += next + 1;
            if (bytes[length - 1] == quote)
            {
                _isQuoted = !_isQuoted;
            }
            else if (!_isQuoted)
            {
                isWhole = true;
                return length;
            }
        }

        isWhole = false;
        return bytes.Length;
    }
}
