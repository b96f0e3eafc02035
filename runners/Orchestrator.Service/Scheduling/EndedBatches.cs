using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// Claims firings of triggers that wait for another batch: for each run of it that has ended so, whoever began it. A
/// run that its service goes on with has not ended.
/// </summary>
internal sealed class EndedBatches(ServiceLedger ledger, LedgerConnection connection, FiringClaims claims)
{
    private const int LookedAt = 100;

    private readonly Dictionary<(string Batch, string Trigger), DateTimeOffset> _known = [];
    private readonly Dictionary<(string Batch, string Trigger), HashSet<long>> _decided = [];
    private IReadOnlyList<ServedTrigger> _triggers = [];

    /// <summary>Takes on other definitions.</summary>
    public void Take(IReadOnlyList<ServedTrigger> all, IReadOnlyList<ScheduleState> states)
    {
        _triggers = [.. all.Where(trigger => trigger.After is not null)];
        _known.Clear();
        _decided.Clear();
        foreach (var state in states)
        {
            _known[(state.Batch, state.Trigger)] = state.FirstSeen;
        }

        foreach (var firing in connection.Ask(reader => reader.NewestFirings(ledger.Environment))
            .Where(firing => _known.TryGetValue((firing.Batch, firing.Trigger), out var at) && firing.Scheduled > at))
        {
            _known[(firing.Batch, firing.Trigger)] = firing.Scheduled;
        }
    }

    /// <summary>Claims what is due now.</summary>
    public void Turn()
    {
        foreach (var trigger in _triggers)
        {
            var key = (trigger.Batch, trigger.Name);
            var runs = connection.Ask(reader => reader.Runs(trigger.After, ledger.Environment, LookedAt));
            // By the clock only at first: it may be set back, or be that of another machine.
            var over = _decided.GetValueOrDefault(key)
                ?? [.. runs.Where(run => run.Ended <= _known[key]).Select(run => run.Number)];
            over.IntersectWith(runs.Select(run => run.Number));
            _decided[key] = over;
            foreach (var run in connection.Ask(reader => Ended(reader, runs, over)))
            {
                if (IsSo(trigger.Outcome, run.Verdict!.Value))
                {
                    Fire(trigger, run);
                }

                // Behind the claim: where that fails it is made again.
                over.Add(run.Number);
            }
        }
    }

    /// <summary>Whether a run that ended so fires a trigger that waits for that.</summary>
    public static bool IsSo(Outcome wanted, RunVerdict verdict) => wanted switch
    {
        Outcome.Success => verdict is RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings,
        Outcome.Failure => verdict is RunVerdict.Failed or RunVerdict.EndedUnexpectedly,
        _ => true,
    };

    private static RunRecord[] Ended(LedgerReader reader, IReadOnlyList<RunRecord> runs, HashSet<long> over) =>
    [
        .. runs.Where(run => run.Ended is not null && run.Verdict is not null && !over.Contains(run.Number)
                && !GoesOn(reader, run))
            .OrderBy(run => run.Ended),
    ];

    /// <summary>Whether a run that has ended is not the end: its service goes on with it, or somebody has.</summary>
    public static bool GoesOn(LedgerReader reader, RunRecord run) => reader.FiringOf(run.Number) is { Ended: null }
        || (run.Verdict == RunVerdict.EndedUnexpectedly && reader.ContinuedBy(run.Number) is not null);

    private void Fire(ServedTrigger trigger, RunRecord run)
    {
        var options = connection.Ask(reader => reader.Options(run.Number));
        var local = TimeZoneInfo.ConvertTime(run.Ended!.Value, trigger.Zone).DateTime;
        claims.FireUnlessPaused(trigger, new FiringClaim
        {
            Batch = trigger.Batch,
            Trigger = trigger.Name,
            Scheduled = run.Ended.Value,
            // The same night as that of the run.
            AsOf = DateOnly.TryParseExact(options.FirstOrDefault(option => option.Name == "as-of")?.Value, "yyyy-MM-dd",
                CultureInfo.InvariantCulture, DateTimeStyles.None, out var night)
                    ? night : DateOnly.FromDateTime(local),
            LocalTime = FiringClaims.Local(local, trigger.Zone),
            Cause = FiringCause.After,
            Why = $"run {run.Number} of {run.Batch} ended {run.Verdict}",
        });
    }
}
