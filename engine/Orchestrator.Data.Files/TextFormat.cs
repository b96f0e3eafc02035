using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data.Files;

/// <summary>How a file of rows is written.</summary>
public enum TextStyle
{
    /// <summary>As RFC 4180: header, quotes, rows end with LF or CR LF; the format may leave both out.</summary>
    Csv,

    /// <summary>As bcp: neither header nor quotes; empty = NULL, a single U+0000 = the empty string.</summary>
    Bcp,

    /// <summary>
    /// Columns of fixed width, without header; rows end with LF or CR LF. Blanks at the end of a column are not part of
    /// its value, and a column of blanks only is NULL.
    /// </summary>
    Fixed,

    /// <summary>One JSON object per line; a member that is missing is NULL.</summary>
    JsonLines,

    /// <summary>A sheet of a workbook of Excel, whose first row is the header. It is read and never written.</summary>
    Excel,
}

/// <summary>The format of a file of rows.</summary>
public sealed record TextFormat
{
    private static readonly Dictionary<string, ColumnForm> NoForms = [];

    /// <summary>The built-in "csv": RFC 4180 with comma, UTF-8.</summary>
    public static TextFormat Csv { get; } = new();

    /// <summary>Default: Csv.</summary>
    public TextStyle Style { get; init; }

    /// <summary>Field terminator, one or more characters; default a comma.</summary>
    public string Field { get; init; } = ",";

    /// <summary>Row terminator of bcp, one or more characters; csv takes LF and CR LF alike.</summary>
    public string Row { get; init; } = "\n";

    /// <summary>utf-8 (default), utf-16le, utf-16be or a code page; a byte order mark wins over it.</summary>
    public string Encoding { get; init; } = FileEncodings.Utf8;

    /// <summary>
    /// Bcp: true = a row terminator before the last column is data, as in bcp; false (default) = it is refused.
    /// </summary>
    public bool TerminatorInColumns { get; init; }

    /// <summary>
    /// Csv that is written: true = text that a spreadsheet would take for a formula stands behind an apostrophe, and
    /// reads back with it.
    /// </summary>
    public bool DefusesFormulas { get; init; }

    /// <summary>Fixed: the width of each column in characters (Unicode code points).</summary>
    public IReadOnlyList<int> Widths { get; init; } = [];

    /// <summary>Csv and Excel: false = the first line is a row, and columns go by their place; default true.</summary>
    public bool HasHeader { get; init; } = true;

    /// <summary>Lines at the beginning, before a header, that are no rows; default 0.</summary>
    public int SkipLines { get; init; }

    /// <summary>Lines at the end that are no rows; default 0.</summary>
    public int SkipLastLines { get; init; }

    /// <summary>Csv, bcp and fixed: what lines begin with that are no rows; empty (default) = there are none.</summary>
    public string Comment { get; init; } = "";

    /// <summary>Csv: what stands around a value that holds separators; empty = nothing does; default ".</summary>
    public string Quote { get; init; } = "\"";

    /// <summary>
    /// Csv, bcp and fixed that are read: true = columns that a row lacks at its end are NULL; false (default) = such a
    /// row has the wrong shape.
    /// </summary>
    public bool FillsShortRows { get; init; }

    /// <summary>The quote as a byte; below 0 = there is none.</summary>
    internal int QuoteByte => Quote.Length == 0 ? -1 : Quote[0];

    /// <summary>Whether nothing stands around a value, so that what ends it may not stand in it.</summary>
    internal bool IsBare => Style == TextStyle.Bcp || (Style == TextStyle.Csv && Quote.Length == 0);

    /// <summary>What a line ends with.</summary>
    internal string LineEnd => Style == TextStyle.Bcp ? Row : "\n";

    /// <summary>Whether a file begins with the names of its columns.</summary>
    internal bool BeginsWithNames => Style == TextStyle.Csv && HasHeader;

    /// <summary>Whether its columns have to be declared, in the order of the file.</summary>
    internal bool IsByPlace => Style is TextStyle.Bcp or TextStyle.Fixed
        || (Style is TextStyle.Csv or TextStyle.Excel && !HasHeader);

