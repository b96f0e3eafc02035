using Orchestrator.Cli.Output;
using Orchestrator.Runner.Doctor;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Doctor;

/// <summary>What the engine made in each database, as a script: what somebody needs stands in a comment.</summary>
internal static class OwnedScreen
{
    public static IEnumerable<Line> Lines(Diagnosis found)
    {
        if (found.Ledger is { IsFile: true, IsReadable: true })
        {
            yield return Comment($"the ledger is a file, {found.Ledger.Place}; its locks and the folders of runs lie "
                + "beside it");
        }

        foreach (var target in found.Targets)
        {
            yield return Comment($"{target.Where}, {target.Platform.Name}"
                + (target.Error is null ? "" : ": could not be looked at"));
            var owned = OwnedObjects.Of(found.Ledger, target);
            if (owned.Count == 0 && target.Error is null)
            {
                yield return Comment("  nothing in it was made by the engine but the targets of loads");
            }

            foreach (var one in owned)
            {
                yield return Comment($"  {one.Name}: {one.What}"
                    + (one.Needed.Length > 0 ? $"; needed: {one.Needed}" : ""));
                yield return one.Needed.Length > 0 ? Comment(one.Statement) : one.Statement;
            }
        }
    }

    public static object Document(Diagnosis found, OutsideText outside) => new
    {
        schema_version = Json.SchemaVersion,
        ledger = found.Ledger.IsReadable ? outside.Line(found.Ledger.Place) : null,
        connections = found.Targets.Select(target => new
        {
            name = target.Connection,
            platform = target.Platform.Name,
            database = outside.Line(target.Database),
            error = target.Error is { } error ? outside.Line(error.Message) : null,
            objects = OwnedObjects.Of(found.Ledger, target).Select(one => new
            {
                name = one.Name,
                what = one.What,
                needed = one.Needed.Length > 0 ? one.Needed : null,
                statement = outside.Redacted(one.Statement),
            }),
        }),
    };

    private static Line Comment(string text) => new($"-- {text}", Ink.Dim);
}
