namespace Orchestrator.Ledger.Serving;

/// <summary>Records who asked what of a service.</summary>
public static class AuditWriter
{
    /// <summary>Records entries, all or none, and returns when they are on disk.</summary>
    /// <exception cref="LedgerException">The ledger cannot be opened or written.</exception>
    public static void Record(LedgerLocation location, TimeProvider time, IReadOnlyList<AuditEntry> entries) =>
        SingleCommit.Do(location, time, fence: null, statements =>
        {
            Insert(statements, entries);
            return entries.Count;
        });

    /// <summary>Adds entries, inside the transaction of the caller.</summary>
    internal static void Insert(StatementCache statements, IReadOnlyList<AuditEntry> entries)
    {
        foreach (var entry in entries)
        {
            statements["insert_audit"].Bind(entry.Environment).Bind(Instant.Of(entry.At)).Bind(entry.Who)
                .Bind(entry.Role).Bind(entry.Address).Bind(entry.Action).Bind(entry.Object).Bind(entry.Outcome)
                .Bind(entry.Detail).Run();
        }
    }

    internal static AuditEntry Row(Statement row) => new()
    {
        Number = row.Number(0),
        Environment = row.Text(1),
        At = Instant.At(row.Number(2)),
        Who = row.Text(3),
        Role = row.Text(4),
        Address = row.Text(5),
        Action = row.Text(6),
        Object = row.Text(7),
        Outcome = row.Text(8),
        Detail = row.Text(9),
    };
}
