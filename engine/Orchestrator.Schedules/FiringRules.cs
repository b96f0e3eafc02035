namespace Orchestrator.Schedules;

/// <summary>Decides which firings of a trigger are to be carried out now.</summary>
public static class FiringRules
{
    /// <summary>How many due firings are looked at one by one: the newest. More are passed over and counted.</summary>
    public const int DueMax = 400;

    /// <summary>How many of the others are counted.</summary>
    public const int OlderMax = 100_000;

    /// <summary>The newest due firing is no missed one as long as it is not older than this: a minute.</summary>
    public static readonly TimeSpan OnTimeMax = TimeSpan.FromMinutes(1);

    /// <summary>
    /// What is to be done now. Asked again with the <see cref="Decision.Known"/> of the answer, it never names a firing
    /// twice.
    /// </summary>
    /// <param name="schedule">When the trigger fires.</param>
    /// <param name="rule">What becomes of missed firings.</param>
    /// <param name="history">What is known of it.</param>
    /// <param name="now">The time; what is due at it is due.</param>
    public static Decision Decide(Schedule schedule, MisfireRule rule, TriggerHistory history, DateTimeOffset now)
    {
        if (history.IsPaused)
        {
            return new Decision { Known = history.Known, IsPaused = true };
        }

        var after = history.Known is { } known && known > history.Since ? known : history.Since;
        if (now <= after)
        {
            return new Decision { Known = history.Known, BehindUntil = now < after ? after : null };
        }

        var due = DueFirings.Find(schedule, after, now);
        if (due.Newest.Count == 0)
        {
            return new Decision { Known = history.Known };
        }

        var verdicts = Verdicts(due.Newest, rule, history, now);
        return new Decision
        {
            Fire = [.. verdicts.Where(verdict => verdict.Reason is null).Select(verdict => verdict.Firing)],
            PassedOver = [.. verdicts.Where(verdict => verdict.Reason is not null)
                .Select(verdict => new PassedOver(verdict.Firing, verdict.Reason!.Value))],
            Older = due.Older,
            Known = due.Newest[^1].Instant,
        };
    }

    private static List<(Firing Firing, PassedOverReason? Reason)> Verdicts(
        IReadOnlyList<Firing> due, MisfireRule rule, TriggerHistory history, DateTimeOffset now)
    {
        var verdicts = new List<(Firing Firing, PassedOverReason? Reason)>();
        var isNewest = true;
        foreach (var firing in due.Reverse())
        {
            var late = now - firing.Instant;
            var isPaused = history.Pauses.Any(pause => pause.Holds(firing.Instant));
            var isOnTime = isNewest && late <= OnTimeMax;
            PassedOverReason? reason = isPaused ? PassedOverReason.Paused
                : isOnTime ? null
                : rule.MaxLate is { } limit && late > limit ? PassedOverReason.TooLate
                : rule.Policy == MisfirePolicy.Skip ? PassedOverReason.Missed
                : rule.Policy == MisfirePolicy.FireOnce && !isNewest ? PassedOverReason.NewerFires
                : null;
            isNewest &= isPaused;
            verdicts.Add((firing, reason));
        }

        verdicts.Reverse();
        return verdicts;
    }
}
