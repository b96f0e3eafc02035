namespace Orchestrator.Data.Files;

/// <summary>
/// As bcp writes: a row ends where its terminator follows the last column. An empty field is NULL, a single U+0000 the
/// empty string. Unless terminators are data, one that stands where it does not count is refused.
/// </summary>
internal sealed class BcpParser : RowParser
{
    /// <summary>What a row most likely is that ends in a carriage return before its line feed.</summary>
    internal const string ReturnMessage = "a carriage return stands before the row terminator. Where rows end with "
        + "CR LF, as bcp writes them on Windows, say `row: \"\\r\\n\"` in the format.";

    private const string TerminatorInside = "ORC3106";

    private readonly byte[] _field;
    private readonly byte[] _row;
    private readonly bool _terminatorsAreData;
    private readonly bool _fillsShortRows;

    public BcpParser(int[] columnOfField, TextFormat format)
        : base(columnOfField)
    {
        _field = Terminator(format.Field, "field");
        _row = Terminator(format.Row, "row");
        _terminatorsAreData = format.TerminatorInColumns;
        _fillsShortRows = format.FillsShortRows && !_terminatorsAreData;
        if (_field.AsSpan().SequenceEqual(_row))
        {
            throw new ArgumentException("expected two different terminators, got the same for field and row",
                nameof(format));
        }
    }

    public override ReadOnlySpan<byte> RowTerminator => _row;

    protected override void Scan(Span<byte> data, int rowsMax, bool isEnd)
    {
        var scanner = new SpecialScanner(data, _field[0], _row[0], _row[0], Seen);
        var longest = Math.Max(_field.Length, _row.Length);
        var (row, field, fieldStart, last, extra) = (0, Field, FieldStart, Last, Extra);
        int at;
        while ((at = scanner.Next()) >= 0)
        {
            if (at < fieldStart)
            {
                continue;
            }

            if (at + longest > data.Length && !isEnd)
            {
                break;
            }

            var wanted = field == last ? _row : _field;
            var isStray = !_terminatorsAreData && IsStray(data, at, wanted, field == last ? _field : _row);
            if (isStray && field < last && IsShort(data, field, fieldStart, at))
            {
                Store(data, field, row, fieldStart, at - fieldStart);
                FillRest(field + 1, row, at);
                (field, fieldStart, Consumed) = (0, at + _row.Length, at + _row.Length);
                if (++row == rowsMax)
                {
                    break;
                }

                continue;
            }

            if (isStray && field == last && StepsOver)
            {
                (extra, fieldStart) = (extra + 1, at + _field.Length);
                continue;
            }

            var isAt = !isStray && IsAt(data, at, wanted);
            var isReturn = isAt && field == last && EndsInReturn(data, fieldStart, at);
            if (isStray || isReturn || (isAt && extra > 0))
            {
                var problem = isReturn && extra == 0
                    ? new ParseProblem(TerminatorInside, last, at, ReturnMessage, Columns: last + 1)
                    : Stray(field, at, extra);
                if (!TryStepOver(problem, row, at, at + _row.Length, data.Length))
                {
                    break;
                }

                (field, fieldStart, extra) = (0, at + _row.Length, 0);
                if (row == --rowsMax)
                {
                    break;
                }

                continue;
            }

            if (!isAt)
            {
                continue;
            }

            Store(data, field, row, fieldStart, at - fieldStart);
            fieldStart = at + wanted.Length;
            if (field < last)
            {
                field++;
                continue;
            }

            field = 0;
            Consumed = fieldStart;
            if (++row == rowsMax)
            {
                break;
            }
        }

        (Rows, Field, FieldStart, Extra) = (row, field, fieldStart, extra);
        Seen = at < 0 ? data.Length : at;
        if (at < 0 && isEnd && Consumed < data.Length)
        {
            Problem = CutShort(field, data.Length);
        }
    }

    private static bool IsAt(ReadOnlySpan<byte> data, int at, byte[] terminator) =>
        data[at] == terminator[0] && (terminator.Length == 1 || data[at..].StartsWith(terminator));

    // Where terminators are no data, neither is a part of the other way of ending a line.
    private bool EndsInReturn(ReadOnlySpan<byte> data, int start, int at) =>
        !_terminatorsAreData && _row[0] == (byte)'\n' && at > start && data[at - 1] == (byte)'\r';

    // A line with nothing on it is no short row, nor is one that the file ends within, or a part of another line end.
    private bool IsShort(ReadOnlySpan<byte> data, int field, int start, int at) =>
        _fillsShortRows && (field > 0 || at > start) && !EndsInReturn(data, start, at)
        && !(IsCut && at + _row.Length == data.Length);

    // Where one terminator begins with the other, the longer one is meant.
    private static bool IsStray(ReadOnlySpan<byte> data, int at, byte[] wanted, byte[] other) =>
        IsAt(data, at, other) && !(wanted.Length > other.Length && IsAt(data, at, wanted));

    private void Store(ReadOnlySpan<byte> data, int field, int row, int start, int length)
    {
        Set(field, row, start, length);
        if (length == 0)
        {
            SetNull(field, row);
        }
        else if (length == 1 && data[start] == 0)
        {
            Set(field, row, start, 0);
        }
    }

    private ParseProblem CutShort(int field, int at) => new("ORC3104", field, at,
        $"expected {Last + 1} columns, got: {field + 1}. The file ends inside the row.", field + 1);

    private ParseProblem Stray(int field, int at, int extra) => field == Last
        ? new ParseProblem("ORC3104", field, at,
            $"expected {Last + 1} columns, got{(extra > 0 ? $": {Last + 1 + extra}" : " more")}.", Last + 1 + extra)
        : new ParseProblem(TerminatorInside, field, at, "a row terminator stands in the column, or the row has "
            + $"{field + 1} of {Last + 1} columns. If the data may hold it, say `terminatorInColumns: allow` in the "
            + "format.",
            field + 1);
}
