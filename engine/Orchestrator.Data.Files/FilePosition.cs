namespace Orchestrator.Data.Files;

/// <summary>Where a file is being read, and the errors that name the place.</summary>
internal sealed class FilePosition(string name, IReadOnlyList<string> fields, SourceFiles source)
{
    /// <summary>The file.</summary>
    public string Name => name;

    /// <summary>Number of the row that comes next, from 1.</summary>
    public long Row { get; private set; } = 1;

    /// <summary>Lines before it, but for those that are not in the text.</summary>
    public long Line { get; set; }

    /// <summary>How many lines are not in the text before an offset.</summary>
    public Func<long, long> LinesBefore { get; set; } = _ => 0;

    /// <summary>Bytes of decoded text before it, without a header.</summary>
    public long Offset { get; set; }

    /// <summary>Goes on behind that many rows and their bytes.</summary>
    public void Pass(int rows, ReadOnlySpan<byte> bytes)
    {
        Row += rows;
        Line += bytes.Count((byte)'\n');
        Offset += bytes.Length;
        LinesBefore(Offset);
    }

    /// <summary>
    /// A field or row is over its limit; a field of −1 is the row as a whole. The batch is the one that it is in.
    /// </summary>
    public DataRefusedException OverLimit(string what, long limit, int field, long row, RowBatch? batch = null)
    {
        var column = field < 0 ? "" : fields[field];
        return new DataRefusedException("ORC3107", $"{name}, row {row}{InColumn(column)}: a {what} of more than "
            + $"{limit:N0} bytes. A terminator is missing or not the one of the format; if the data is right, raise "
            + $"`limits.{what}` of the connection.")
        {
            File = name,
            Row = row,
            Column = column,
            RowsRead = row - Row,
            Rejected = [.. batch?.Rejected.Where(rejected => rejected.Row < row) ?? []],
        };
    }

    /// <summary>The row that comes next is refused. The bytes are those that the problem points into.</summary>
    public DataRefusedException Refused(ParseProblem problem, ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> found)
    {
        var column = fields[problem.Field];
        var line = LinesBefore(Offset) + Line + 1 + bytes[..problem.At].Count((byte)'\n');
        var shown = source.HideValues ? "" : $" Found: '{ShownText.Of(found)}'";
        return new DataRefusedException(problem.Code, $"{name}, row {Row}{InColumn(column)} (line {line}, byte "
            + $"{Offset + problem.At}): {problem.Message}{shown}")
        { File = name, Row = Row, Line = line, Column = column };
    }

    /// <summary>The file cannot be read any further than to the row that comes next.</summary>
    public DataRefusedException Ended(DataRefusedException cause) => new(
        cause.Code, $"{name}, row {Row}{cause.Message[name.Length..]}", cause)
    { File = name, Row = Row };

    /// <summary>The file is none of its format, as the row so far behind the next one shows.</summary>
    public DataRefusedException Misread(string sign, int behind) => new(
        "ORC3111", $"{name}, row {Row + behind}: {sign}")
    { File = name, Row = Row + behind };

    /// <summary>A row of the wrong shape, for the error table.</summary>
    public RejectedRow Rejected(ParseProblem problem, long row, ReadOnlySpan<byte> text) => new()
    {
        Row = row,
        File = name,
        Column = fields[problem.Field],
        Value = ShownText.Kept(text),
        Shown = source.HideValues ? "" : ShownText.Of(text),
        ActualSize = problem.Columns,
        AllowedSize = problem.Allowed > 0 ? problem.Allowed : fields.Count,
        Reason = RejectReason.Shape,
        Code = problem.Code,
        Message = problem.Message,
    };

    /// <summary>The row that comes next is so large that it would be read a second time.</summary>
    public DataRefusedException TooLargeForPipe(long bytes) => new(
        "ORC3110", $"{name}, row {Row}: it has {bytes:N0} bytes or more, and a row as large is read twice, which no "
            + "pipe can be. Let what fills the pipe write into a file, and read that.")
    { File = name, Row = Row };

    /// <summary>The file is no longer what it was when its reading began.</summary>
    public DataRefusedException Changed() => new(
        "ORC3110", $"{name}, row {Row}: the file was changed while it was read. Whoever writes it should write under "
            + "another name and rename it at the end.")
    { File = name, Row = Row };

    private static string InColumn(string column) => column.Length == 0 ? "" : $", column {column}";
}
