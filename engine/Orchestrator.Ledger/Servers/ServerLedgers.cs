using Orchestrator.Data;

namespace Orchestrator.Ledger.Servers;

/// <summary>Ledgers in the databases of a server.</summary>
internal sealed class ServerLedgers(ILedgerServer server) : ILedgerPlatform
{
    public ILedgerDatabase OpenForWriting(LedgerLocation location, TimeProvider time, LedgerWait wait) =>
        Open(location, database =>
        {
            wait.Cancellation.ThrowIfCancellationRequested();
            if (database.Ask("refusal", row => row.Text(0)) is { } why)
            {
                throw new LedgerException(LedgerCodes.Unsuitable,
                    $"The database of '{location.Name}' cannot hold a ledger: {why}. Put the ledger elsewhere, or have "
                    + "that changed.");
            }

            ServerSchema.BringUpToDate(database, location, time, wait);
            return true;
        })!;

    public ILedgerDatabase? OpenForReading(LedgerLocation location, TimeProvider time) =>
        Open(location, database => ServerSchema.Version(database, location) switch
        {
            0 => false,
            var version when version == LedgerSql.Version => true,
            var version => throw new LedgerException(LedgerCodes.Older,
                $"The schema of the ledger '{location.Name}' is {version}, and this version reads {LedgerSql.Version}. "
                + "Run `orchestrator ledger migrate`, or anything: a run migrates it as well."),
        });

    public long VersionOf(LedgerLocation location, TimeProvider time)
    {
        var version = 0L;
        using var database = Open(location, opened => (version = ServerSchema.Version(opened, location)) >= 0);
        return version;
    }

    public RunLock? TryLock(LedgerLocation location, string batch, string environment) =>
        Guarded(location, () => ServerRunLock.TryAcquire(server, location.Server!, batch, environment));

    public bool IsLocked(LedgerLocation location, string batch, string environment) => Guarded(location, () =>
    {
        using var database = new ServerDatabase(server, location.Server!);
        return ServerRunLock.IsTaken(database, batch, environment);
    });

    public long EndSessions(LedgerLocation location, string session) => Guarded(location, () =>
    {
        using var database = new ServerDatabase(server, location.Server!);
        return database.Ask("end_sessions", row => row.Number(0), statement => statement.Bind(session));
    });

    public string? Explain(Exception error) => server.Platform.Explain(error) is { } fault
        ? $"{fault.Text.TrimEnd('.')}. {fault.Advice}".TrimEnd()
        : null;

    /// <summary>Platform, server and database of an address.</summary>
    public string PlaceOf(DatabaseAddress address)
    {
        try
        {
            var place = server.Platform.PlaceOf(address);
            return $"{server.Platform.Name} {place.Server} {place.Database}";
        }
        catch (Exception fault) when (server.Platform.Explain(fault) is not null)
        {
            return $"{server.Platform.Name} {address.Connection}";
        }
    }

    private ServerDatabase? Open(LedgerLocation location, Func<ServerDatabase, bool> isWanted) =>
        Guarded(location, () =>
        {
            var database = new ServerDatabase(server, location.Server!);
            try
            {
                if (isWanted(database))
                {
                    return database;
                }
            }
            catch
            {
                database.Dispose();
                throw;
            }

            database.Dispose();
            return null;
        });

    private static T Guarded<T>(LedgerLocation location, Func<T> work) =>
        LedgerFaults.Guarded(location, work, LedgerFaults.CannotOpen);
}
