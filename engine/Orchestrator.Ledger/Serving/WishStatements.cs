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
        Number = row.Number(0),
        Batch = row.Text(1),
        Trigger = row.Text(2),
        Environment = row.Text(3),
        Continues = row.NumberOrNull(4),
        Key = row.Text(5),
        Who = row.Text(6),
        Asked = Instant.At(row.Number(7)),
        Answered = Instant.AtOrNull(row.NumberOrNull(8)),
        Firing = row.NumberOrNull(9),
        Refusal = row.Text(10),
    };
}
