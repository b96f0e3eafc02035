using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>What a package that reads a server sees of changes that others commit meanwhile.</summary>
public enum Isolation { ReadCommitted, Snapshot, ReadUncommitted, RepeatableRead }

/// <summary>What becomes of a load of a table of which the server shows its user a part.</summary>
public enum RowSecurity { Refused, Accepted }

/// <summary>The storey of a connection: source, landing, staging, persistent staging, target.</summary>
public enum Stage { None, Src, Lnd, Stg, Psa, Tgt }

/// <summary>A database or a folder of files.</summary>
public sealed record Connection
{
    public required string Name { get; init; }

    public required Platform Platform { get; init; }

    /// <summary>Its stage code.</summary>
    public Stage Stage { get; init; }

    /// <summary>As written, with `${env:…}` and `${secret:…}` unresolved; null where none is needed.</summary>
    public string? ConnectionString { get; init; }

    /// <summary>Servers: what a package that reads sees of others' changes. Default: what is committed.</summary>
    public Isolation Isolation { get; init; }

    /// <summary>Servers: whether the part of a table that the user is shown is all that is wanted. Default: no.
    /// </summary>
    public RowSecurity RowSecurity { get; init; }

    /// <summary>What is known of its platform.</summary>
    public PlatformFacts Facts => PlatformTable.Of(Platform);

    /// <summary>Whether it leads to a folder of files, and so to no database.</summary>
    public bool IsFolder => Facts.Form == StoreForm.Folder;

    /// <summary>Whether it leads to a server, which needs a connection string.</summary>
    public bool IsServer => Facts.Form == StoreForm.Server;

    /// <summary>
    /// Files: the folder, `${env:…}` unresolved, relative to the solution; files outside it are refused.
    /// </summary>
    public string? Folder { get; init; }

    /// <summary>Files: what has the folder, where that is not this machine; null = it is.</summary>
    public StoredFolder? Stored { get; init; }

    /// <summary>
    /// Sqlite: the database file, relative to `.orchestrator/data` of the solution unless rooted; may hold
    /// {connection},
    /// {project}, {container}, {object}. Default `{connection}.db`.
    /// </summary>
    public string File { get; init; } = "{connection}.db";

    /// <summary>Whether all that it holds can be loaded again, the condition for delayed durability.</summary>
    public bool Reloadable { get; init; }

    /// <summary>Whether commits may reach the disk later than they return; default never.</summary>
    public DelayedDurability Durability { get; init; } = new();

    /// <summary>Whether a run relaxes its durability.</summary>
    public bool IsRelaxed => Durability.Mode == DurabilityMode.Forced;

    /// <summary>What goes into the RowRecordSource column; at most 10 characters.</summary>
    public string? RecordSource { get; init; }

    /// <summary>Cap on packages that use this connection at once; null = none.</summary>
    public int? MaxConcurrency { get; init; }

    /// <summary>Files: the named formats; "csv" and "tsv" are always among them.</summary>
    public IReadOnlyDictionary<string, FileFormat> Formats { get; init; } = new Dictionary<string, FileFormat>();

    /// <summary>Files: which of them are taken.</summary>
    public FileIntake Files { get; init; } = new();

    /// <summary>Files: what one field, one row and one expanded file may hold.</summary>
    public FileLimits Limits { get; init; } = new();

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }
}

/// <summary>
/// How a file of rows is written: as RFC 4180 does, as bcp does (no quotes, no header), in columns of fixed width, as
/// one JSON object per line, or as a sheet of a workbook of Excel.
/// </summary>
public enum FileStyle { Csv, Bcp, Fixed, Jsonl, Excel }

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

    /// <summary>Csv: whether the first line names the columns; else they go by their place. Default: it does.</summary>
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

/// <summary>Limits in bytes; what is over is an error, not memory.</summary>
public sealed record FileLimits(long Field = 16L << 20, long Row = 64L << 20, long Expanded = 100L << 30);
