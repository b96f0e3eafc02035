using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Replay;

/// <summary>What an error table holds of an attempt.</summary>
/// <param name="Attempt">The attempt, and whether its rows may be loaded.</param>
/// <param name="Kept">Rows of it.</param>
/// <param name="Replayed">Those that were loaded later.</param>
/// <param name="Whole">Of the others, those that can be loaded: they are kept as a whole.</param>
public sealed record ReplayCount(ReplayableAttempt Attempt, long Kept, long Replayed, long Whole)
{
    /// <summary>Those of which only the reason is kept: of the wrong shape, too long, or from an earlier version.
    /// </summary>
    public long InPart => Kept - Replayed - Whole;

    /// <summary>How many are loaded by a replay now.</summary>
    public long ToLoad => Attempt.Refusal is null ? Whole : 0;
}

/// <summary>What a replay takes, and what it leaves.</summary>
internal sealed record ReplayPlanned(IReadOnlyList<ReplayCount> Counts)
{
    /// <summary>The attempts of which rows are loaded.</summary>
    public IReadOnlyList<ReplayableAttempt> Attempts =>
        [.. Counts.Where(one => one.ToLoad > 0).Select(one => one.Attempt)];

    /// <summary>Those of one run; null = all.</summary>
    public static IReadOnlyList<ReplayableAttempt> Among(IReadOnlyList<ReplayableAttempt> attempts, long? run) =>
        run is null ? attempts : [.. attempts.Where(one => one.Run == run)];

    /// <summary>Counts what is there.</summary>
    public static ReplayPlanned Of(DatabaseAccess access, TableName errors, IReadOnlyList<ReplayableAttempt> attempts)
    {
        using var database = access.Open();
        return new ReplayPlanned(Counted(database, errors, attempts));
    }

    /// <summary>Counts what is there.</summary>
    public static IReadOnlyList<ReplayCount> Counted(
        IDatabase database, TableName errors, IReadOnlyList<ReplayableAttempt> attempts)
    {
        if (database.KindOf(errors) is null)
        {
            return [];
        }

        var byId = attempts.ToDictionary(one => one.Attempt);
        if (!ErrorTable.IsReplayable(database, errors))
        {
            return [.. KeptRows.Rows(database, database.Platform.Dialect.CountBy(errors, ["Attempt"]), 2)
                .Where(row => byId.ContainsKey(row[0])).Select(row => new ReplayCount(byId[row[0]], row[1], 0, 0))];
        }

        return [.. KeptRows.Rows(database, new ReplayDialect(
                database.Platform.Dialect, errors, ReplayedRows.Names).Count, 4)
            .Where(row => byId.ContainsKey(row[0])).OrderBy(row => row[0])
            .Select(row => new ReplayCount(byId[row[0]], row[1], row[2], row[3]))];
    }

    /// <summary>
    /// What is left, as warnings. Of rows that a later load has read again nobody needs to do anything: they are told
    /// only where nothing at all is loaded, as the reason.
    /// </summary>
    public IEnumerable<string> Told(TableName errors)
    {
        var loadsSome = Attempts.Count > 0;
        foreach (var one in Counts.Where(one =>
            one.Kept > one.Replayed && !(loadsSome && one.Attempt.IsReadAgain)))
        {
            var (attempt, left) = (one.Attempt, one.Kept - one.Replayed);
            if (attempt.Refusal is { } why)
            {
                yield return $"{left} rows of attempt {attempt.Attempt} in run {attempt.Run} are not replayed: {why}";
            }
            else if (one.InPart > 0)
            {
                yield return $"{one.InPart} rows of attempt {attempt.Attempt} in run {attempt.Run} are not kept as a "
                    + "whole (of the wrong shape, over 1 MB, or from an earlier version): correct what the package "
                    + $"reads, and load it again, or write their {ErrorTable.SourceRow} in '{errors}'";
            }
        }
    }
}
