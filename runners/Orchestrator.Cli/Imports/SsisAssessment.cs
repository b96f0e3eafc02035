using Orchestrator.Import.Ssis;
using Orchestrator.Report.Assessment;
using Orchestrator.Runner.Text;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Cli.Imports;

/// <summary>The page of an assessment, from its numbers.</summary>
internal static class SsisAssessment
{
    private const int TextMax = 300;

    private static readonly string[] Efforts = [SsisOpenCodes.Minutes, SsisOpenCodes.Hour, SsisOpenCodes.Day];

    /// <summary>All that the page shows.</summary>
    /// <param name="figures">The numbers.</param>
    /// <param name="from">What was looked at, as it was written.</param>
    /// <param name="next">What to do next.</param>
    /// <param name="outside">What texts of others pass.</param>
    public static AssessmentFigures Of(
        SsisFigures figures, string from, IReadOnlyList<string> next, OutsideText outside)
    {
        string Line(string text) => outside.Line(text);
        var import = figures.Import;
        return new AssessmentFigures
        {
            Title = Line($"Packages of {from}"),
            Lead = $"{Words.Count(figures.Whole, "package")} of {Words.Number(import.Dispositions.Count)} "
                + $"can be imported whole; {Words.Count(figures.Open.Count, "thing")} of the others "
                + "wait for somebody who decides.",
            Facts =
            [
                ("Packages", Words.Number(import.Dispositions.Count)),
                ("Tasks and containers", Words.Number(figures.Tasks.Count)),
                ("Components of data flows", Words.Number(figures.Components.Count)),
                .. figures.Efforts.Select(each => ($"Open, {each.Effort}", Words.Number(each.Count))),
            ],
            Next = [.. next.Select(Line)],
            Calls = [.. figures.Calls().Select(Line)],
            Tables =
            [
                Packages(figures, Line), Open(figures, Line), Kinds(figures), Dropped(figures, Line),
                Connections(figures, Line), Passed(figures, Line),
            ],
        };
    }

    private static AssessmentTable Packages(SsisFigures figures, Func<string, string> line) => new(
        "packages", "Packages",
        ["package", "tasks", "mapped", "folded", "dropped", "open", "components", "open components"],
        [
            .. figures.Import.Dispositions.Select(each =>
            {
                var tasks = figures.Tasks.Where(one => one.Package == each.Package).ToArray();
                var components = figures.Components.Where(one => one.Package == each.Package).ToArray();
                return Row(
                [
                    line(each.Package.File), Words.Number(tasks.Length),
                    .. Enum.GetValues<DispositionKind>().Select(kind => Words.Number(SsisFigures.Count(tasks, kind))),
                    Words.Number(components.Length),
                    Words.Number(SsisFigures.Count(components, DispositionKind.Open)),
                ]);
            }),
        ]);

    private static AssessmentTable Open(SsisFigures figures, Func<string, string> line) => new(
        "open", "What somebody has to decide", ["package", "of it", "code", "effort", "why", "as the package says it"],
        [
            .. figures.Open.Select(each => Row(
                line(each.Package.File), line(each.Disposition.Path), each.Disposition.Open!.Code,
                each.Disposition.Open.Effort, line(each.Disposition.Open.Reason),
                Words.Fit(line(each.Disposition.Open.Text), TextMax))),
        ]);

    private static AssessmentTable Kinds(SsisFigures figures) => new(
        "kinds", "By kind of reason", ["code", "how many", .. Efforts],
        [
            .. figures.Open.GroupBy(each => each.Disposition.Open!.Code).OrderByDescending(each => each.Count())
                .ThenBy(each => each.Key, StringComparer.Ordinal).Select(each => Row(
                [
                    each.Key, Words.Number(each.Count()),
                    .. Efforts.Select(effort =>
                        Words.Number(each.Count(one => one.Disposition.Open!.Effort == effort))),
                ])),
        ]);

    private static AssessmentTable Dropped(SsisFigures figures, Func<string, string> line) => new(
        "dropped", "Dropped, and why", ["package", "of it", "why"],
        [
            .. figures.Tasks.Where(each => each.Disposition.Kind == DispositionKind.Dropped).Select(each => Row(
                line(each.Package.File), line(each.Disposition.Path), line(each.Disposition.Into))),
        ]);

    private static AssessmentTable Connections(SsisFigures figures, Func<string, string> line) => new(
        "connections", "Connections, and secrets to provide", ["connection", "platform", "leads to", "secret"],
        [
            .. figures.Import.Plan.Solution.Connections.Select(each => Row(
                line(each.Name), each.Platform, line(each.Place), string.Join(", ", each.Secrets))),
            .. figures.Import.Plan.Connections.Unknown.Select(each => Row(
                line(string.Join(", ", each.Value)), "none here", line(each.Key), "")),
        ]);

    private static AssessmentTable Passed(SsisFigures figures, Func<string, string> line) => new(
        "passed", "Not read, or read in part", ["place", "code", "what", "what to do"],
        [
            .. SsisScreen.Findings(figures.Import.Plan.Estate).Select(each => Row(
                line($"{each.File}:{each.Line}"), each.Code, line(each.Message), line(each.Hint))),
        ]);

    private static string[] Row(params string[] cells) => cells;
}
