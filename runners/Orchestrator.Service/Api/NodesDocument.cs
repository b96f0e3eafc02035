using Orchestrator.Core;
using Orchestrator.Report.Figures;

namespace Orchestrator.Service.Api;

/// <summary>A page of the packages and hooks of a run, a hundred at a time.</summary>
internal sealed record NodesDocument(
    int SchemaVersion, long Run, int Total, int Page, int Pages, IReadOnlyList<NodeEntry> Nodes);

/// <summary>A package or hook of a run.</summary>
internal sealed record NodeEntry(
    string Name, string Project, bool IsHook, string State, DateTime Since, string Why, string? Reason,
    string? ReasonObject, DateTime? ReasonSince, DateTime? BeganAt, double? TookSeconds, double QueuedSeconds,
    double WaitingSeconds, double WorkingSeconds, int Attempts, RowsEntry Rows)
{
    public static NodeEntry Of(PackageFigures package) => new(
        package.Name, package.Project, package.Node.IsHook, package.State.ToString(),
        package.Node.Since.UtcDateTime, package.Node.Why, package.Node.Reason?.ToString(),
        package.Node.Reason is null or WaitReason.RetryAt ? null : ApiDocument.Said(package.Node.ReasonObject),
        package.Node.ReasonSince?.UtcDateTime, package.HasRun ? package.Began.UtcDateTime : null,
        package.HasRun ? package.Took.TotalSeconds : null, package.Queued.TotalSeconds, package.Waiting.TotalSeconds,
        package.Working.TotalSeconds, package.Attempts.Count, RowsEntry.Of(package.Rows));
}
