namespace Orchestrator.Data.Files;

/// <summary>
/// A text without its last lines: what may be among them is held back, and no more of it than that. Owns the stream.
/// </summary>
/// <param name="text">The text.</param>
/// <param name="lines">How many lines are left out.</param>
/// <param name="lineEnd">What a line ends with.</param>
/// <param name="file">Its name, for who is refused.</param>
internal sealed class SkippedTail(Stream text, int lines, byte[] lineEnd, string file)
    : SiftedText(text, 2 * BytesAtOnce)
{
    private const int BytesAtOnce = 64 * 1024;
    private const int HeldMax = 16 << 20;

    private int _end;
    private int _held;

    /// <summary>A file has fewer lines than are left out of it.</summary>
    public static DataRefusedException TooFew(string file, string key, int wanted, int found) => new("ORC3115",
        $"{file}: `{key}` of its format leaves out {wanted} lines, and only {found} are there. It is cut short, or "
        + "none of this format.")
    { File = file };

    protected override void Fill()
    {
        Bytes.AsSpan(Free, _end - Free).CopyTo(Bytes);
        (Start, Free, _end) = (0, 0, _end - Free);
        if (Bytes.Length - _end < BytesAtOnce)
        {
            var more = Bytes;
            Array.Resize(ref more, more.Length < HeldMax ? more.Length * 2 : throw TooLong());
            Bytes = more;
        }

        var read = Below.Read(Bytes.AsSpan(_end));
        _end += read;
        HasEnded = read == 0;
        (Free, _held) = LastLines(Bytes.AsSpan(0, _end));
        if (HasEnded && _held < lines)
        {
            throw TooFew(file, "skipLastLines", lines, _held);
        }
    }

    /// <summary>Where the last lines begin, and how many of them there are; the text begins with a line.</summary>
    private (int Start, int Lines) LastLines(ReadOnlySpan<byte> held)
    {
        var at = held.EndsWith(lineEnd) ? held.Length - lineEnd.Length : held.Length;
        for (var count = 1; count <= lines; count++)
        {
            var before = held[..at].LastIndexOf(lineEnd);
            if (before < 0)
            {
                return (0, held.IsEmpty ? 0 : count);
            }

            at = before;
        }

        return (at + lineEnd.Length, lines);
    }

    private DataRefusedException TooLong() => new("ORC3107",
        $"{file}: the last {lines} lines, which `skipLastLines` of its format leaves out, hold more than {HeldMax:N0} "
        + "bytes. Is the line end the one of the format?")
    { File = file };
}
