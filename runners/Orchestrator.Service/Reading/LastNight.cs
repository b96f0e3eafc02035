using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Service.Reading;

/// <summary>The newest run of a batch, and how long such runs usually take.</summary>
/// <param name="Digest">The run.</param>
/// <param name="Usual">The median of the newest whole runs before it that succeeded; null = there are none.</param>
/// <param name="UsualOf">How many those were.</param>
/// <param name="Reach">How much longer than usual is out of the ordinary.</param>
internal sealed record BatchNight(RunDigest Digest, TimeSpan? Usual, int UsualOf, TimeSpan Reach)
{
    // Of fewer nobody knows what is usual.
    private const int UsualOfMin = 3;

    /// <summary>Whether it is still on though it should long have ended, as an outlier is told of a package.</summary>
    public bool IsLate => Digest.Run.Verdict is null && UsualOf >= UsualOfMin && Digest.Wall > Usual + Reach;

    /// <summary>The worst has the lowest; what is late comes before what somebody holds.</summary>
    public int Rank => IsLate ? Math.Min(3, RunState.Rank(Digest)) : RunState.Rank(Digest);
}

/// <summary>Finds the newest run of each batch in the environment, the worst first.</summary>
internal sealed class LastNight(Digests digests, string environment)
{
    private const int LookedAt = 200;
    private const int MedianOf = 30;

    // Runs of these are shorter or longer than a whole night, or another thing altogether.
    public static readonly string[] Partial = [.. NewestRuns.Partial, RunOption.Replay];

    private readonly Lock _lock = new();
    private readonly HashSet<string> _batches = new(StringComparer.Ordinal);
    private long _seen;

    public IReadOnlyList<BatchNight> Of(LedgerReader reader)
    {
        var partial = Partial.SelectMany(reader.RunsWith).ToHashSet();
        return [.. Batches(reader).Select(batch => Of(reader, batch, partial)).OfType<BatchNight>()
            .OrderBy(night => night.Rank).ThenByDescending(night => night.Digest.Run.Number)];
    }

    private BatchNight? Of(LedgerReader reader, string batch, HashSet<long> partial)
    {
        var runs = reader.Runs(batch, environment, MedianOf * 2);
        if (NewestRuns.Of(reader, runs, run => run.Batch).FirstOrDefault() is not { } newest)
        {
            return null;
        }

        var whole = runs.Where(run => run.Number < newest.Number && run.Continues is null
                && !partial.Contains(run.Number) && run.Ended is not null
                && run.Verdict is RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings)
            .Take(MedianOf).Select(run => run.Ended!.Value - run.Started).ToList();
        return new BatchNight(
            digests.Of(reader, newest), newest.Continues is null ? Median.Of(whole) : null, whole.Count,
            Median.Reach(whole));
    }

    /// <summary>The names of all batches that have run, read once and then from the runs that came since.</summary>
    private string[] Batches(LedgerReader reader)
    {
        lock (_lock)
        {
            var newest = _seen;
            for (var skip = 0; ; skip += LookedAt)
            {
                var runs = reader.Runs(environment: environment, limit: LookedAt, skip: skip);
                _batches.UnionWith(runs.Select(run => run.Batch));
                newest = Math.Max(newest, runs.Count > 0 ? runs[0].Number : 0);
                if (runs.Count < LookedAt || runs[^1].Number <= _seen)
                {
                    break;
                }
            }

            _seen = newest;
            return [.. _batches];
        }
    }
}
