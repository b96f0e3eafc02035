using Orchestrator.Ledger.Serving;
using Orchestrator.Schedules;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// Claims what schedules say is due. A batch with a firing that has not ended waits: what comes due meanwhile is judged
/// behind that, like what is missed while no service is at work.
/// </summary>
internal sealed class DueTriggers(
    ServiceLedger ledger, LedgerConnection connection, FiringClaims claims, Action<string> log, TimeProvider time)
{
    private readonly Dictionary<(string Batch, string Trigger), DateTimeOffset> _known = [];
    private IReadOnlyList<ServedTrigger> _triggers = [];
    private Dictionary<(string Batch, string Trigger), DateTimeOffset> _since = [];

    /// <summary>Takes on other definitions.</summary>
    /// <param name="all">The triggers.</param>
    /// <param name="states">Since when each of them is defined so.</param>
    public void Take(IReadOnlyList<ServedTrigger> all, IReadOnlyList<ScheduleState> states)
    {
        _triggers = [.. all.Where(trigger => trigger.Schedule is not null)];
        _since = states.ToDictionary(state => (state.Batch, state.Trigger), state => state.FirstSeen);
        _known.Clear();
        foreach (var firing in connection.Ask(reader => reader.NewestFirings(ledger.Environment)))
        {
            _known[(firing.Batch, firing.Trigger)] = firing.Scheduled;
        }
    }

    /// <summary>Claims what is due now.</summary>
    public void Turn()
    {
        var now = time.GetUtcNow();
        if (Free([.. _triggers.Where(trigger => NextOf(trigger) <= now)], now) is not { Count: > 0 } due)
        {
            return;
        }

        // Another service may have decided about them.
        foreach (var firing in connection.Ask(reader => reader.NewestFirings(ledger.Environment)))
        {
            var key = (firing.Batch, firing.Trigger);
            _known[key] = _known.TryGetValue(key, out var at) && at > firing.Scheduled ? at : firing.Scheduled;
        }

        var busy = new HashSet<string>(StringComparer.Ordinal);
        foreach (var trigger in due.Where(trigger => !busy.Contains(trigger.Batch)))
        {
            if (Decide(trigger, now))
            {
                // Two triggers of a batch do not fire beside each other.
                busy.Add(trigger.Batch);
            }
        }
    }

    // Those whose batch is busy or paused are looked at when it is not: the rest costs more.
    private IReadOnlyList<ServedTrigger> Free(IReadOnlyList<ServedTrigger> due, DateTimeOffset now)
    {
        if (due.Count == 0)
        {
            return due;
        }

        var busy = connection.Ask(reader => reader.FiringsNotEnded(ledger.Environment)).Select(firing => firing.Batch)
            .ToHashSet(StringComparer.Ordinal);
        var paused = connection.Ask(reader => reader.Pauses(ledger.Environment, now))
            .Where(pause => pause.Resumed is null).ToList();
        return [.. due.Where(trigger => !busy.Contains(trigger.Batch)
            && !paused.Exists(pause => pause.Of.Has(trigger.Batch, trigger.Name)))];
    }

    /// <summary>The next firing of a trigger with a schedule; null = it never fires, or is not known yet.</summary>
    public Firing? FiringOf(ServedTrigger trigger) =>
        _since.ContainsKey((trigger.Batch, trigger.Name)) ? trigger.Schedule!.Next(After(trigger)) : null;

    private DateTimeOffset? NextOf(ServedTrigger trigger) => FiringOf(trigger)?.Instant;

    private DateTimeOffset After(ServedTrigger trigger)
    {
        var seen = _since[(trigger.Batch, trigger.Name)];
        return _known.TryGetValue((trigger.Batch, trigger.Name), out var at) && at > seen ? at : seen;
    }

    private bool Decide(ServedTrigger trigger, DateTimeOffset now)
    {
        var after = After(trigger);
        var pauses = connection.Ask(reader => reader.Pauses(ledger.Environment, after))
            .Where(pause => pause.Of.Has(trigger.Batch, trigger.Name))
            .Select(pause => new Pause(pause.Paused, pause.Resumed));
        var decision = FiringRules.Decide(
            trigger.Schedule!, trigger.Misfire,
            new TriggerHistory { Since = after, Known = after, Pauses = [.. pauses] }, now);
        if (decision.Older is { } older)
        {
            log($"{trigger.Batch}/{trigger.Name}: {(older.IsAtLeast ? "at least " : "")}{older.Count} more firings "
                + $"since {older.First.Instant:u} are passed over: at most {FiringRules.DueMax} are looked at");
        }

        Record(trigger, decision, now);

        if (decision is { Known: { } last, IsPaused: false })
        {
            _known[(trigger.Batch, trigger.Name)] = last;
        }

        return decision.Fire.Count > 0;
    }

    // The oldest first: whoever goes on from anywhere in between owes nothing that is older than the newest.
    private void Record(ServedTrigger trigger, Decision decision, DateTimeOffset now)
    {
        foreach (var (firing, why) in decision.PassedOver.Select(over => (over.Firing, Words(over.Reason)))
            .Concat(decision.Fire.Select(firing => (firing, ""))).OrderBy(each => each.Item1.Instant))
        {
            if (why.Length > 0)
            {
                ledger.PassOver(Claim(trigger, firing, isLate: true), why);
            }
            else
            {
                claims.Fire(Claim(trigger, firing, isLate: now - firing.Instant > FiringRules.OnTimeMax));
            }
        }
    }

    private static FiringClaim Claim(ServedTrigger trigger, Firing firing, bool isLate) => new()
    {
        Batch = trigger.Batch,
        Trigger = trigger.Name,
        Scheduled = firing.Instant,
        AsOf = firing.AsOf,
        LocalTime = FiringClaims.Local(firing.Local, trigger.Zone),
        Cause = isLate ? FiringCause.Catchup : FiringCause.Schedule,
        Why = firing.Note == ClockNote.AfterGap ? "the clocks left out its time" : "",
    };

    /// <summary>Why a firing is passed over, as the ledger has it.</summary>
    public static string Words(PassedOverReason reason) => reason switch
    {
        PassedOverReason.Paused => "paused",
        PassedOverReason.TooLate => "later than maxLate allows",
        PassedOverReason.NewerFires => "a newer one stands for it (misfire: fireOnce)",
        _ => "missed (misfire: skip)",
    };
}
