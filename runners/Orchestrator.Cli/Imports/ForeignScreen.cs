using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Solutions;
using Orchestrator.Import;
using Orchestrator.Import.Foreign;

namespace Orchestrator.Cli.Imports;

/// <summary>What an import of another tool's files found, wrote, and left as it is.</summary>
internal static class ForeignScreen
{
    private static readonly string[] Counted =
    [
        ForeignFile.Connection, ForeignFile.Project, ForeignFile.Batch, ForeignFile.Load, ForeignFile.Table,
    ];

    public static object Document(ForeignContent content, WrittenFiles files, bool isDry) => new
    {
        schema_version = Json.SchemaVersion,
        files = content.Read,
        connections = Count(content, ForeignFile.Connection),
        projects = Count(content, ForeignFile.Project),
        batches = Count(content, ForeignFile.Batch),
        objects = Count(content, ForeignFile.Load),
        tables = Count(content, ForeignFile.Table),
        is_dry_run = isDry,
        is_different = files.Different.Count > 0,
        is_partial = content.IsPartial,
        written = files.Written,
        unchanged = files.Unchanged,
        different = files.Different.Select(ImportScreen.Document),
        problems = content.Problems.Select(DiagnosticDocument.Of),
    };

    public static IEnumerable<Line> Lines(
        ForeignContent content, WrittenFiles files, string from, bool isDry, bool isVerbose)
    {
        var found = Counted.Where(what => Count(content, what) > 0)
            .Select(what => Words.Count(
                Count(content, what), what, what == ForeignFile.Batch ? "batches" : null));
        yield return $"{Words.Count(content.Read, "file")} read: {string.Join(", ", found.DefaultIfEmpty("nothing"))}";
        yield return $"{(isDry ? "would write" : "wrote")} {Words.Count(files.Written.Count, "file")}";
        foreach (var path in isVerbose || isDry ? files.Written : [])
        {
            yield return $"  {path}";
        }

        if (files.Unchanged.Count > 0)
        {
            yield return $"{Words.Count(files.Unchanged.Count, "file")} say what {from} says";
        }

        foreach (var line in files.Different.SelectMany(file => ImportScreen.Lines("differs", file, from)))
        {
            yield return line;
        }
    }

    private static int Count(ForeignContent content, string what) => content.Files.Count(file => file.What == what);
}
