namespace Orchestrator.Data.Files;

/// <summary>
/// Columns of fixed width, one row per line, which ends with LF or CR LF. Blanks at the end of a column are not part of
/// its value; blanks only are NULL. A line that is longer is a row of the wrong shape, and one that is shorter, unless
/// the format fills such rows.
/// </summary>
internal sealed class FixedParser(int[] columnOfField, TextFormat format) : LineParser(columnOfField)
{
    private readonly IReadOnlyList<int> _widths = format.Widths;
    private readonly bool _isOfPage = CodePageTable.Of(format.Encoding) is not null;

    /// <summary>Code points of a text: its bytes but for those that continue one.</summary>
    public static int CharactersOf(ReadOnlySpan<byte> text)
    {
        var count = 0;
        foreach (var one in text)
        {
            count += (one & 0xC0) == 0x80 ? 0 : 1;
        }

        return count;
    }

    protected override ParseProblem? Cut(Span<byte> data, int start, int end, int row)
    {
        var at = start;
        for (var field = 0; field <= Last; field++)
        {
            var next = _isOfPage ? EndInPage(data, at, end, _widths[field]) : EndOf(data, at, end, _widths[field]);
            if (next < 0)
            {
                if (!FillsShort(data, start, end))
                {
                    return Wrong(data[start..end], field);
                }

                next = end;
            }

            var length = data[at..next].TrimEnd((byte)' ').Length;
            Set(field, row, at, length);
            if (length == 0)
            {
                SetNull(field, row);
            }

            at = next;
        }

        return at == end ? null : Wrong(data[start..end], Last);
    }

    // A line with nothing on it is no short row, nor is one that the file ends within, with or without a return.
    private bool FillsShort(ReadOnlySpan<byte> data, int start, int end) =>
        format.FillsShortRows && end > start && !(IsCut && end + 2 >= data.Length);

    // Where so many characters end; below 0 where there are fewer.
    private static int EndOf(ReadOnlySpan<byte> data, int at, int end, int characters)
    {
        for (; characters > 0; characters--)
        {
            if (at >= end)
            {
                return -1;
            }

            for (at++; at < end && (data[at] & 0xC0) == 0x80; at++)
            {
            }
        }

        return at;
    }

    // What a page does not define is a character, too, although it continues none.
    private static int EndInPage(ReadOnlySpan<byte> data, int at, int end, int characters)
    {
        for (; characters > 0; characters--)
        {
            if (at >= end)
            {
                return -1;
            }

            at = Math.Min(end, at + BytesOf(data[at]));
        }

        return at;
    }

    private static int BytesOf(byte first) => first switch { < 0xC0 => 1, < 0xE0 => 2, < 0xF0 => 3, _ => 4 };

    private int CountOf(ReadOnlySpan<byte> line)
    {
        var count = 0;
        for (var at = 0; _isOfPage && at < line.Length; at += BytesOf(line[at]))
        {
            count++;
        }

        return _isOfPage ? count : CharactersOf(line);
    }

    private ParseProblem Wrong(ReadOnlySpan<byte> line, int field)
    {
        var (expected, got) = (_widths.Sum(), CountOf(line));
        return new ParseProblem("ORC3104", field, 0, $"expected a line of {expected} characters, got: {got}.",
            Math.Max(1, got), expected);
    }
}
