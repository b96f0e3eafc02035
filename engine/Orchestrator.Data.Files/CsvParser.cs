using System.Runtime.CompilerServices;

namespace Orchestrator.Data.Files;

/// <summary>
/// RFC 4180: an empty field is NULL, an empty quoted one the empty string; quotes only around a whole field, if at all.
/// </summary>
internal sealed class CsvParser(int[] columnOfField, TextFormat format) : RowParser(columnOfField)
{
    private const byte LineFeed = (byte)'\n';
    private const byte CarriageReturn = (byte)'\r';

    private readonly byte[] _separator = CheckSeparator(format);
    private readonly int _quote = format.QuoteByte;
    private readonly int[] _doubled = new int[columnOfField.Length];
    private int _doubledCount;
    private Quotes _quotes;

    public override ReadOnlySpan<byte> RowTerminator => "\n"u8;

    internal static byte[] CheckSeparator(TextFormat format)
    {
        var bytes = Terminator(format.Field, "field");
        return bytes[0] == format.QuoteByte || bytes[0] is LineFeed or CarriageReturn
            ? throw new ArgumentException("a field terminator of csv begins neither with a quote nor a line break",
                nameof(format))
            : bytes;
    }

    public override int Forget()
    {
        var count = base.Forget();
        _quotes.ClosedAt -= count;
        return count;
    }

    // Before a field without quotes stands a separator, a row terminator or nothing.
    public override bool IsQuoted(ReadOnlySpan<byte> data, int start) => start > 0 && data[start - 1] == _quote;

    protected override void Scan(Span<byte> data, int rowsMax, bool isEnd)
    {
        // A separator that may go on behind the data is not looked at yet.
        var seen = isEnd ? data.Length : Math.Max(0, data.Length - _separator.Length + 1);
        var quote = _quote;
        var scanner = new SpecialScanner(
            data[..seen], _separator[0], LineFeed, quote < 0 ? LineFeed : (byte)quote, Seen);
        var (row, field, fieldStart, last, extra) = (0, Field, FieldStart, Last, Extra);
        var quotes = GoesOn ? _quotes : default;
        int at;
        while ((at = scanner.Next()) >= 0)
        {
            var special = data[at];
            if (special == quote)
            {
                if (!quotes.Take(at, fieldStart))
                {
                    Problem = StrayQuote(field, at, quotes.Quoted);
                    break;
                }

                continue;
            }

            var isRow = special == LineFeed;
            if (quotes.Open || at < fieldStart || (!isRow && !IsSeparator(data, at)))
            {
                continue;
            }

            var end = isRow && at > fieldStart && data[at - 1] == CarriageReturn ? at - 1 : at;
            var isBehindQuote = quotes.Quoted && quotes.ClosedAt != end - 1;
            var isShort = isRow && field < last && extra == 0 && !isBehindQuote
                && FillsShort(field, fieldStart, end, at + 1 == data.Length);
            if (!isShort && (isRow != (field == last) || extra > 0 || isBehindQuote))
            {
                if (!isRow && StepsOver && !isBehindQuote)
                {
                    (extra, fieldStart, quotes) = (extra + 1, at + _separator.Length, default);
                    continue;
                }

                var problem = Wrong(field, extra, at, isRow, isBehindQuote);
                if (isBehindQuote || !TryStepOver(problem, row, end, at + 1, data.Length))
                {
                    Problem ??= problem;
                    break;
                }

                (field, fieldStart, extra, quotes, _doubledCount) = (0, at + 1, 0, default, 0);
                if (row == --rowsMax)
                {
                    break;
                }

                continue;
            }

            Store(ref quotes, field, row, fieldStart, end);
            if (!isRow)
            {
                field++;
                fieldStart = at + _separator.Length;
                continue;
            }

            FillRest(field + 1, row, end);
            (field, fieldStart, Consumed) = (0, at + 1, at + 1);
            Unescape(data, row);
            if (++row == rowsMax)
            {
                break;
            }
        }

        (Rows, Field, FieldStart, Extra, Seen) = (row, field, fieldStart, extra, seen);
        (_quotes, _doubledCount) = (quotes, 0);
        if (at < 0 && isEnd && Consumed < data.Length)
        {
            Problem = new ParseProblem(
                "ORC3105", field, data.Length, "the quote that opens the value is never closed.");
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Store(ref Quotes quotes, int field, int row, int start, int end)
    {
        if (!quotes.Quoted)
        {
            Set(field, row, start, end - start);
            if (end == start)
            {
                SetNull(field, row);
            }

            return;
        }

        Set(field, row, start + 1, quotes.ClosedAt - start - 1);
        if (quotes.Doubled)
        {
            _doubled[_doubledCount++] = field;
        }

        quotes = default;
    }

    // A line with nothing on it is no short row, nor is one that the file ends within.
    private bool FillsShort(int field, int fieldStart, int end, bool isLast) =>
        format.FillsShortRows && (field > 0 || end > fieldStart) && !(isLast && IsCut);

    private static ParseProblem StrayQuote(int field, int at, bool quoted) => new("ORC3105", field, at, quoted
        ? "something stands between the closing quote and the separator. A quote inside a quoted value is doubled."
        : "a quote stands inside a value without quotes. Such a value is quoted and the quote doubled (RFC 4180).");

    private bool IsSeparator(ReadOnlySpan<byte> data, int at) =>
        _separator.Length == 1 || data[at..].StartsWith(_separator);

    private ParseProblem Wrong(int field, int extra, int at, bool isRow, bool isBehindQuote)
    {
        var (expected, got) = (Last + 1, field + 1 + extra);
        return isBehindQuote ? StrayQuote(field, at, quoted: true)
            : got < expected ? new ParseProblem("ORC3104", got, at, $"expected {expected} columns, got: {got}. The row "
                + "is cut short, or a line break stands in a value without quotes.", got)
            : new ParseProblem("ORC3104", Last, at,
                $"expected {expected} columns, got{(isRow ? $": {got}" : " more")}. "
                + $"A separator stands in a value without quotes, or {Fewer}.", got);
    }

    private string Fewer => format.HasHeader ? "the header is cut short" : "the object declares too few `columns`";

    private void Unescape(Span<byte> data, int row)
    {
        while (_doubledCount > 0 && !GoesOn)
        {
            var field = _doubled[--_doubledCount];
            var value = data.Slice(Starts[field][row], Lengths[field][row]);
            var length = Halve(value);
            // What is left over would look like broken text when the block is checked as a whole.
            value[length..].Fill((byte)' ');
            Lengths[field][row] = length;
        }
    }

    private int Halve(Span<byte> value)
    {
        var to = 0;
        for (var from = 0; from < value.Length; from++)
        {
            value[to++] = value[from];
            if (value[from] == _quote)
            {
                from++;
            }
        }

        return to;
    }

    /// <summary>The quotes of the field at hand.</summary>
    private struct Quotes
    {
        public bool Quoted;
        public bool Open;
        public bool Doubled;
        public int ClosedAt;

        /// <summary>Closed and opened again at once it is a doubled one; false = it stands where none may.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool Take(int at, int fieldStart)
        {
            if (Open)
            {
                (Open, ClosedAt) = (false, at);
                return true;
            }

            var again = Quoted && at == ClosedAt + 1;
            Open = again || (!Quoted && at == fieldStart);
            Doubled |= again;
            Quoted |= Open;
            return Open;
        }
    }
}
