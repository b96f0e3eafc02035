using Orchestrator.Cli.Output;
using Orchestrator.Report.Calibration;

namespace Orchestrator.Cli.Lab;

/// <summary>What the page about a calibration shows, on a screen.</summary>
internal static class CalibrationLines
{
    /// <param name="figures">The figures.</param>
    /// <param name="marked">The column in which a knee is marked; a row has a bar.</param>
    /// <param name="file">The page; null where there is none.</param>
    public static IEnumerable<Line> Of(CalibrationFigures figures, int marked, string? file) =>
    [
        new Line(figures.Title, Ink.Strong).Add($"  {figures.Lead}"),
        .. figures.Rows.Count == 0 ? [] : Table.Lines(figures.Heads, figures.Rows, (row, column) =>
            column == marked && figures.Bars[row].IsKnee ? Ink.Good : Ink.Plain).Prepend(""),
        .. figures.Rows.Count == 0 ? []
            : BarLines.Of(figures.Bars).Prepend(new Line(figures.Measure, Ink.Dim)).Prepend(""),
        "",
        .. figures.Yaml.Count == 0 ? []
            : figures.Yaml.Select(line => (Line)line).Prepend(new Line("to write into the solution:", Ink.Strong)),
        .. figures.Why.Select(why => (Line)$"# {why}"),
        .. figures.Notes.Select(note => new Line(note, Ink.Dim)),
        .. file is null ? [] : new Line[] { file },
    ];
}
