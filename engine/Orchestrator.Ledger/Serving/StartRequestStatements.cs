using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Serving;

/// <summary>Reads and writes requests to start, inside the transaction of the caller.</summary>
internal static class StartRequestStatements
{
    /// <summary>Adds one; null = its key is there already.</summary>
    public static long? Insert(StatementCache statements, StartRequest request) => LedgerRows.Single(
        statements["insert_start_request"].Bind(request.Batch).Bind(request.Trigger).Bind(request.Environment)
            .Bind(request.Continues).Bind(request.Key).Bind(request.Who).Bind(Instant.Of(request.Asked)),
        row => (long?)row.Number(0));

    /// <summary>Answers one; false = it is answered.</summary>
    public static bool IsAnsweredBy(
        StatementCache statements, long request, long? firing, string refusal, DateTimeOffset now) => LedgerRows.All(
            statements["update_start_request"].Bind(request).Bind(Instant.Of(now)).Bind(firing).Bind(refusal),
            row => row.Number(0)).Count > 0;

    public static StartRequest Row(Statement row) => new()
    {
        Number = row.Number(StartRequestColumns.Wish),
        Batch = row.Text(StartRequestColumns.Batch),
        Trigger = row.Text(StartRequestColumns.TriggerName),
        Environment = row.Text(StartRequestColumns.Environment),
        Continues = row.NumberOrNull(StartRequestColumns.Continues),
        Key = row.Text(StartRequestColumns.IdempotencyKey),
        Who = row.Text(StartRequestColumns.Who),
        Asked = Instant.At(row.Number(StartRequestColumns.AskedAt)),
        Answered = Instant.AtOrNull(row.NumberOrNull(StartRequestColumns.AnsweredAt)),
        Firing = row.NumberOrNull(StartRequestColumns.Firing),
        Refusal = row.Text(StartRequestColumns.Refusal),
    };
}
