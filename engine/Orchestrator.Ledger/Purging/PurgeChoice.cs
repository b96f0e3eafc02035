namespace Orchestrator.Ledger.Purging;

/// <summary>Which runs may go: pure.</summary>
internal static class PurgeChoice
{
    /// <summary>
    /// Those that ended before the limit, newest first, but the newest of each batch in each environment, those that
    /// must stay for reasons of their own, and all that a run that stays continues.
    /// </summary>
    /// <param name="runs">All runs.</param>
    /// <param name="before">The limit.</param>
    /// <param name="kept">Numbers of runs that stay.</param>
    public static IReadOnlyList<PurgeCandidate> Among(
        IReadOnlyList<PurgeCandidate> runs, long before, IReadOnlyCollection<long> kept)
    {
        var staying = runs.Where(run => !run.IsPurged && !(run.Ended < before)).Select(run => run.Number)
            .Concat(runs.Where(run => !run.IsPurged).GroupBy(run => (run.Batch, run.Environment))
                .Select(each => each.Max(run => run.Number)))
            .Concat(kept).ToHashSet();
        var continued = runs.ToDictionary(run => run.Number, run => run.Continues);
        foreach (var number in staying.ToArray())
        {
            for (var earlier = Earlier(number); earlier is { } known && staying.Add(known); earlier = Earlier(known))
            {
            }
        }

        return [.. runs.Where(run => run.IsPurged || !staying.Contains(run.Number))
            .OrderByDescending(run => run.Number)];

        long? Earlier(long number) => continued.GetValueOrDefault(number);
    }
}
