using Orchestrator.Ledger.Columns;

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
        Number = row.Number(AuditColumns.Entry),
        Environment = row.Text(AuditColumns.Environment),
        At = Instant.At(row.Number(AuditColumns.At)),
        Who = row.Text(AuditColumns.Who),
        Role = row.Text(AuditColumns.Role),
        Address = row.Text(AuditColumns.Address),
        Action = row.Text(AuditColumns.Action),
        Object = row.Text(AuditColumns.Object),
        Outcome = row.Text(AuditColumns.Outcome),
        Detail = row.Text(AuditColumns.Detail),
    };
}
