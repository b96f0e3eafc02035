using Orchestrator.Core.Types;

namespace Orchestrator.Metadata.Model;

/// <summary>A named file format.</summary>
public sealed record FileFormat
{
    /// <summary>Name of the format that is csv with tabs.</summary>
    public const string Tabbed = "tsv";

    public required string Name { get; init; }

    /// <summary>Default: Csv.</summary>
    public FileStyle Style { get; init; }

    /// <summary>Field terminator, one or more characters.</summary>
    public string Field { get; init; } = ",";

    /// <summary>Row terminator, one or more characters. Csv takes CR LF and LF alike.</summary>
    public string Row { get; init; } = "\n";

    /// <summary>Fixed: the width of each column in characters.</summary>
    public IReadOnlyList<int> Widths { get; init; } = [];

    /// <summary>utf-8, utf-16le, utf-16be or a code page; a byte order mark wins.</summary>
    public string Encoding { get; init; } = FileEncodings.Utf8;

    /// <summary>
    /// Csv, as a target: whether text that a spreadsheet would take for a formula is written behind an apostrophe.
    /// </summary>
    public bool DefusesFormulas { get; init; }

    /// <summary>
    /// Bcp: whether a row terminator inside a column is data (it counts only after the last column) or refused (the
    /// default).
    /// </summary>
    public bool TerminatorInColumns { get; init; }

    /// <summary>Csv and Excel: whether the first line names the columns; else they go by their place. Default: it does.
    /// </summary>
    public bool HasHeader { get; init; } = true;

    /// <summary>Lines at the beginning, before a header, that are no rows.</summary>
    public int SkipLines { get; init; }

    /// <summary>Lines at the end that are no rows.</summary>
    public int SkipLastLines { get; init; }

    /// <summary>Csv, bcp and fixed: what lines begin with that are no rows; null = there are none.</summary>
    public string? Comment { get; init; }

    /// <summary>Csv: what stands around a value that holds separators; empty = nothing does.</summary>
    public string Quote { get; init; } = "\"";

    /// <summary>
    /// Csv, bcp and fixed: whether columns that a row lacks at its end are NULL, or the row is of the wrong shape (the
    /// default).
    /// </summary>
    public bool FillsShortRows { get; init; }

    /// <summary>The decimal sign of numbers: a point or a comma.</summary>
    public string Decimal { get; init; } = ".";

    /// <summary>The sign between thousands; null = none.</summary>
    public string? Thousands { get; init; }

    /// <summary>The pattern of date; null = 2026-01-31.</summary>
    public string? DateFormat { get; init; }

    /// <summary>The pattern of time; null = 23:59:59.</summary>
    public string? TimeFormat { get; init; }

    /// <summary>The pattern of datetime, smalldatetime and datetime2; null = 2026-01-31 23:59:59.</summary>
    public string? DateTimeFormat { get; init; }

    /// <summary>Words that stand for NULL; the first is what it is written as.</summary>
    public IReadOnlyList<string> Nulls { get; init; } = [];

    /// <summary>Excel: name of the sheet; null = the only one that can be seen.</summary>
    public string? Sheet { get; init; }

    /// <summary>Excel: what is read of the sheet, as `A4:H`, its header first; null = all of it.</summary>
    public string? Range { get; init; }
}
