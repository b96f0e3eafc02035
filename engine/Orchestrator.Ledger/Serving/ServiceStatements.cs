using Orchestrator.Engine.Lease;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger.Serving;

/// <summary>Reads and writes services, inside the transaction of the caller.</summary>
internal static class ServiceStatements
{
    public static long Insert(
        ILedgerDatabase database, StatementCache statements, ServiceBeginning beginning, DateTimeOffset now)
    {
        var own = MachineProcess.Own;
        return LedgerRows.Single(
            statements["insert_service"].Bind(beginning.Solution).Bind(beginning.Environment).Bind(own.Host)
                .Bind(own.User).Bind(own.ProcessId).Bind(MachineProcess.OwnBegan).Bind(own.BootId)
                .Bind(beginning.Version).Bind(beginning.Address).Bind(Instant.Of(now)).Bind(Instant.Of(database.Now)),
            row => row.Number(0));
    }

    /// <summary>Says that it lives; false = it has stopped, or another one found it dead.</summary>
    public static bool Renew(ILedgerDatabase database, StatementCache statements, long service) => LedgerRows.All(
        statements["update_service_renewed"].Bind(service).Bind(Instant.Of(database.Now)),
        row => row.Number(0)).Count > 0;

    public static bool Stop(StatementCache statements, long service, DateTimeOffset now) => LedgerRows.All(
        statements["update_service_stopped"].Bind(service).Bind(Instant.Of(now)), row => row.Number(0)).Count > 0;

    /// <summary>Those that have not stopped, by their numbers.</summary>
    public static IReadOnlyList<ServiceRecord> NotStopped(
        ILedgerDatabase database, StatementCache statements, string environment)
    {
        var now = database.Now;
        return LedgerRows.All(
            statements["select_services_not_stopped"].Bind(environment), row => Row(row, now, database.HasSessions));
    }

    /// <summary>All of them, newest first.</summary>
    public static IReadOnlyList<ServiceRecord> All(
        ILedgerDatabase database, StatementCache statements, string? environment, int limit)
    {
        var now = database.Now;
        return LedgerRows.All(
            statements["select_services"].Bind(environment).Bind(limit), row => Row(row, now, database.HasSessions));
    }

    private static ServiceRecord Row(Statement row, TimeSpan now, bool hasSessions)
    {
        var origin = new RunOrigin(row.Text(3), row.Text(4), (int)row.Number(5), row.Text(7));
        // The clock of a file begins with the machine.
        var isOfNow = hasSessions || MachineProcess.BootOf(origin) == MachineProcess.BootOf(MachineProcess.Own);
        return new ServiceRecord
        {
            Number = row.Number(0),
            Solution = row.Text(1),
            Environment = row.Text(2),
            Origin = origin,
            Version = row.Text(8),
            Address = row.Text(9),
            Started = Instant.At(row.Number(10)),
            SilentFor = isOfNow ? now - Instant.Duration(row.Number(11)) : null,
            Stopped = Instant.AtOrNull(row.NumberOrNull(12)),
            Process = isOfNow ? MachineProcess.Of(origin, row.Number(6)) : HolderProcess.Gone,
        };
    }
}
