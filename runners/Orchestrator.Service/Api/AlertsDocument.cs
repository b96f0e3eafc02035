using Orchestrator.Ledger.Alerts;

namespace Orchestrator.Service.Api;

/// <summary>What alerts have told or are to tell, the newest first, a hundred at most.</summary>
internal sealed record AlertsDocument(int SchemaVersion, IReadOnlyList<AlertEntry> Alerts);

/// <summary>Something that an alert tells one of its targets.</summary>
internal sealed record AlertEntry(
    long Number, string Batch, string Alert, string Event, string Target, string Cause, long? Run, string State,
    string? Message, int Tries, DateTime NoticedAt, DateTime DueAt, DateTime? EndedAt, string? LastError)
{
    public static AlertEntry Of(AlertRecord record) => new(
        record.Number, record.Notice.Batch, record.Notice.Alert, record.Notice.Event, record.Notice.Target,
        record.Notice.Cause, record.Notice.Run, record.State.ToString(), ApiDocument.Said(record.Message), record.Tries,
        record.Noticed.UtcDateTime, record.Due.UtcDateTime, record.Ended?.UtcDateTime,
        ApiDocument.Said(record.LastError));
}
