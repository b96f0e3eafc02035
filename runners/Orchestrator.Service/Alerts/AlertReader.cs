using Orchestrator.Core;
using Orchestrator.Core.Alerts;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Selection;
using Orchestrator.Schedules;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Alerts;

/// <summary>Reads what alerts may have to tell out of the ledger; texts have passed the gate. One thread.</summary>
internal sealed class AlertReader(AlertSettings settings)
{
    private const int RunsMax = 500;
    private const int FiringsMax = 500;
    private const int NightsMax = 100;

    private readonly Digests _digests = new(settings.Outside, settings.Command, settings.Time);
    private readonly Dictionary<long, TimeSpan?> _usual = [];
    private readonly Dictionary<long, DateTimeOffset> _told = [];

    /// <summary>What there is to tell of batches, as the ledger has it now.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="batches">Those with alerts.</param>
    /// <param name="state">How the scheduler of this service stands; null = it has none.</param>
    public AlertFacts Of(LedgerReader reader, IReadOnlySet<string> batches, SchedulerState? state)
    {
        var now = settings.Time.GetUtcNow();
        var from = now - AlertRules.AgeMax;
        return new AlertFacts
        {
            // Of each batch by itself: a long run is far behind the many of others that began after it.
            Ended = [.. batches.SelectMany(batch => reader.Runs(batch, settings.Environment, RunsMax))
                .Where(run => run.Ended > from && run.Verdict is not null && !_told.ContainsKey(run.Number))
                .Select(run => Ended(reader, run))],
            AtWork = [.. reader.NotEnded()
                .Where(run => run.Verdict is null && run.Environment == settings.Environment
                    && batches.Contains(run.Batch))
                .Select(run => new RunAtWork(run.Number, run.Batch, run.Started, UsualOf(reader, run),
                    Command($"status {run.Number} --watch")))],
            Due = [.. Fired(reader, batches, state, from, now), .. Owed(reader, batches, state, now)],
        };
    }

    /// <summary>What was noted is not read again: these runs have ended for good.</summary>
    public void Noted(AlertFacts facts)
    {
        foreach (var run in facts.Ended.Where(run => !run.GoesOn))
        {
            _told[run.Number] = run.Ended;
        }

        var old = settings.Time.GetUtcNow() - AlertRules.AgeMax - AlertRules.AgeMax;
        foreach (var run in _told.Where(one => one.Value < old).Select(one => one.Key).ToList())
        {
            _told.Remove(run);
            _usual.Remove(run);
        }
    }

    /// <summary>Other alerts may tell of runs that were noted.</summary>
    public void Forget() => _told.Clear();

    private EndedRun Ended(LedgerReader reader, RunRecord run)
    {
        if (EndedBatches.GoesOn(reader, run))
        {
            return new EndedRun
            {
                Number = run.Number,
                Batch = run.Batch,
                Ended = run.Ended!.Value,
                End = RunEnd.Quiet,
                GoesOn = true,
                Summary = "",
            };
        }

        var digest = _digests.Of(reader, run);
        var end = EndOf(run.Verdict!.Value);
        return new EndedRun
        {
            Number = run.Number,
            Batch = run.Batch,
            Ended = run.Ended!.Value,
            End = end,
            Summary = end switch
            {
                RunEnd.Failed => FailedSummary(digest),
                RunEnd.Warnings => WarningSummary(reader, digest),
                _ => "",
            },
            Failures = [.. digest.Failures.Select(Of)],
            FailuresCount = digest.Packages.Failed + digest.Packages.HooksFailed + digest.GroupsFailed,
            NotRestored = [.. digest.NotRestored.Select(scope =>
                (scope.Connection, scope.Why.Length > 0 ? scope.Why : $"it is still {scope.Set}"))],
            RestoreCommand = Command("durability restore"),
            Command = digest.NextCommand,
        };
    }

    private static RunEnd EndOf(RunVerdict verdict) => verdict switch
    {
        RunVerdict.Failed or RunVerdict.EndedUnexpectedly => RunEnd.Failed,
        RunVerdict.SucceededWithWarnings => RunEnd.Warnings,
        _ => RunEnd.Quiet,
    };

    private static string FailedSummary(RunDigest digest)
    {
        var failed = digest.Packages.Failed;
        var blocked = digest.Packages.Blocked > 0 ? $", {digest.Packages.Blocked} blocked" : "";
        return failed > 0 ? $"{failed} of {Words.Count(digest.Packages.All, "package")} failed{blocked}"
            : digest.GroupsFailed > 0 ? $"{Words.Count(digest.GroupsFailed, "group")} failed{blocked}"
            : digest.Run.Verdict == RunVerdict.EndedUnexpectedly ? $"ended unexpectedly{blocked}"
            : $"failed{blocked}";
    }

