namespace Orchestrator.Data.Files;

/// <summary>
/// RFC 4180: an empty field is NULL, an empty quoted one the empty string; quotes only around a whole field.
/// </summary>
internal sealed class CsvParser(int[] columnOfField, string separator) : RowParser(columnOfField)
{
    private const byte Quote = (byte)'"';
    private const byte LineFeed = (byte)'\n';
    private const byte CarriageReturn = (byte)'\r';

    private readonly byte[] _separator = CheckSeparator(separator);
    private readonly int[] _doubled = new int[columnOfField.Length];

    public override ReadOnlySpan<byte> RowTerminator => "\n"u8;

    internal static byte[] CheckSeparator(string separator)
    {
        var bytes = Terminator(separator, "field");
        return bytes[0] is Quote or LineFeed or CarriageReturn
            ? throw new ArgumentException("a field terminator of csv begins neither with a quote nor a line break",
                nameof(separator))
            : bytes;
    }

    protected override void Scan(Span<byte> data, int rowsMax, bool isEnd)
    {
        var scanner = new SpecialScanner(data, _separator[0], LineFeed, Quote);
        var (row, field, fieldStart, last) = (0, 0, 0, Last);
        var (quoted, open, closedAt, doubled) = (false, false, 0, 0);
        int at;
        while ((at = scanner.Next()) >= 0)
        {
            var special = data[at];
            if (special == Quote)
            {
                if (open)
                {
                    (open, closedAt) = (false, at);
                }
                else if (quoted && at == closedAt + 1)
                {
                    // A quote closed and opened again at once is a doubled one: part of the value.
                    open = true;
                    doubled = MarkDoubled(field, doubled);
                }
                else if (!quoted && at == fieldStart)
                {
                    (open, quoted) = (true, true);
                }
                else
                {
                    Problem = StrayQuote(field, at, quoted);
                    break;
                }

                continue;
            }

            var isRow = special == LineFeed;
            if (open || at < fieldStart || (!isRow && !IsSeparator(data, at)))
            {
                continue;
            }

            var end = isRow && at > fieldStart && data[at - 1] == CarriageReturn ? at - 1 : at;
            if (isRow != (field == last) || (quoted && closedAt != end - 1))
            {
                Problem = WrongRow(field, at, isRow, quoted && closedAt != end - 1);
                break;
            }

            if (quoted)
            {
                Set(field, row, fieldStart + 1, closedAt - fieldStart - 1);
                quoted = false;
            }
            else
            {
                Set(field, row, fieldStart, end - fieldStart);
                if (end == fieldStart)
                {
                    SetNull(field, row);
                }
            }

            if (!isRow)
            {
                field++;
                fieldStart = at + _separator.Length;
                continue;
            }

            (field, fieldStart) = (0, at + 1);
            if (doubled > 0)
            {
                Unescape(data, row, doubled);
                doubled = 0;
            }

            Consumed = at + 1;
            if (++row == rowsMax)
            {
                break;
            }
        }

        (Rows, Field, FieldStart) = (row, field, fieldStart);
        if (at < 0 && isEnd && Consumed < data.Length)
        {
            Problem = new RowProblem("ORC3105", field, data.Length, "the quote that opens the value is never closed.");
        }
    }

    private static RowProblem StrayQuote(int field, int at, bool quoted) => new("ORC3105", field, at, quoted
        ? "something stands between the closing quote and the separator. A quote inside a quoted value is doubled."
        : "a quote stands inside a value without quotes. Such a value is quoted and the quote doubled (RFC 4180).");

    private bool IsSeparator(ReadOnlySpan<byte> data, int at) =>
        _separator.Length == 1 || data[at..].StartsWith(_separator);

    private int MarkDoubled(int field, int doubled)
    {
        if (doubled == 0 || _doubled[doubled - 1] != field)
        {
            _doubled[doubled++] = field;
        }

        return doubled;
    }

    private RowProblem WrongRow(int field, int at, bool isRow, bool behindQuote) => behindQuote
        ? StrayQuote(field, at, quoted: true)
        : new RowProblem("ORC3104", isRow ? -1 : field, at, isRow
            ? $"expected {Last + 1} columns, got: {field + 1}. The row is cut short, or a line break stands in a value "
                + "without quotes."
            : $"expected {Last + 1} columns, got more. A separator stands in a value without quotes, or the header "
                + "is cut short.");

    private void Unescape(Span<byte> data, int row, int doubled)
    {
        for (var i = 0; i < doubled; i++)
        {
            var field = _doubled[i];
            var value = data.Slice(Starts[field][row], Lengths[field][row]);
            var length = Halve(value);
            // What is left over would look like broken text when the block is checked as a whole.
            value[length..].Fill((byte)' ');
            Lengths[field][row] = length;
        }
    }

    private static int Halve(Span<byte> value)
    {
        var to = 0;
        for (var from = 0; from < value.Length; from++)
        {
            value[to++] = value[from];
            if (value[from] == Quote)
            {
                from++;
            }
        }

        return to;
    }
}
