using System.Text;

namespace Orchestrator.Data.Files;

/// <summary>
/// Signs in the rows of one file that it was cut by other marks than its own: what each row has is hardly data.
/// </summary>
internal sealed class FileSigns(TextFormat format)
{
    /// <summary>What any system ends lines with.</summary>
    public const string LineEnds = "\n\r\u0085\u2028\u2029";

    /// <summary>What is said of values or names between apostrophes, behind "between".</summary>
    public const string Apostrophes = "apostrophes. csv quotes with \" (RFC 4180): have the file written so, or say "
        + "`quote: \"'\"` in its format.";

    private readonly byte[][] _nulls =
    [
        .. format.ColumnForms.Values.SelectMany(column => column.Nulls ?? []).Concat(format.Nulls)
            .Select(Encoding.UTF8.GetBytes),
    ];

    private bool _hasLooked;
    private long _rows;
    private long _endingInReturn;

    /// <summary>
    /// How many rows end in a carriage return that stands before the row terminator, where it is data; 0 = none or all
    /// of them.
    /// </summary>
    public (long Returns, long Rows) Mixed => _endingInReturn < _rows ? (_endingInReturn, _rows) : default;

    /// <summary>Looks at rows that were just found.</summary>
    /// <param name="parser">What has found them.</param>
    /// <param name="bytes">Them, to the end of the last one.</param>
    /// <param name="place">Where the first of them stands.</param>
    /// <param name="end">What stands behind the data.</param>
    /// <exception cref="DataRefusedException">They are no rows of this format.</exception>
    public void Look(RowParser parser, ReadOnlySpan<byte> bytes, FilePosition place, DataEnd end)
    {
        // A sheet was cut by nobody.
        if (format.Style == TextStyle.Excel)
        {
            return;
        }

        if (format.Style != TextStyle.JsonLines)
        {
            RefuseMark(parser, bytes, place);
        }

        if (format.Style == TextStyle.Bcp)
        {
            RefuseWithoutTerminator(parser, bytes, place, end);
            CountReturns(parser, bytes, place);
        }
        else if (format is { Style: TextStyle.Csv, Quote: "\"" } && !_hasLooked)
        {
            RefuseApostrophes(parser, bytes, place);
        }

        if (format is { Style: TextStyle.Csv, HasHeader: false } && !_hasLooked)
        {
            RefuseOtherSeparator(parser, bytes, place);
        }

        _hasLooked |= parser.Rows > 0;
    }

    // Where there is a header, it tells that.
    private void RefuseOtherSeparator(RowParser parser, ReadOnlySpan<byte> bytes, FilePosition place)
    {
        if (parser.Broken.Any(row => row.Problem.Columns != 1) || (parser.Rows > 0 && !AreUncut(parser, bytes)))
        {
            return;
        }

        var first = parser.Rows > 0 ? parser.Value(0, 0, bytes)
            : bytes.Slice(parser.Broken[0].Start, parser.Broken[0].Length);
        if (SeparatorSigns.Instead(first, 1, format) is { } other)
        {
            // Of as many columns as are declared one that is empty stands between two single separators.
            if (SeparatorSigns.IsDoubled(first, other) && first.Count((byte)other[0]) == 2 * (parser.Fields - 1))
            {
                throw place.Misread($"its rows have one column and hold '{SeparatorSigns.Shown(other + other)}', and "
                    + "csv separates by one character. Write there `style: bcp, field: "
                    + $"{SeparatorSigns.Written(other + other)}` and no `header`.", 0);
            }

            throw place.Misread($"its rows have one column and hold '{SeparatorSigns.Shown(other)}', and the format "
                + $"separates by '{SeparatorSigns.Shown(format.Field)}'. Write there "
                + $"`field: {SeparatorSigns.Written(other)}`.", 0);
        }
    }

