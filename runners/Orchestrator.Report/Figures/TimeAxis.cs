namespace Orchestrator.Report.Figures;

/// <summary>The axis of time that all charts of a report share.</summary>
internal sealed class TimeAxis
{
    private const int TicksMax = 8;

    private static readonly double[] Steps =
    [
        0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30,
        60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400,
    ];

    private readonly double _seconds;

    public TimeAxis(DateTimeOffset begin, DateTimeOffset end)
    {
        (Begin, End) = (begin, end > begin ? end : begin + TimeSpan.FromMilliseconds(1));
        _seconds = (End - Begin).TotalSeconds;
        Ticks = [.. TicksOf(Steps.FirstOrDefault(step => _seconds / step <= TicksMax, _seconds / TicksMax))];
    }

    public DateTimeOffset Begin { get; }

    public DateTimeOffset End { get; }

    /// <summary>Place in percent of the width, and what stands there.</summary>
    public IReadOnlyList<(double Percent, string Text)> Ticks { get; }

    /// <summary>Where a moment is, in percent of the width.</summary>
    public double Percent(DateTimeOffset at) =>
        Math.Clamp((at - Begin).TotalSeconds / _seconds * 100, 0, 100);

    /// <summary>How wide a time is, in percent of the width.</summary>
    public double Width(TimeSpan time) => Math.Clamp(time.TotalSeconds / _seconds * 100, 0, 100);

    // Whole steps of the clock; below a second time since the begin.
    private IEnumerable<(double, string)> TicksOf(double step)
    {
        if (step < 1)
        {
            for (var at = 0.0; at < _seconds; at += step)
            {
                yield return (at / _seconds * 100, $"{at:0.###} s");
            }

            yield break;
        }

        var first = Math.Ceiling(Begin.UtcDateTime.TimeOfDay.TotalSeconds / step) * step;
        for (var at = Begin.UtcDateTime.Date.AddSeconds(first); at < End.UtcDateTime; at = at.AddSeconds(step))
        {
            yield return ((at - Begin.UtcDateTime).TotalSeconds / _seconds * 100,
                at.ToString(step < 60 ? "HH:mm:ss" : "HH:mm"));
        }
    }
}
