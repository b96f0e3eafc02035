using Orchestrator.Core;

namespace Orchestrator.Runner.Retry;

/// <summary>
/// What a run says at its end of those that it leaves as they are: who reads no more than that would take the night for
/// one without warnings.
/// </summary>
internal static class WarnedBefore
{
    private const int NamedMax = 10;

    public static IEnumerable<string> Lines(Continuation how) => how.Warned.GroupBy(one => one.Run)
        .OrderBy(run => run.Key).Select(run => Line(run.Key, run.Select(one => one.Package)));

    private static string Line(long run, IEnumerable<string> packages) =>
        $"run {run} had warnings of {Words.First(NamedMax, packages)}, which were not run again: "
        + $"`orchestrator status {run}`.";
}
