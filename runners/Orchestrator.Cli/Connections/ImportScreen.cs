using Orchestrator.Cli.Output;
using Orchestrator.Data;
using Orchestrator.Import;

namespace Orchestrator.Cli.Connections;

/// <summary>What an import found, wrote, and left as it is.</summary>
internal static class ImportScreen
{
    public static IEnumerable<Line> Lines(ImportResult result, bool isVerbose)
    {
        var content = result.Content;
        var all = content.All.Count(table => table.Kind == CatalogTable.Table);
        var tables = Imported(result);
        yield return $"{content.Platform.Name} {content.Version}: "
            + $"{Words.Count(tables.Length, "table")} of {Words.Number(all)}, "
            + $"{Words.Count(tables.Sum(table => table.Columns.Count), "column")}, "
            + $"{Words.Count(tables.Sum(table => table.References.Count), "reference")} by foreign key";
        if (result.HasObjects && content.Wanted.Count > content.Tables.Count)
        {
            yield return $"{Words.Count(content.Wanted.Count - content.Tables.Count, "view")} not imported: write an "
                + "object for what shall be loaded";
        }

        foreach (var (from, to) in result.Circles)
        {
            yield return $"circle: {from} does not wait for {to}";
        }

        yield return $"{(result.IsDry ? "would write" : "wrote")} {Words.Count(result.Written.Count, "file")}";
        foreach (var path in isVerbose || result.IsDry ? result.Written : [])
        {
            yield return $"  {path}";
        }

        if (result.Unchanged.Count > 0)
        {
            yield return $"{Words.Count(result.Unchanged.Count, "file")} say what {result.From} says";
        }

        foreach (var line in result.Different.SelectMany(file => Lines("differs", file, result.From)))
        {
            yield return line;
        }

        foreach (var name in result.Gone)
        {
            yield return new Line("gone ", Ink.Bad).Add(name, Ink.Strong).Add($"  {result.From} has no such table");
        }
    }

    public static object Document(ImportResult result) => new
    {
        schema_version = Json.SchemaVersion,
        platform = result.Content.Platform.Name,
        version = result.Content.Version,
        tables = Imported(result).Length,
        is_dry_run = result.IsDry,
        is_different = result.IsDifferent,
        written = result.Written,
        unchanged = result.Unchanged,
        different = result.Different.Select(Document),
        gone = result.Gone,
        left_out = result.LeftOut.Select(each => new { table = each.Table.ToString(), why = each.Why }),
        circles = result.Circles.Select(each => new { from = each.From.ToString(), to = each.To.ToString() }),
    };

    // What was left out has no object.
    private static CatalogTable[] Imported(ImportResult result) =>
    [
        .. result.Content.Tables.ExceptBy(result.LeftOut.Select(each => each.Table), table => table.Name),
    ];

    /// <summary>How a file differs from what the database says.</summary>
    public static object Document(DifferentFile file) => new
    {
        file = file.Path,
        lines = file.Lines.Select(line => new { line = line.Number, is_new = line.IsNew, text = line.Text }),
    };

    /// <summary>The same as lines; a file that `differs` was left alone.</summary>
    public static IEnumerable<Line> Lines(
        string word, DifferentFile file, string from = ImportResult.TheDatabase)
    {
        yield return new Line($"{word} ", Ink.Bad).Add(file.Path, Ink.Strong)
            .Add($"  {(word == "differs" ? "stays as it is " : "")}(- the file, + {from})");
        foreach (var line in file.Lines)
        {
            yield return new Line($"  {(line.IsNew ? '+' : '-')} {line.Number,4}: ", line.IsNew ? Ink.Good : Ink.Bad)
                .Add(line.Text);
        }
    }
}
