using Orchestrator.Packages;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

/// <summary>Rejected rows, as machines read them.</summary>
internal static class TargetEntries
{
    public static RejectsDocument Of(RejectReading reading) => new(
        ApiDocument.SchemaVersion, reading.Run, reading.Package, reading.Attempt?.Id, reading.Rows,
        reading.Where?.Connection, reading.Where?.Place,
        reading.Reasons?.Select(each => new ReasonEntry(each.Reason, each.Rows, each.Replayed)).ToList(),
        reading.Values?.Select(Of).ToList(), ApiDocument.Said(reading.Trouble));

    private static RejectedEntry Of(KeptRow row) => new(
        row.Row > 0 ? row.Row : null, ApiDocument.Said(row.File), row.Column, row.Reason, ApiDocument.Said(row.Key),
        row.Value);
}
