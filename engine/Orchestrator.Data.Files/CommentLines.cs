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
    : SiftedText(text, BytesAtOnce)
{
    private const int BytesAtOnce = 64 * 1024;

    private int _rest;
    private int _end;
    private long _given;
    private bool _isInLine;
    private bool _isComment;
    private bool _isQuoted;

    // What cannot be told yet is at most the beginning of a sign or of a line end.
    protected override void Fill()
    {
        var kept = _end - _rest;
        Bytes.AsSpan(_rest, kept).CopyTo(Bytes);
        var read = Below.Read(Bytes.AsSpan(kept));
        (Start, _end, HasEnded) = (0, kept + read, read == 0);
        (Free, _rest) = Sort(Bytes.AsSpan(0, _end));
        _given += Free;
    }

    /// <summary>Puts what stays to the front; how much that is, and from where on nothing is known yet.</summary>
    private (int Kept, int Unknown) Sort(Span<byte> bytes)
    {
        var (at, to) = (0, 0);
        while (at < bytes.Length)
        {
            var rest = bytes[at..];
            if (!_isInLine && !HasEnded && rest.Length < sign.Length && sign.AsSpan().StartsWith(rest))
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
            : HasEnded ? bytes.Length
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