    /// <summary>How values are written; null = as <see cref="ValueFormat"/> does.</summary>
    public ValueForms? Forms { get; init; }

    /// <summary>
    /// The words that stand for NULL, to the byte; csv: only without quotes. The first is what NULL is written as.
    /// Nothing at all is NULL whatever they are. Not of JSON lines, which have null.
    /// </summary>
    public IReadOnlyList<string> Nulls { get; init; } = [];

    /// <summary>What columns have in place of that, by their names in the file.</summary>
    public IReadOnlyDictionary<string, ColumnForm> ColumnForms { get; init; } = NoForms;

    /// <summary>How values of a column are written; null = as <see cref="ValueFormat"/> does.</summary>
    public ValueForms? FormsOf(string column) =>
        ColumnForms.TryGetValue(column, out var own) && own.Times is { } times
            ? (Forms ?? new ValueForms()).With(times)
            : Forms;

    /// <summary>The words that stand for NULL in a column.</summary>
    public IReadOnlyList<string> NullsOf(string column) => Style == TextStyle.JsonLines ? []
        : ColumnForms.TryGetValue(column, out var own) && own.Nulls is { } nulls ? nulls : Nulls;

    /// <summary>Excel: name of the sheet; null = the only one that can be seen.</summary>
    public string? Sheet { get; init; }

    /// <summary>Excel: what is read of the sheet, its header first; default all.</summary>
    public SheetRange Range { get; init; } = SheetRange.All;
}

/// <summary>What one field, one row and one file may hold, in bytes of decoded text; more is an error.</summary>
public sealed record ReadLimits(long Field = 16L << 20, long Row = 64L << 20, long Expanded = 100L << 30);

/// <summary>The files that one object is read from.</summary>
public sealed record SourceFiles
{
    /// <summary>The connection's folder, absolute; nothing outside it is opened, links included.</summary>
    public required string Folder { get; init; }

    /// <summary>Name or pattern (`*`, `?`) below the folder, with `/`; files are read in ordinal order.</summary>
    public required string Pattern { get; init; }

    /// <summary>True = upper and lower case are one in names of files and members; of folders they differ.</summary>
    public bool IgnoreCase { get; init; }

    /// <summary>Those to read, where they have been chosen among what the pattern stands for; null = all.</summary>
    public IReadOnlyList<string>? Files { get; init; }

    /// <summary>How they are read, where another machine has them; null = from the folder.</summary>
    public StoredFiles? Stored { get; init; }

    /// <summary>How they are written.</summary>
    public TextFormat Format { get; init; } = TextFormat.Csv;

    /// <summary>
    /// Names of the columns in order: needed for bcp, fixed, and csv and sheets without a header; of files that have
    /// one those that are read, and of JSON lines the members that are read, by default those of the first row.
    /// </summary>
    public IReadOnlyList<string> Columns { get; init; } = [];

    /// <summary>
    /// Where no columns are named: true = those of all files are taken, NULL where a file lacks one; false = all files
    /// have those of the first.
    /// </summary>
    public bool FillsMissing { get; init; }

    /// <summary>What is over these is an error.</summary>
    public ReadLimits Limits { get; init; } = new();

    /// <summary>
    /// True = a row with too few or too many columns is among <see cref="RowBatch.Rejected"/> instead of an error,
    /// unless it cannot be told where the next one begins.
    /// </summary>
    public bool RejectsBrokenRows { get; init; }

    /// <summary>Told, on the reading thread, that a pipe waits for its writer; null = it goes on.</summary>
    public Action<string?>? HeldUp { get; init; }

    /// <summary>
    /// True = the rows are looked at, maybe more than once, and not loaded: a pipe is refused, and no error advises
    /// what a load could do with a row.
    /// </summary>
    public bool LooksOnly { get; init; }

    /// <summary>True = errors about a row show nothing of its content, because a column is sensitive.</summary>
    public bool HideValues { get; init; }

    /// <summary>
    /// Name or pattern of the members that are read of each file, which is a zip file; null = they are none.
    /// </summary>
    public string? Member { get; init; }
}