    // Rows that were filled up may be short because nothing has cut them: each holds what others separate by.
    private bool AreUncut(RowParser parser, ReadOnlySpan<byte> bytes)
    {
        var isUncut = format.FillsShortRows && parser.Fields > 1;
        for (var row = 0; isUncut && row < parser.Rows; row++)
        {
            var value = parser.Value(0, row, bytes);
            isUncut = value.Length == parser.RowLength(row) && SeparatorSigns.Instead(value, 1, format) is not null;
        }

        return isUncut;
    }

    // A quoted value that begins with it is data; at the beginning of a file without a header it was written twice.
    private void RefuseMark(RowParser parser, ReadOnlySpan<byte> bytes, FilePosition place)
    {
        var mark = Encoding.UTF8.Preamble;
        if (bytes.IndexOf(mark) < 0)
        {
            return;
        }

        for (var row = place is { Row: 1, Offset: 0, Line: 0 } ? 1 : 0; row < parser.Rows; row++)
        {
            var start = parser.RowStart(row);
            if (bytes[start..].StartsWith(mark) && (start == 0 || bytes[start - 1] != format.QuoteByte))
            {
                throw place.Misread("a byte order mark stands at the beginning of the row, as where files were put "
                    + "behind one another. Take the parts apart, each with a header of its own, or the mark out.", row);
            }
        }
    }

    private void RefuseWithoutTerminator(RowParser parser, ReadOnlySpan<byte> bytes, FilePosition place, DataEnd end)
    {
        var row = bytes[..^Math.Min(bytes.Length, parser.RowTerminator.Length)];
        if (end != DataEnd.Cut || place.Row != 1 || parser.Rows != 1)
        {
            return;
        }

        foreach (var other in LineEnds.Select(sign => $"{sign}").Where(
            other => !format.Row.Contains(other, StringComparison.Ordinal) || format.Row.Length > other.Length))
        {
            if (row.IndexOf(Encoding.UTF8.GetBytes(other)) >= 0)
            {
                throw place.Misread($"the row terminator {Written(format.Row)} stands nowhere in the file, and "
                    + $"{Written(other)} does. Write the one of the file as `row` of its format.", 0);
            }
        }
    }

    private void CountReturns(RowParser parser, ReadOnlySpan<byte> bytes, FilePosition place)
    {
        if (format.Row[0] != '\n')
        {
            return;
        }

        var before = _endingInReturn;
        for (var row = 0; row < parser.Rows; row++)
        {
            _endingInReturn += parser.Value(parser.Fields - 1, row, bytes) is [.., (byte)'\r'] ? 1 : 0;
        }

        _rows += parser.Rows;
        var broken = parser.Broken.Count(each => each.Problem.Message == BcpParser.ReturnMessage);
        if (!_hasLooked && broken + _endingInReturn - before is > 0 and var returns
            && returns == parser.Rows + parser.Broken.Count)
        {
            throw place.Misread(BcpParser.ReturnMessage, 0);
        }
    }

    // A value in proper quotes says that they are those of the file, and apostrophes data; a word for NULL says
    // nothing.
    private void RefuseApostrophes(RowParser parser, ReadOnlySpan<byte> bytes, FilePosition place)
    {
        var seen = 0;
        for (var row = 0; row < parser.Rows; row++)
        {
            for (var field = 0; field < parser.Fields; field++)
            {
                var value = parser.Value(field, row, bytes);
                value = NullWords.Has(_nulls, value) ? default : value;
                if (parser.IsQuoted(field, row, bytes)
                    || (!value.IsEmpty && (value.Length < 2 || value[0] != '\'' || value[^1] != '\'')))
                {
                    return;
                }

                seen += value.IsEmpty ? 0 : 1;
            }
        }

        if (seen > 1 && parser.Fields > 1)
        {
            throw place.Misread("all values stand between " + Apostrophes, 0);
        }
    }

    private static string Written(string terminator) => "\"" + string.Concat(terminator.Select(sign => sign switch
    {
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        _ when sign < ' ' || LineEnds.Contains(sign, StringComparison.Ordinal) => $"\\u{(int)sign:X4}",
        _ => $"{sign}",
    })) + "\"";
}
