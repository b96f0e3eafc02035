using Orchestrator.Packages;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

/// <summary>Buffers and rejected rows, as machines read them.</summary>
internal static class TargetEntries
{
    public static AbsorberEntry Of(AbsorberReading reading)
    {
        var status = reading.Status is { IsThere: true } there ? there : null;
        return new(reading.Name, reading.Connection, reading.State.Word, reading.IsStale, reading.Limit.TotalSeconds,
            Entries.Said(reading.Status?.Buffer), status?.Backlog,
            status is { Backlog: > 0 } ? status.Age.TotalSeconds : null,
            status?.Heard is null ? null : status.Arriving, status?.Heard is null ? null : status.Draining,
            Entries.Said(status?.Drainer), status?.Heard?.TotalSeconds, Entries.Said(reading.Fault));
    }

    public static RejectsDocument Of(RejectReading reading) => new(
        Entries.SchemaVersion, reading.Run, reading.Package, reading.Attempt?.Id, reading.Rows,
        reading.Where?.Connection, reading.Where?.Place,
        reading.Reasons?.Select(each => new ReasonEntry(each.Reason, each.Rows, each.Replayed)).ToList(),
        reading.Values?.Select(Of).ToList(), Entries.Said(reading.Trouble));

    private static RejectedEntry Of(KeptRow row) => new(
        row.Row > 0 ? row.Row : null, Entries.Said(row.File), row.Column, row.Reason, Entries.Said(row.Key), row.Value);
}
