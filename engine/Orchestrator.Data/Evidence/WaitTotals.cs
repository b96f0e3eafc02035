namespace Orchestrator.Data.Evidence;

/// <summary>Waits added up by their names. Not thread-safe.</summary>
public sealed class WaitTotals
{
    private readonly Dictionary<string, ServerWait> _waits = new(StringComparer.Ordinal);

    /// <summary>All of them, the longest first.</summary>
    public IReadOnlyList<ServerWait> All => [.. _waits.Values.Where(wait => wait.Duration > TimeSpan.Zero)
        .OrderByDescending(wait => wait.Duration).ThenBy(wait => wait.Name, StringComparer.Ordinal)];

    /// <summary>How long of each class.</summary>
    public IReadOnlyDictionary<WaitClass, TimeSpan> ByClass => _waits.Values.GroupBy(wait => wait.Class)
        .ToDictionary(same => same.Key, same => same.Aggregate(TimeSpan.Zero, (sum, wait) => sum + wait.Duration));

    public void Add(ServerWait wait) => _waits[wait.Name] = _waits.TryGetValue(wait.Name, out var before)
        ? wait with { Duration = before.Duration + wait.Duration, Count = before.Count + wait.Count }
        : wait;

    /// <summary>What came between two counts of the server; a count that began anew counts as it is.</summary>
    public static IReadOnlyList<ServerWait> Between(
        IReadOnlyList<ServerWait> before, IReadOnlyList<ServerWait> after)
    {
        var earlier = before.ToDictionary(wait => wait.Name, StringComparer.Ordinal);
        return [.. after.Select(wait => earlier.TryGetValue(wait.Name, out var old) && old.Duration <= wait.Duration
            ? wait with { Duration = wait.Duration - old.Duration, Count = wait.Count - old.Count }
            : wait)];
    }
}
