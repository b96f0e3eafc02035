namespace Orchestrator.Core.Machine;

/// <summary>
/// How long each package is expected to work, by its name in the plan: the median of its past successes in one
/// environment. The median, because one bad night must not change tomorrow's order.
/// </summary>
public sealed class ExpectedDurations
{
    private readonly Dictionary<string, TimeSpan> _medians;

    private ExpectedDurations(Dictionary<string, TimeSpan> medians) => _medians = medians;

    /// <summary>Nothing is known, as before the first run.</summary>
    public static ExpectedDurations None { get; } = new([]);

    /// <summary>Medians of the working times of past successes, in any order.</summary>
    public static ExpectedDurations FromSuccesses(IEnumerable<(string Package, TimeSpan Worked)> successes)
    {
        var medians = new Dictionary<string, TimeSpan>(StringComparer.Ordinal);
        foreach (var past in successes.GroupBy(success => success.Package, StringComparer.Ordinal))
        {
            medians.Add(past.Key, Median([.. past.Select(one => one.Worked)]));
        }

        return new ExpectedDurations(medians);
    }

    /// <summary>The expected duration of a package; null = it has never succeeded.</summary>
    public TimeSpan? Of(string package) => _medians.TryGetValue(package, out var median) ? median : null;

    /// <summary>The middle one; of an even number the mean of the two in the middle.</summary>
    /// <exception cref="ArgumentException">There are none.</exception>
    public static TimeSpan Median(IReadOnlyCollection<TimeSpan> durations)
    {
        if (durations.Count == 0)
        {
            throw new ArgumentException("a median needs at least one duration", nameof(durations));
        }

        var sorted = durations.Order().ToArray();
        var middle = sorted.Length / 2;
        return sorted.Length % 2 == 1
            ? sorted[middle]
            : sorted[middle - 1] + ((sorted[middle] - sorted[middle - 1]) / 2);
    }
}
