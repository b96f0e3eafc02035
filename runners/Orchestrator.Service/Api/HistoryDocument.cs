using Orchestrator.Ledger;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

/// <summary>The newest attempts of a package over all runs of the environment, the newest first.</summary>
internal sealed record HistoryDocument(
    int SchemaVersion, string Package, double? UsualSeconds, IReadOnlyList<AttemptEntry> Attempts);

/// <summary>An attempt of a package.</summary>
internal sealed record AttemptEntry(
    long Attempt, long Run, int Number, string State, DateTime StartedAt, DateTime? EndedAt, double TookSeconds,
    double QueuedSeconds, double WaitingSeconds, double WorkingSeconds, bool IsOutlier, RowsEntry Rows)
{
    public static AttemptEntry Of(PackageHistory history, AttemptRecord attempt) => new(
        attempt.Id, attempt.Run, attempt.Number, attempt.State.ToString(), attempt.Started.UtcDateTime,
        attempt.Ended?.UtcDateTime, attempt.Took.TotalSeconds, attempt.Queued.TotalSeconds,
        attempt.Waiting.TotalSeconds, attempt.Working.TotalSeconds, history.IsOutlier(attempt),
        RowsEntry.Of(attempt.Counts));
}
