using Orchestrator.Core.Leases;
using Orchestrator.Ledger.Columns;
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
        var origin = new RunOrigin(row.Text(ServiceColumns.Host), row.Text(ServiceColumns.UserName),
            (int)row.Number(ServiceColumns.ProcessId), row.Text(ServiceColumns.BootId));
        // The clock of a file begins with the machine.
        var isOfNow = hasSessions || MachineProcess.BootOf(origin) == MachineProcess.BootOf(MachineProcess.Own);
        return new ServiceRecord
        {
            Number = row.Number(ServiceColumns.Service),
            Solution = row.Text(ServiceColumns.Solution),
            Environment = row.Text(ServiceColumns.Environment),
            Origin = origin,
            Version = row.Text(ServiceColumns.Version),
            Address = row.Text(ServiceColumns.Address),
            Started = Instant.At(row.Number(ServiceColumns.StartedAt)),
            SilentFor = isOfNow ? now - Instant.Duration(row.Number(ServiceColumns.RenewedAt)) : null,
            Stopped = Instant.AtOrNull(row.NumberOrNull(ServiceColumns.StoppedAt)),
            Process = isOfNow ? MachineProcess.Of(origin, row.Number(ServiceColumns.ProcessBegan)) : HolderProcess.Gone,
        };
    }
}
