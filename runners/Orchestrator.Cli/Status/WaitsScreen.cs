using Orchestrator.Cli.Output;
using Orchestrator.Cli.Status.Evidence;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Cli.Status;

/// <summary>What the databases of a run did and its sessions waited for.</summary>
internal static class WaitsScreen
{
    private const int WaitsMax = 10;
    private const int PackagesMax = 20;

    public static IEnumerable<Line> Lines(RunEvidence run)
    {
        yield return new Line($"run {run.Run.Number}", Ink.Strong).Add(
            $"  {run.Run.Batch} in {run.Run.Environment}, {Words.Duration(run.Duration)}"
            + (run.Relaxed.Count > 0 ? $", relaxed: {string.Join(", ", run.Relaxed)}" : ""));
        foreach (var line in run.Databases.SelectMany(database => Lines(database, run.Duration))
            .Concat(Packages(run)).Concat(run.Missing.Select(what => new Line(what, Ink.Dim))))
        {
            yield return line;
        }
    }

    private static IEnumerable<Line> Lines(DatabaseEvidence database, TimeSpan duration)
    {
        yield return "";
        yield return new Line($"{database.Connection} ({database.Platform})", Ink.Strong)
            .Add($"  {Totals(database, duration)}");
        string[] heads = ["wait", "what", "time", "share", database.Waits.Any(one => one.IsSampled) ? "seen" : "times"];
        var all = database.Waits.Aggregate(TimeSpan.Zero, (sum, wait) => sum + wait.Duration);
        foreach (var line in Table.Lines(
            heads,
            database.Waits.Take(WaitsMax).Select(wait => new[]
            {
                wait.Name, EvidenceWords.Of(wait.Class), Words.Duration(wait.Duration),
                $"{wait.Duration / all:0 %}", Words.Number(wait.Count),
            }),
            (row, column) => column == 1 && database.Waits[row].Class == WaitClass.LogWrite ? Ink.Warn : Ink.Plain))
        {
            yield return line;
        }

        var cost = database.ProcessorTime + database.ServerTime;
        yield return new Line(
            $"looked at {Words.Count(database.Looks, "time")}, which cost {EvidenceWords.Short(cost)}"
            + (duration > TimeSpan.Zero ? $", {cost / duration:0.00 %} of the run" : ""),
            Ink.Dim);
    }

    private static string Totals(DatabaseEvidence database, TimeSpan duration) => database.Total is not { } total
        ? EvidenceWords.Unknown
        : $"{EvidenceWords.Number(total.Commits)} transactions"
            + (duration > TimeSpan.Zero && total.Commits is { } commits
                ? $" ({EvidenceWords.Rate(commits / duration.TotalSeconds)}/s)" : "")
            + $", {EvidenceWords.Number(total.Flushes)} log flushes, "
            + $"{EvidenceWords.Number(total.LogBytes)} bytes of log";

    private static IEnumerable<Line> Packages(RunEvidence run)
    {
        var packages = run.Packages.Where(package => package.Commits is not null)
            .OrderByDescending(package => package.LogTime ?? TimeSpan.Zero)
            .ThenByDescending(package => package.Working).ToArray();
        if (packages.Length == 0)
        {
            yield return "no package of the run has left evidence";
            yield break;
        }

        yield return "";
        string[] heads = ["package", "working", "commits", "log", "log per commit", "top wait"];
        foreach (var line in Table.Lines(heads, packages.Take(PackagesMax).Select(Row), (_, _) => Ink.Plain))
        {
            yield return line;
        }

        if (packages.Length > PackagesMax)
        {
            yield return new Line($"and {packages.Length - PackagesMax} more: -o json has all of them", Ink.Dim);
        }
    }

    private static string[] Row(PackageEvidence package) =>
    [
        package.Name, EvidenceWords.Short(package.Working), EvidenceWords.Number(package.Commits),
        EvidenceWords.Short(package.LogTime), EvidenceWords.Short(package.LogTimePerCommit),
        package.Waits.FirstOrDefault(wait => wait.Class != WaitClass.Cpu) is { } top
            ? $"{top.Name}, {Words.Duration(top.Duration)}{(top.IsSampled ? " (sampled)" : "")}" : "",
    ];
}
