using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Serving;

/// <summary>Reads and writes wishes, inside the transaction of the caller.</summary>
internal static class WishStatements
{
    /// <summary>Adds one; null = its key is there already.</summary>
    public static long? Insert(StatementCache statements, StartRequest wish) => LedgerRows.Single(
        statements["insert_run_wish"].Bind(wish.Batch).Bind(wish.Trigger).Bind(wish.Environment).Bind(wish.Continues)
            .Bind(wish.Key).Bind(wish.Who).Bind(Instant.Of(wish.Asked)),
        row => (long?)row.Number(0));

    /// <summary>Answers one; false = it is answered.</summary>
    public static bool IsAnsweredBy(
        StatementCache statements, long wish, long? firing, string refusal, DateTimeOffset now) => LedgerRows.All(
            statements["update_run_wish"].Bind(wish).Bind(Instant.Of(now)).Bind(firing).Bind(refusal),
            row => row.Number(0)).Count > 0;

    public static StartRequest Row(Statement row) => new()
    {
        Number = row.Number(RunWishColumns.Wish),
        Batch = row.Text(RunWishColumns.Batch),
        Trigger = row.Text(RunWishColumns.TriggerName),
        Environment = row.Text(RunWishColumns.Environment),
        Continues = row.NumberOrNull(RunWishColumns.Continues),
        Key = row.Text(RunWishColumns.IdempotencyKey),
        Who = row.Text(RunWishColumns.Who),
        Asked = Instant.At(row.Number(RunWishColumns.AskedAt)),
        Answered = Instant.AtOrNull(row.NumberOrNull(RunWishColumns.AnsweredAt)),
        Firing = row.NumberOrNull(RunWishColumns.Firing),
        Refusal = row.Text(RunWishColumns.Refusal),
    };
}
