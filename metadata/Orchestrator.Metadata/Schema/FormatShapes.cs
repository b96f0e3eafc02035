namespace Orchestrator.Metadata.Schema;

/// <summary>The keys of the formats of files.</summary>
internal static class FormatShapes
{
    public static MapShape Format { get; } = new("a file format", [
        new("style", new WordShape(["csv", "bcp", "fixed", "jsonl"]),
            "csv (RFC 4180, header), bcp, fixed or jsonl (one JSON object per line); default csv."),
        new("field", Parts.Text, "Field terminator; default a comma."),
        new("row", Parts.Text, "Row terminator; default a line feed."),
        new("widths", new ListShape(new NumberShape(1, Max: 1 << 20)),
            "fixed: the width of each column in characters."),
        new("encoding", new WordShape(["utf-8", "utf-16le", "utf-16be"]), "Default utf-8; a byte order mark wins."),
        new("terminatorInColumns", new WordShape(["refuse", "allow"]),
            "allow = a row terminator counts only after the last column; default refuse."),
        new("formulas", new WordShape(["keep", "defuse"]),
            "csv, as a target: defuse = text that a spreadsheet would compute gets an apostrophe first; default keep."),
    ]);
}