    private string WarningSummary(LedgerReader reader, RunDigest digest)
    {
        var warnings = reader.Warnings(digest.Run.Number);
        return "succeeded with warnings"
            + (digest.Rows.Rejected > 0 ? $", {Words.Count(digest.Rows.Rejected, "row")} rejected" : "")
            + (warnings is [var first, ..] ? $": {settings.Outside.Line(first.Text)}" : "")
            + (warnings.Count > 1 ? $" (and {warnings.Count - 1} more)" : "");
    }

    private static AlertFailure Of(Failure failure) => new(
        failure.Package, failure.Error?.Code ?? "", failure.Error?.Class.ToString() ?? "",
        failure.Error?.Connection ?? "", failure.Error?.ServerCode ?? "", failure.Message.ReplaceLineEndings(" "));

    // Nights before it that were begun by the same; those of parts of a batch say nothing.
    private TimeSpan? UsualOf(LedgerReader reader, RunRecord run)
    {
        if (_usual.TryGetValue(run.Number, out var known))
        {
            return known;
        }

        var partial = LastNight.Partial.SelectMany(reader.RunsWith).ToHashSet();
        return _usual[run.Number] = partial.Contains(run.Number) || run.Continues is not null ? null
            : UsualDuration.Of([.. Alike(reader, run)
                .Where(one => one.Number < run.Number && one.Continues is null && one.Ended is not null
                    && one.Verdict is RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings
                    && !partial.Contains(one.Number))
                .Select(one => one.Ended!.Value - one.Started)]);
    }

    // The newest runs that the same trigger has begun, or, where none has begun this one, that none has.
    private IEnumerable<RunRecord> Alike(LedgerReader reader, RunRecord run)
    {
        if (reader.FiringOf(run.Number) is { Trigger: { Length: > 0 } trigger })
        {
            return reader.Firings(settings.Environment, DateTimeOffset.MinValue, DateTimeOffset.MaxValue, run.Batch,
                    trigger, NightsMax)
                .Select(firing => firing.Run).OfType<long>().Select(reader.Run).OfType<RunRecord>();
        }

        return reader.Runs(run.Batch, settings.Environment, RunsMax)
            .Where(one => reader.FiringOf(one.Number) is not { Trigger.Length: > 0 }).Take(NightsMax);
    }

    private IEnumerable<DueFiring> Fired(
        LedgerReader reader, IReadOnlySet<string> batches, SchedulerState? state, DateTimeOffset from,
        DateTimeOffset now) =>
        batches.SelectMany(batch => reader.Firings(settings.Environment, from, now, batch, limit: FiringsMax))
            .Where(firing => firing.Cause != FiringCause.Manual)
            .Where(firing => firing.State != FiringState.PassedOver || IsMissed(firing))
            .Select(firing => new DueFiring(
                firing.Batch, firing.Trigger, firing.Scheduled, firing.Run is null ? null : firing.Claimed,
                firing is { Ended: null, Run: null } && state?.Line.WhyOf(firing.Number) is { Length: > 0 } why
                    ? why : settings.Outside.Line(firing.Why), firing.State == FiringState.PassedOver,
                firing.State == FiringState.PassedOver ? Command($"run {ShellWord.Quoted(firing.Batch)}")
                    : firing.Run is { } run ? Command($"status {run}") : Command("schedules list")));

    private static bool IsMissed(FiringRecord firing) =>
        firing.Why == DueTriggers.Words(PassedOverReason.TooLate)
        || firing.Why == DueTriggers.Words(PassedOverReason.Missed);

    // What the clock says is due and nobody has claimed: another run of the batch is at work, or the loop hangs.
    private IEnumerable<DueFiring> Owed(
        LedgerReader reader, IReadOnlySet<string> batches, SchedulerState? state, DateTimeOffset now)
    {
        var owed = (state?.Triggers ?? []).Where(one => batches.Contains(one.Trigger.Batch) && one.Next?.Instant < now)
            .ToList();
        var pauses = owed.Count == 0 ? [] : reader.Pauses(settings.Environment, now)
            .Where(pause => pause.Resumed is null).ToList();
        return owed.Where(one => !pauses.Exists(pause => pause.Of.Has(one.Trigger.Batch, one.Trigger.Name)))
            .Select(one => new DueFiring(one.Trigger.Batch, one.Trigger.Name, one.Next!.Instant, null,
                "nobody has begun it: another run of the batch may be at work", false, Command("schedules list")));
    }

    private string Command(string verb) => settings.Outside.Line(settings.Command(verb));
}
