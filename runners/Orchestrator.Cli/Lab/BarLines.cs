using Orchestrator.Cli.Output;

namespace Orchestrator.Cli.Lab;

/// <summary>Bars in a terminal, each with its label before and its figure behind it.</summary>
internal static class BarLines
{
    private const int Columns = 36;

    /// <summary>The bars; that of a knee stands out.</summary>
    public static IEnumerable<Line> Of(IReadOnlyList<Report.Calibration.CalibrationBar> bars)
    {
        var (label, text) = (bars.Max(bar => bar.Label.Length), bars.Max(bar => bar.Text.Length));
        foreach (var bar in bars)
        {
            var filled = (int)Math.Round(bar.Length / 100 * Columns);
            yield return new Line($"{bar.Label.PadRight(label)}  ")
                .Add(new string('█', filled), bar.IsKnee ? Ink.Good : Ink.Plain)
                .Add(new string(' ', Columns - filled + 2))
                .Add(bar.Text.PadLeft(text))
                .Add(bar.IsKnee ? "  ◄ knee" : "", Ink.Good);
        }
    }
}
