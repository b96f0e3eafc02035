using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Alerts;
using Orchestrator.Report.Figures;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

/// <summary>What pages show, as machines read it: the same numbers, from the same readings.</summary>
internal static class Entries
{
    public const int SchemaVersion = 1;

    public static RunEntry Of(RunDigest digest) => new()
    {
        Run = digest.Run.Number,
        Id = digest.Run.Id,
        Solution = digest.Run.Solution,
        Batch = digest.Run.Batch,
        Environment = digest.Run.Environment,
        State = digest.State,
        Verdict = digest.Run.Verdict?.ToString(),
        StartedAt = digest.Run.Started.UtcDateTime,
        EndedAt = digest.Run.Ended?.UtcDateTime,
        WallSeconds = digest.Wall.TotalSeconds,
        SilentSeconds = digest.Silent?.TotalSeconds,
        HeldBy = Said(digest.HeldBy),
        Gate = digest.Run.GateSlots,
        Continues = digest.Run.Continues,
        PlanHash = digest.Run.PlanHash,
        GitCommit = Said(digest.Run.GitCommit),
        Packages = Of(digest.Packages),
        Rows = Of(digest.Rows),
        FirstFailure = digest.Failures is [var first, ..] ? Of(first) : null,
        DurabilityNotRestored = [.. digest.NotRestored.Select(scope => scope.Connection)],
        NextCommand = digest.NextCommand,
    };

    public static BatchEntry Of(BatchNight night) => new(
        night.Digest.Run.Batch, Of(night.Digest), night.Usual?.TotalSeconds, night.UsualOf,
        night.IsLate);

    public static FailureEntry Of(Failure failure) => new(
        failure.Package, failure.State.ToString(), failure.Since.UtcDateTime, failure.Attempt, failure.Error?.Code,
        failure.Error?.Class.ToString(), Said(failure.Error?.Phase), failure.Message, Said(failure.Error?.Connection),
        Said(failure.Error?.ServerCode));

    public static ScopeEntry Of(ScopeRecord scope) => new(
        scope.Number, scope.Connection, scope.Platform, scope.Server, scope.Database, scope.Found, scope.Set,
        scope.State.ToString(), scope.Opened.UtcDateTime, scope.Hardened?.UtcDateTime, scope.Closed?.UtcDateTime,
        scope.Why);

    public static NodeEntry Of(PackageFigures package) => new(
        package.Name, package.Project, package.Node.IsHook, package.State.ToString(),
        package.Node.Since.UtcDateTime, package.Node.Why, package.Node.Reason?.ToString(),
        package.Node.Reason is null or WaitReason.RetryAt ? null : Said(package.Node.ReasonObject),
        package.Node.ReasonSince?.UtcDateTime, package.HasRun ? package.Began.UtcDateTime : null,
        package.HasRun ? package.Took.TotalSeconds : null, package.Queued.TotalSeconds, package.Waiting.TotalSeconds,
        package.Working.TotalSeconds, package.Attempts.Count, Of(package.Rows));

    public static AttemptEntry Of(PackageHistory history, AttemptRecord attempt) => new(
        attempt.Id, attempt.Run, attempt.Number, attempt.State.ToString(), attempt.Started.UtcDateTime,
        attempt.Ended?.UtcDateTime, attempt.Took.TotalSeconds, attempt.Queued.TotalSeconds,
        attempt.Waiting.TotalSeconds, attempt.Working.TotalSeconds, history.IsOutlier(attempt), Of(attempt.Counts));

    public static LedgerEntry Of(LedgerHealth health) => new(
        health.Status.Place, health.Status.Version, LedgerStatus.KnownVersion, health.Status.Bytes, health.Status.Runs,
        health.Status.AtWork, health.Status.BackedUp?.UtcDateTime);

    public static AlertEntry Of(AlertRecord record) => new(
        record.Number, record.Notice.Batch, record.Notice.Alert, record.Notice.Event, record.Notice.Target,
        record.Notice.Cause, record.Notice.Run, record.State.ToString(), Said(record.Message), record.Tries,
        record.Noticed.UtcDateTime, record.Due.UtcDateTime, record.Ended?.UtcDateTime, Said(record.LastError));

    private static CountsEntry Of(PackageCounts counts) => new(
        counts.All, counts.Ok, counts.Failed, counts.Blocked, counts.Cancelled, counts.NotRun, counts.Open,
        counts.HooksFailed);

    private static RowsEntry Of(RowCounts rows) => new(
        rows.Read, rows.Inserted, rows.Updated, rows.Unchanged, rows.Duplicate, rows.Filtered, rows.Rejected,
        rows.Truncated, rows.Closed);

    /// <summary>A text; null where it says nothing.</summary>
    public static string? Said(string? text) => string.IsNullOrEmpty(text) ? null : text;
}
