using Orchestrator.Cli.Output;
using Orchestrator.Import.Catalog;

namespace Orchestrator.Cli.Connections;

/// <summary>What `connections refresh` wrote into the catalog.</summary>
internal static class RefreshScreen
{
    public static IEnumerable<Line> Lines(string connection, RefreshResult result, bool isVerbose)
    {
        yield return $"{connection}: {Words.Count(result.Added.Count, "table")} added, "
            + $"{Words.Number(result.Changed.Count)} changed, {Words.Number(result.Removed.Count)} removed, "
            + $"{Words.Number(result.Unchanged)} unchanged"
            + (result.Kept.Count > 0 ? $", {Words.Number(result.Kept.Count)} gone" : "")
            + (result.IsDry ? "; nothing was written" : "");
        foreach (var path in isVerbose || result.IsDry ? result.Added : [])
        {
            yield return $"  {path}";
        }

        foreach (var path in result.Removed)
        {
            yield return new Line("removed ", Ink.Bad).Add(path, Ink.Strong).Add("  the database has no such table");
        }

        foreach (var path in result.Kept)
        {
            yield return new Line("gone ", Ink.Bad).Add(path, Ink.Strong)
                .Add("  the database has no such table; --yes removes the file");
        }

        foreach (var line in result.Changed.SelectMany(file => ImportScreen.Lines("changed", file)))
        {
            yield return line;
        }
    }

    public static object Document(string connection, RefreshResult result) => new
    {
        schema_version = Json.SchemaVersion,
        connection,
        is_dry_run = result.IsDry,
        added = result.Added,
        changed = result.Changed.Select(ImportScreen.Document),
        removed = result.Removed,
        gone = result.Kept,
        unchanged = result.Unchanged,
    };
}
