using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Service.Metrics;

/// <summary>
/// What the runs of an environment that have ended add up to. Each run is asked for once, when it has ended, as nothing
/// of it changes afterwards; so a question costs what has ended since the last one, and no sum ever falls while the
/// service is at work. Safe for threads.
/// </summary>
internal sealed class EndedRuns(string environment)
{
    private const long AtATime = 500;

    private readonly Lock _access = new();
    private readonly SortedSet<long> _open = [];
    private readonly Dictionary<(string, string, RunVerdict), RunSum> _runs = [];
    private readonly Dictionary<(string, string, string, NodeState), PackageSum> _packages = [];
    private readonly Dictionary<(string, string, string, NodeState, int), AttemptSum> _attempts = [];
    private readonly Dictionary<(string, string, string, WaitReason), WaitSum> _waits = [];
    private long _seen;

    /// <summary>The sums, with all runs that have ended by now.</summary>
    public Totals Of(LedgerReader reader)
    {
        lock (_access)
        {
            while (reader.AtOneMoment(Take))
            {
            }

            return new Totals([.. _runs.Values], [.. _packages.Values], [.. _attempts.Values], [.. _waits.Values]);
        }
    }

    /// <summary>Takes some that are new, and those that have ended since. True = there are more.</summary>
    private bool Take(LedgerReader reader)
    {
        var newest = reader.Runs(environment: environment, limit: 1) is [var run] ? run.Number : 0;
        var atWork = reader.NotEnded().Where(one => one.Environment == environment).Select(one => one.Number)
            .ToHashSet();
        var upTo = Math.Min(newest, _seen + AtATime);
        List<(long Above, long UpTo)> ranges =
            [.. _open.Where(number => !atWork.Contains(number)).Select(number => (number - 1, number))];
        if (upTo > _seen)
        {
            ranges.Add((_seen, upTo));
        }

        // All of it is read before any of it counts: a ledger that fails in the middle is asked for the same again.
        var found = ranges.Select(range => Read(reader, range.Above, range.UpTo)).ToList();
        found.ForEach(Add);
        _open.RemoveWhere(number => !atWork.Contains(number));
        _open.UnionWith(atWork.Where(number => number > _seen && number <= upTo));
        _seen = Math.Max(_seen, upTo);
        return _seen < newest;
    }

    private Totals Read(LedgerReader reader, long above, long upTo) => new(
        reader.RunSums(environment, above, upTo), reader.PackageSums(environment, above, upTo),
        reader.AttemptSums(environment, above, upTo), reader.WaitSums(environment, above, upTo));

    private void Add(Totals more)
    {
        foreach (var one in more.Runs)
        {
            var key = (one.Solution, one.Batch, one.Verdict);
            _runs[key] = _runs.TryGetValue(key, out var known) ? one with
            {
                Runs = known.Runs + one.Runs,
                Duration = known.Duration + one.Duration,
                LastEnded = known.LastEnded > one.LastEnded ? known.LastEnded : one.LastEnded,
            } : one;
        }

        foreach (var one in more.Packages)
        {
            var key = (one.Solution, one.Batch, one.Project, one.State);
            _packages[key] = one with { Packages = one.Packages + (_packages.GetValueOrDefault(key)?.Packages ?? 0) };
        }

        foreach (var one in more.Attempts)
        {
            var key = (one.Solution, one.Batch, one.Project, one.State, one.Bucket);
            _attempts[key] = _attempts.TryGetValue(key, out var known) ? one with
            {
                Attempts = known.Attempts + one.Attempts,
                Duration = known.Duration + one.Duration,
                Rows = known.Rows + one.Rows,
            } : one;
        }

        foreach (var one in more.Waits)
        {
            var key = (one.Solution, one.Batch, one.Project, one.Reason);
            _waits[key] = one with { Duration = one.Duration + (_waits.GetValueOrDefault(key)?.Duration ?? default) };
        }
    }
}

/// <summary>Sums, by what tells them apart.</summary>
internal sealed record Totals(
    IReadOnlyList<RunSum> Runs, IReadOnlyList<PackageSum> Packages, IReadOnlyList<AttemptSum> Attempts,
    IReadOnlyList<WaitSum> Waits);
