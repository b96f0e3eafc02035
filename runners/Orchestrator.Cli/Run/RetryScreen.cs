using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Cli.Run;

/// <summary>How a run goes on from another one.</summary>
internal static class RetryScreen
{
    private const int NamedMax = 10;

    public static IEnumerable<Line> Lines(Continuation how)
    {
        yield return new Line($"continues run {how.Run.Number}", Ink.Strong)
            .Add($"  {Words.Count(how.PackagesDone, "package")} done, {how.PackagesToRun} to run")
            .Add(how.LeftOut > 0 ? $", {how.LeftOut} left for another retry" : "");
        foreach (var (what, names) in new[]
        {
            ("loaded again, because their rows would be others today", how.Changed), ("new", how.Added),
        })
        {
            if (names.Count > 0)
            {
                yield return $"  {what}: {Words.First(NamedMax, names)}";
            }
        }
    }

    /// <summary>What is said where nothing is to be done.</summary>
    public static string Nothing(Continuation how) => how.LeftOut == 0
        ? $"nothing to do: {AllOf(how)} done"
            + (how.PackagesNotSelected == 0 ? ""
                : $"; {Words.Count(how.PackagesNotSelected, "more package")} it had not selected: `run` does them, too")
        : $"nothing to do among what is selected; {Words.Count(how.LeftOut, "package")} of run {how.Run.Number} "
            + "are still to run";

    private static string AllOf(Continuation how) => how.PackagesDone == 1
        ? $"the 1 package of run {how.Run.Number} is"
        : $"all {Words.Count(how.PackagesDone, "package")} of run {how.Run.Number} are";

    /// <summary>The same as an event line.</summary>
    public static object Event(Continuation how) => new
    {
        schema_version = Json.SchemaVersion,
        @event = "continues",
        continues = how.Run.Number,
        batch = how.Run.Batch,
        environment = how.Run.Environment,
        done = how.PackagesDone,
        to_run = how.Plan.Nodes.Where(node => node.Kind == NodeKind.Package && how.ToRun.Contains(node.Index))
            .Select(node => node.Name),
        left_out = how.LeftOut,
        changed = how.Changed,
        added = how.Added,
        kept = how.Kept,
    };
}
