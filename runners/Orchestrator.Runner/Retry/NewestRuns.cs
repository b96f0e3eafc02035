using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Retry;

/// <summary>Which run says how a batch stands: not always the newest one.</summary>
public static class NewestRuns
{
    /// <summary>The options that make a run one of a part of its batch.</summary>
    public static IReadOnlyList<string> Partial { get; } = ["select", "exclude"];

    /// <summary>
    /// The newest run of each group that says something of all of it: neither one that loaded rejected rows and has
    /// ended, nor one of a part that has ended well, which would hide a night that failed before it. Where there are
    /// only such of a part, the newest of them.
    /// </summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="runs">Runs, the newest first.</param>
    /// <param name="groupOf">What tells the groups apart.</param>
    public static IEnumerable<RunRecord> Of<T>(
        LedgerReader reader, IEnumerable<RunRecord> runs, Func<RunRecord, T> groupOf)
    {
        var with = reader.RunsWith(RunOption.Replay, Partial[0], Partial[1])
            .ToLookup(one => one.Option, one => one.Run);
        var replays = with[RunOption.Replay].ToHashSet();
        var parts = Partial.SelectMany(option => with[option]).ToHashSet();
        return runs.Where(run => !IsDone(run, replays)).GroupBy(groupOf)
            .Select(group => group.FirstOrDefault(run => !IsPartDoneWell(run, parts)) ?? group.First());
    }

    /// <summary>The same, with those of a part that have ended well.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="runs">Runs, the newest first.</param>
    /// <param name="groupOf">What tells the groups apart.</param>
    public static IEnumerable<RunRecord> WithParts<T>(
        LedgerReader reader, IEnumerable<RunRecord> runs, Func<RunRecord, T> groupOf)
    {
        var replays = reader.RunsWith(RunOption.Replay).ToHashSet();
        return runs.Where(run => !IsDone(run, replays)).GroupBy(groupOf).Select(group => group.First());
    }

    /// <summary>How much a run needs somebody: 0 = it has died, 7 = all is well.</summary>
    /// <param name="verdict">How it ended; null = it has not.</param>
    /// <param name="isSilent">Whether it gives no sign of life.</param>
    /// <param name="hasFailed">Whether something of it has failed by now.</param>
    /// <param name="isHeld">Whether all that is left of it is held.</param>
    public static int Rank(RunVerdict? verdict, bool isSilent, bool hasFailed, bool isHeld) => verdict switch
    {
        null when isSilent => 0,
        RunVerdict.EndedUnexpectedly => 0,
        RunVerdict.Failed => 1,
        RunVerdict.Cancelled => 2,
        null when hasFailed => 3,
        null when isHeld => 4,
        null => 5,
        RunVerdict.SucceededWithWarnings => 6,
        _ => 7,
    };

    private static bool IsDone(RunRecord run, HashSet<long> replays) =>
        run.Verdict is not null && replays.Contains(run.Number);

    // One that continues another has its selection for what is left of that, and is looked at as such.
    private static bool IsPartDoneWell(RunRecord run, HashSet<long> parts) =>
        run.Verdict is RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings && run.Continues is null
        && parts.Contains(run.Number);
}
