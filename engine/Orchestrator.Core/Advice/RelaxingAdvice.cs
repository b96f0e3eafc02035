using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Advice;

/// <summary>
/// Predicts from a run without relaxed databases how long it would take with one: what its commits waited for the log
/// is taken off its packages' work, and the plan is gone through again.
/// </summary>
public static class RelaxingAdvice
{
    private const int FewCommits = 10;
    private const double WorthIt = 0.05;

    /// <summary>The forecast for one connection; null where no package of the run committed there.</summary>
    /// <param name="past">A run of it in which the connection was not relaxed.</param>
    public static RelaxingForecast? Of(Plan plan, PastRun past, string connection)
    {
        var writing = past.Packages.Values
            .Where(package => package.Connection == connection && package.Commits > 0).ToArray();
        if (writing.Length == 0)
        {
            return null;
        }

        var after = After(plan, past, connection);
        var effect = EffectOf(writing, past.Duration, after);
        return new RelaxingForecast(
            connection, effect, past.Duration, effect == RelaxingEffect.Helps ? after : past.Duration, past.Number,
            writing.Length, writing.Sum(package => package.Commits), Sum(writing.Select(Log)));
    }

    private static RelaxingEffect EffectOf(PastPackage[] writing, TimeSpan before, TimeSpan after) =>
        writing.Sum(package => package.Commits) <= FewCommits * (long)writing.Length
            ? RelaxingEffect.OneCommitPerTable
        : (before - after) / before >= WorthIt ? RelaxingEffect.Helps
        : writing.Any(package => package.LogTime is null) ? RelaxingEffect.Unknown
        : RelaxingEffect.SavesNothing;

    private static TimeSpan After(Plan plan, PastRun past, string connection)
    {
        var working = past.Packages.ToDictionary(one => one.Key, one => one.Value.Working);
        var relaxed = past.Packages.ToDictionary(
            one => one.Key, one => one.Value.Connection == connection ? Left(one.Value) : one.Value.Working);
        var before = Rehearsed(plan, past, working);
        var then = Rehearsed(plan, past, relaxed);
        var bound = WorkOf(past, relaxed.Values) / Math.Max(1, past.Processors);
        // What the run took beside the work of its packages it takes again.
        var beside = past.Duration > before ? past.Duration - before : TimeSpan.Zero;
        var after = beside + (then > bound ? then : bound);
        return after < past.Duration ? after : past.Duration;
    }

    /// <summary>
    /// Where the server shares the processors with the packages, nobody is faster than all of them at work: on what
    /// both did, but not on waking up for each flush, which is in that and not in the time that packages would have
    /// left.
    /// </summary>
    private static TimeSpan WorkOf(PastRun past, IEnumerable<TimeSpan> left)
    {
        var longest = Sum(left);
        return past.WorkTime is not { } work ? TimeSpan.Zero : work < longest ? work : longest;
    }

    private static TimeSpan Rehearsed(Plan plan, PastRun past, Dictionary<int, TimeSpan> work) => Rehearsal.Of(
        plan, past.Slots, work,
        ExpectedDurations.FromSuccesses(work.Select(one => (plan.Nodes[one.Key].Name, one.Value))));

    private static TimeSpan Left(PastPackage package) =>
        package.Working > Log(package) ? package.Working - Log(package) : TimeSpan.Zero;

    private static TimeSpan Log(PastPackage package) => package.LogTime ?? TimeSpan.Zero;

    private static TimeSpan Sum(IEnumerable<TimeSpan> times) =>
        times.Aggregate(TimeSpan.Zero, (sum, time) => sum + time);
}
