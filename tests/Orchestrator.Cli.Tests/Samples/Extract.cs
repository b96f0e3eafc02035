using System.Text;

namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// The AdventureWorks extract, decoded without the driver: whole files as strings, split by hand. It follows only
/// what the
/// extract's own README says, so that a mistake in the driver cannot hide here.
/// </summary>
internal sealed class Extract
{
    private Extract(IReadOnlyList<ExtractTable> tables) => Tables = tables;

    public IReadOnlyList<ExtractTable> Tables { get; }

    /// <summary>The folder of the extract, or null where this machine has none.</summary>
    public static string? FindFolder()
    {
        if (Environment.GetEnvironmentVariable("ADVENTUREWORKS_DATA") is { Length: > 0 } named)
        {
            return named;
        }

        var beside = Path.GetFullPath(Path.Combine(Samples.RepositoryRoot, "..", "shared", "data", "adventureworks"));
        return Directory.Exists(beside) ? beside : null;
    }

    public static Extract Read(string folder)
    {
        var columns = Csv(folder, "columns.csv").ToLookup(row => row["table"]);
        return new Extract([.. Csv(folder, "files.csv").Select(file => new ExtractTable(
            file["schema"],
            file["table"],
            [.. columns[file["table"]].OrderBy(row => int.Parse(row["ordinal"])).Select(ExtractColumn.From)],
            int.Parse(file["rows"]),
            Path.Combine(folder, file["file"]),
            Unescape(file["field_terminator"]),
            Unescape(file["row_terminator"])))]);
    }

    private static string Unescape(string text) =>
        text.Replace("\\t", "\t").Replace("\\r", "\r").Replace("\\n", "\n");

    private static IEnumerable<Dictionary<string, string>> Csv(string folder, string name)
    {
        var lines = File.ReadAllLines(Path.Combine(folder, name), Encoding.UTF8);
        var header = lines[0].Split(',');
        return lines.Skip(1).Select(line =>
            header.Zip(SplitQuoted(line)).ToDictionary(pair => pair.First, pair => pair.Second));
    }

    private static List<string> SplitQuoted(string line)
    {
        var fields = new List<string>();
        var (field, quoted) = (new StringBuilder(), false);
        foreach (var letter in line)
        {
            if (letter == '"')
            {
                quoted = !quoted;
            }
            else if (letter == ',' && !quoted)
            {
                fields.Add(field.ToString());
                field.Clear();
            }
            else
            {
                field.Append(letter);
            }
        }

        fields.Add(field.ToString());
        return fields;
    }
}

/// <summary>One table of the extract.</summary>
internal sealed record ExtractTable(
    string Schema, string Name, IReadOnlyList<ExtractColumn> Columns, int RowCount, string File, string Field,
    string Row)
{
    /// <summary>All rows as the file holds them: null where a field is empty, "" where it is a single U+0000.</summary>
    public IReadOnlyList<string?[]> ReadRows()
    {
        var (text, rows, at) = (System.IO.File.ReadAllText(File, Encoding.UTF8), new List<string?[]>(), 0);
        while (at < text.Length)
        {
            var row = new string?[Columns.Count];
            for (var column = 0; column < row.Length; column++)
            {
                var terminator = column == row.Length - 1 ? Row : Field;
                var end = text.IndexOf(terminator, at, StringComparison.Ordinal);
                var field = text[at..end];
                row[column] = field.Length == 0 ? null : field == "\0" ? "" : field;
                at = end + terminator.Length;
            }

            rows.Add(row);
        }

        return rows;
    }
}

/// <summary>One column of the extract: its name and its SQL Server type.</summary>
internal sealed record ExtractColumn(string Name, string Type)
{
    public static ExtractColumn From(Dictionary<string, string> row) => new(row["column"], row["sql_type"]);
}
