namespace Orchestrator.Service.Reading;

/// <summary>The middle one of several times, and what lies far from it.</summary>
internal static class Median
{
    // How much wider than the median distance a normal distribution is, times three.
    private const double Far = 3 * 1.4826;

    private static readonly TimeSpan FarMin = TimeSpan.FromSeconds(1);

    /// <summary>Null = there are none.</summary>
    public static TimeSpan? Of(IEnumerable<TimeSpan> times)
    {
        var sorted = times.Order().ToList();
        return sorted.Count == 0 ? null : (sorted[(sorted.Count - 1) / 2] + sorted[sorted.Count / 2]) / 2;
    }

    /// <summary>How far from their median a time has to lie so that it is an outlier.</summary>
    public static TimeSpan Reach(IReadOnlyList<TimeSpan> times) => Of(times) is not { } median ? TimeSpan.MaxValue
        : new[] { FarMin, median / 10, Of(times.Select(time => (time - median).Duration()))!.Value * Far }.Max();
}
