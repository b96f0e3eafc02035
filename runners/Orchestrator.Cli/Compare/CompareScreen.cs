using Orchestrator.Cli.Output;
using Orchestrator.Cli.Status;
using Orchestrator.Cli.Status.Evidence;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Cli.Compare;

/// <summary>
/// Two runs side by side: what changed in all of it, then the packages, those that changed most first.
/// </summary>
internal static class CompareScreen
{
    private const int PackagesMax = 20;

    public static IEnumerable<Line> Lines(RunEvidence one, RunEvidence other)
    {
        string[] heads = ["", $"run {one.Run.Number}", $"run {other.Run.Number}", "change"];
        foreach (var line in Table.Lines(heads, Rows(one, other), (_, column) => column == 0 ? Ink.Dim : Ink.Plain))
        {
            yield return line;
        }

        var packages = Packages(one, other);
        yield return "";
        string[] of = ["package", heads[1], heads[2], "change", "log before", "log after", "commits"];
        foreach (var line in Table.Lines(of, packages.Take(PackagesMax).Select(Row), (_, _) => Ink.Plain))
        {
            yield return line;
        }

        if (packages.Count > PackagesMax)
        {
            yield return new Line($"and {packages.Count - PackagesMax} more: -o json has all of them", Ink.Dim);
        }

        foreach (var (run, what) in new[] { one, other }.SelectMany(run => run.Missing.Select(what => (run, what))))
        {
            yield return new Line($"run {run.Run.Number}: {what}", Ink.Dim);
        }
    }

    public static object Document(RunEvidence one, RunEvidence other) => new
    {
        schema_version = Json.SchemaVersion,
        runs = new[] { one, other }.Select(EvidenceDocument.Run),
        duration_ratio = other.Duration > TimeSpan.Zero ? one.Duration / other.Duration : (double?)null,
        packages = Packages(one, other).Select(pair => new
        {
            name = pair.Name,
            before = pair.Before is { } before ? EvidenceDocument.Package(before) : null,
            after = pair.After is { } after ? EvidenceDocument.Package(after) : null,
        }),
    };

    /// <summary>Not more than ten.</summary>
    private static IEnumerable<string[]> Rows(RunEvidence one, RunEvidence other)
    {
        yield return ["verdict", Verdict(one), Verdict(other), ""];
        yield return
        [
            "duration", Words.Duration(one.Duration), Words.Duration(other.Duration),
            EvidenceWords.Change(one.Duration.TotalSeconds, other.Duration.TotalSeconds, "slower", "faster"),
        ];
        yield return ["relaxed", Relaxed(one), Relaxed(other), ""];
        yield return Row("rows written", one, other, run => run.Rows);
        yield return Row("transactions/s", one, other, run => run.CommitsPerSecond);
        yield return Row("log flushes", one, other, run => run.Flushes);
        yield return Row("log flushes per row", one, other, run => run.FlushesPerRow);
        yield return
        [
            "waits for the log", EvidenceWords.Duration(one.LogWaits), EvidenceWords.Duration(other.LogWaits),
            EvidenceWords.Change(one.LogWaits?.TotalSeconds, other.LogWaits?.TotalSeconds),
        ];
        yield return TopWait("top wait before", one.TopWait, one, other);
        yield return TopWait("top wait after", other.TopWait, one, other);
    }

    private static string[] Row(string name, RunEvidence one, RunEvidence other, Func<RunEvidence, double?> figure) =>
        [name, Figure(figure(one)), Figure(figure(other)), EvidenceWords.Change(figure(one), figure(other))];

    private static string Figure(double? figure) =>
        figure is { } known && known == Math.Floor(known) ? Words.Number((long)known) : EvidenceWords.Rate(figure);

    private static string[] TopWait(string name, ServerWait? wait, RunEvidence one, RunEvidence other) => wait is null
        ? [name, Unseen(one), Unseen(other), ""]
        : [name, Rank(one, wait), Rank(other, wait), $"{wait.Name} ({EvidenceWords.Of(wait.Class)})"];

    private static string Rank(RunEvidence run, ServerWait wait) => run.Of(wait.Name) is var (duration, rank)
        ? $"{Words.Duration(duration)}, place {rank}"
        : Unseen(run);

    // Where work was seen, so would have been a wait.
    private static string Unseen(RunEvidence run) =>
        run.Waits.Count == 0 ? EvidenceWords.Unknown : "not seen";

    private static string Verdict(RunEvidence run) => run.Run.Verdict is { } verdict ? Words.Of(verdict) : "at work";

    private static string Relaxed(RunEvidence run) => run.Relaxed.Count == 0 ? "no" : string.Join(", ", run.Relaxed);

    private static string[] Row(PackagePair pair) =>
    [
        pair.Name, EvidenceWords.Short(pair.Before?.Working), EvidenceWords.Short(pair.After?.Working),
        EvidenceWords.Change(
            pair.Before?.Working.TotalSeconds, pair.After?.Working.TotalSeconds, "slower", "faster"),
        EvidenceWords.Short(pair.Before?.LogTime), EvidenceWords.Short(pair.After?.LogTime),
        EvidenceWords.Number(pair.After?.Commits ?? pair.Before?.Commits),
    ];

    private static List<PackagePair> Packages(RunEvidence one, RunEvidence other)
    {
        var after = other.Packages.ToDictionary(package => package.Name);
        var before = one.Packages.ToDictionary(package => package.Name);
        return [.. before.Keys.Union(after.Keys)
            .Select(name => new PackagePair(name, before.GetValueOrDefault(name), after.GetValueOrDefault(name)))
            .OrderByDescending(pair => pair.Change).ThenBy(pair => pair.Name, StringComparer.Ordinal)];
    }

    private sealed record PackagePair(string Name, PackageEvidence? Before, PackageEvidence? After)
    {
        public TimeSpan Change =>
            ((Before?.Working ?? TimeSpan.Zero) - (After?.Working ?? TimeSpan.Zero)).Duration();
    }
}
