using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Serving;

/// <summary>Reads and writes actions, inside the transaction of the caller.</summary>
internal static class ActionStatements
{
    /// <summary>Adds one; null = its key is there already.</summary>
    public static long? Insert(StatementCache statements, ActionRecord action) => LedgerRows.Single(
        statements["insert_action"].Bind(action.Environment).Bind(action.Key).Bind(action.Command).Bind(action.Who)
            .Bind(Instant.Of(action.Asked)).Bind(EnumWords<ActionOutcome>.Of(action.Outcome)),
        row => (long?)row.Number(0));

    /// <summary>Notes what became of one.</summary>
    public static void Update(StatementCache statements, ActionRecord action) =>
        statements["update_action"].Bind(action.Number).Bind(action.Request).Bind(action.Start)
            .Bind(EnumWords<ActionOutcome>.Of(action.Outcome)).Bind(action.Answer).Run();

    public static ActionRecord? OfKey(StatementCache statements, string key) =>
        LedgerRows.Single(statements["select_action_of_key"].Bind(key), Row);

    public static ActionRecord Row(Statement row) => new()
    {
        Number = row.Number(ActionColumns.Action),
        Environment = row.Text(ActionColumns.Environment),
        Key = row.Text(ActionColumns.IdempotencyKey),
        Command = row.Text(ActionColumns.Command),
        Who = row.Text(ActionColumns.Who),
        Asked = Instant.At(row.Number(ActionColumns.AskedAt)),
        Request = row.NumberOrNull(ActionColumns.Request),
        Start = row.NumberOrNull(ActionColumns.Wish),
        Outcome = EnumWords<ActionOutcome>.Parse(row.Text(ActionColumns.Outcome)),
        Answer = row.Text(ActionColumns.Answer),
    };
}
