using Orchestrator.Core.Leases;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Leases;

/// <summary>Reads and writes leases, inside the transaction of the caller.</summary>
internal static class LeaseStatements
{
    /// <summary>The lease of a batch; null = there is none, or it is of an earlier boot of this machine.</summary>
    public static LeaseRecord? Read(
        ILedgerDatabase database, StatementCache statements, string batch, string environment)
    {
        var lease = LedgerRows.Single(statements["select_lease"].Bind(batch).Bind(environment), Row);
        return lease is null || (!database.HasSessions
            && MachineProcess.BootOf(lease.Origin) != MachineProcess.BootOf(MachineProcess.Own))
            ? null
            : lease with { Now = database.Now };
    }

    /// <summary>All of them, with the batch and environment of each.</summary>
    public static IReadOnlyList<(string Batch, string Environment, LeaseRecord Lease)> All(
        ILedgerDatabase database, StatementCache statements)
    {
        var now = database.Now;
        return LedgerRows.All(
            statements["select_leases"],
            // Behind the columns of the record.
            row => (row.Text(LeaseColumns.All.Behind), row.Text(LeaseColumns.All.Behind + 1),
                Row(row) with { Now = now }));
    }

    /// <summary>Makes it ours, whoever had it.</summary>
    public static void Claim(
        ILedgerDatabase database, StatementCache statements, RunLock held, LeaseTerms terms, long run)
    {
        var (now, own) = (database.Now, MachineProcess.Own);
        statements["upsert_lease"].Bind(held.Batch).Bind(held.Environment).Bind(run).Bind(run).Bind(own.Host)
            .Bind(own.User).Bind(own.ProcessId).Bind(own.BootId).Bind(MachineProcess.OwnBegan).Bind(database.Session)
            .Bind(Instant.Of(now)).Bind(Instant.Of(now + terms.Duration)).Run();
    }

    /// <summary>Lets it last longer; false = it is not ours any more.</summary>
    public static bool Renew(ILedgerDatabase database, StatementCache statements, RunLock held, LeaseTerms terms)
    {
        var now = database.Now;
        return LedgerRows.Single(
            statements["update_lease"].Bind(held.Batch).Bind(held.Environment).Bind(database.Session)
                .Bind(Instant.Of(now)).Bind(Instant.Of(now + terms.Duration)),
            row => row.Number(0)) > 0;
    }

    /// <summary>Keeps others from taking it before the transaction ends; false = it is not ours any more.</summary>
    public static bool Lock(ILedgerDatabase database, StatementCache statements, LeaseFence fence) =>
        LedgerRows.All(
            statements["lock_lease"].Bind(fence.Batch).Bind(fence.Environment).Bind(database.Session),
            row => row.Number(0)).Count > 0;

    /// <summary>Gives it back, where it is ours.</summary>
    public static void Release(ILedgerDatabase database, StatementCache statements, RunLock held) =>
        statements["delete_lease"].Bind(held.Batch).Bind(held.Environment).Bind(database.Session).Run();

    private static LeaseRecord Row(Statement row) => new()
    {
        Run = row.Number(LeaseColumns.Run),
        Origin = new RunOrigin(row.Text(LeaseColumns.Host), row.Text(LeaseColumns.UserName),
            (int)row.Number(LeaseColumns.ProcessId), row.Text(LeaseColumns.BootId)),
        ProcessBegan = row.Number(LeaseColumns.ProcessBegan),
        Session = row.Text(LeaseColumns.Session),
        RenewedAt = Instant.Duration(row.Number(LeaseColumns.RenewedAt)),
        LastsUntil = Instant.Duration(row.Number(LeaseColumns.LastsUntil)),
        Now = TimeSpan.Zero,
    };
}
