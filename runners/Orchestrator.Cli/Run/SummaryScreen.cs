using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Run;

/// <summary>What a run ends with: at most twelve lines of at most a hundred columns.</summary>
internal static class SummaryScreen
{
    private const int Columns = 100;
    private const int SlowestShown = 5;
    private const int WarningsShown = 2;

    public static IEnumerable<Line> Lines(RunSummary summary, string next)
    {
        var header = summary.Header;
        yield return new Line($"run {header.Run} of {Words.Fit(header.Batch, 40)}: ", Ink.Strong)
            .Add(Words.Of(summary.Verdict), Colour(summary.Verdict)).Add(Because(summary));
        yield return Packages(summary);
        foreach (var line in Rows(summary.Failed > 0 ? summary.Rows.OfFailed() : summary.Rows.ToString()))
        {
            yield return line;
        }

        yield return $"wall {Words.Duration(summary.Wall)}; over all packages queued {Words.Duration(summary.Queued)}, "
            + $"waiting {Words.Duration(summary.Waiting)}, working {Words.Duration(summary.Working)}";
        // What they take of the lines, the slowest packages give.
        var warned = Warned(summary).ToArray();
        foreach (var line in warned.Concat(Slowest(summary.Slowest, SlowestShown - warned.Length)))
        {
            yield return line;
        }

        // A path or command that is cut does not work as pasted, so these two may be longer than the rest.
        yield return summary.Report.Length > 0
            ? $"report: {summary.Report} (and the other artifacts beside it)"
            : $"artifacts: {header.Folder}";
        yield return $"next: {next}";
    }

    /// <summary>The equation; over two lines where its numbers are too long for one, because none may be cut.</summary>
    private static IEnumerable<Line> Rows(string rows)
    {
        var text = $"rows: {rows}";
        var cut = text.Length <= Columns ? -1 : text.LastIndexOf(" + ", Columns - 2, StringComparison.Ordinal);
        return cut < 0 ? [text] : [text[..(cut + 2)], "      " + text[(cut + 3)..]];
    }

    private static Line Packages(RunSummary summary)
    {
        var line = new Line("packages: ").Add($"{summary.Succeeded} ok", Ink.Good)
            .Add(summary.Hardened > 0 ? $" ({summary.Hardened} hardened)" : "")
            .Add(", ").Add($"{summary.Failed} failed", summary.Failed > 0 ? Ink.Bad : Ink.Plain)
            .Add(", ").Add($"{summary.Blocked} blocked", summary.Blocked > 0 ? Ink.Warn : Ink.Plain);
        if (summary.Cancelled > 0)
        {
            line.Add($", {summary.Cancelled} cancelled", Ink.Warn);
        }

        // As `status` calls them.
        var others = summary.Skipped - summary.NotNeeded;
        line.Add(summary.NotNeeded > 0 ? $", {summary.NotNeeded} {Words.Of(NodeState.NotNeeded)}" : "")
            .Add(others > 0 ? $", {others} not run" : "");
        if (summary.GroupsFailed > 0)
        {
            line.Add("; groups: ").Add($"{summary.GroupsFailed} failed", Ink.Bad);
        }

        return summary.Hooks is (0, 0) ? line : line.Add($"; hooks: {summary.Hooks.Succeeded} ok, ")
            .Add($"{summary.Hooks.Failed} failed", summary.Hooks.Failed > 0 ? Ink.Bad : Ink.Plain);
    }

    /// <summary>The first ones, and where all of them stand: a failure has blocks of its own above, and goes before.
    /// </summary>
    private static IEnumerable<Line> Warned(RunSummary summary)
    {
        IReadOnlyList<PackageWarning> warnings = summary.Failures.Count > 0 ? [] : summary.Warnings;
        foreach (var one in warnings.Take(WarningsShown))
        {
            const string Word = "warning ";
            yield return new Line(Word, Ink.Warn)
                .Add(Words.Fit($"{Words.Fit(one.Package, 40)}  {one.Text}", Columns - Word.Length));
        }

        if (warnings.Count > WarningsShown)
        {
            yield return $"  and {warnings.Count - WarningsShown} more: all with `status {summary.Header.Run}`";
        }
    }

    private static IEnumerable<Line> Slowest(IReadOnlyList<SlowPackage> slowest, int most)
    {
        var shown = slowest.Take(most).ToArray();
        for (var i = 0; i < shown.Length; i++)
        {
            var text = $"{(i == 0 ? "slowest:" : ""),-9}{Words.Duration(shown[i].Duration),9}  "
                + $"{Words.Fit(shown[i].Package, 40),-40} {Words.Number(shown[i].RowsRead)} rows"
                + (shown[i].Waiting > TimeSpan.FromSeconds(0.1) ? $", waited {Words.Duration(shown[i].Waiting)}" : "");
            yield return Words.Fit(text, Columns);
        }
    }

    private static string Because(RunSummary summary) => summary.Warnings.Count == 0 || summary.Failures.Count > 0
        ? ""
        : $" ({Words.Count(summary.Warnings.Count, "warning")})";

    private static Ink Colour(RunVerdict verdict) => verdict switch
    {
        RunVerdict.Succeeded => Ink.Good,
        RunVerdict.SucceededWithWarnings or RunVerdict.Cancelled => Ink.Warn,
        _ => Ink.Bad,
    };
}
