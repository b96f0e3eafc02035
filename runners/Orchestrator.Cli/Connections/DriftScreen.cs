using Orchestrator.Cli.Output;
using Orchestrator.Import.Catalog;

namespace Orchestrator.Cli.Connections;

/// <summary>What `connections drift` found: a line for each change, and one for what it means.</summary>
internal static class DriftScreen
{
    public static IEnumerable<Line> Lines(ConnectionDrift drift)
    {
        var without = drift.HasCatalog ? ""
            : $"; it has no catalog, so that only the objects were compared: `connections refresh {drift.Connection}`";
        yield return new Line(drift.Connection, Ink.Strong).Add(drift.Changes.Count == 0
            ? $": no change{without}"
            : $": {Words.Count(drift.Changes.Count, "change")}{without}");
        foreach (var (change, meaning) in drift.Changes)
        {
            var place = change.Column.Length == 0 ? change.FullName : $"{change.FullName}, column {change.Column}";
            yield return new Line($"  {change.Words} ", InkOf(meaning.Impact)).Add(place, Ink.Strong)
                .Add(Values(change));
            yield return $"    {meaning.Text}";
        }
    }

    public static object Document(IReadOnlyList<ConnectionDrift> all) => new
    {
        schema_version = Json.SchemaVersion,
        connections = all.Select(drift => new
        {
            name = drift.Connection,
            has_catalog = drift.HasCatalog,
            changes = drift.Changes.Select(each => new
            {
                kind = each.Change.Kind,
                schema = each.Change.Schema,
                table = each.Change.Table,
                column = each.Change.Column.Length == 0 ? null : each.Change.Column,
                old = each.Change.Old,
                @new = each.Change.New,
                impact = each.Meaning.Impact,
                means = each.Meaning.Text,
                packages = each.Meaning.Packages,
            }),
        }),
    };

    private static Ink InkOf(Impact impact) => impact switch
    {
        Impact.Fails => Ink.Bad,
        Impact.Values => Ink.Warn,
        _ => Ink.Plain,
    };

    private static string Values(Change change) => (change.Old.Length, change.New.Length) switch
    {
        (0, 0) => "",
        (0, _) => $"  new: {change.New}",
        (_, 0) => $"  was: {change.Old}",
        _ => $"  {change.Old} -> {change.New}",
    };
}
