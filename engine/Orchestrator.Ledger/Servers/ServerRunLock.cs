using System.Data;
using System.Data.Common;
using Orchestrator.Data;

namespace Orchestrator.Ledger.Servers;

/// <summary>
/// The right to run a batch in an environment: a lock of the database, held by a session of its own. It ends with the
/// session, so that its being free means that the run is dead.
/// </summary>
internal sealed class ServerRunLock : RunLock
{
    private const int LockSeconds = 5;

    private readonly ILedgerServer _server;
    private readonly DatabaseAddress _address;
    private readonly Lock _gate = new();
    private ServerDatabase _session;

    private ServerRunLock(
        ILedgerServer server, DatabaseAddress address, ServerDatabase session, string batch, string environment)
        : base(batch, environment) => (_server, _address, _session) = (server, address, session);

    public static ServerRunLock? TryAcquire(
        ILedgerServer server, DatabaseAddress address, string batch, string environment) =>
        Take(server, address, batch, environment) is { } session
            ? new ServerRunLock(server, address, session, batch, environment)
            : null;

    /// <summary>Whether a session holds it.</summary>
    public static bool IsTaken(ServerDatabase database, string batch, string environment) =>
        Ask(database, "lock_is_held", batch, environment);

    public override bool Renew()
    {
        lock (_gate)
        {
            if (IsOurs())
            {
                return true;
            }

            _session.Dispose();
            if (Take(_server, _address, Batch, Environment) is not { } taken)
            {
                return false;
            }

            _session = taken;
            return true;
        }
    }

    public override void Dispose()
    {
        lock (_gate)
        {
            Free();
            _session.Dispose();
        }
    }

    // A server sees some time later that a session has ended: until then nobody would hold it, and nobody else could.
    private void Free()
    {
        if (_session.Connection.State != ConnectionState.Open)
        {
            return;
        }

        try
        {
            Ask(_session, "free_lock", Batch, Environment);
        }
        catch (Exception fault) when (fault is DbException or InvalidOperationException or IOException)
        {
            // The session is gone, and the lock with it.
        }
    }

    private bool IsOurs()
    {
        try
        {
            return Ask(_session, "lock_is_ours", Batch, Environment);
        }
        catch (Exception fault) when (fault is DbException or InvalidOperationException or IOException)
        {
            return false;
        }
    }

    private static ServerDatabase? Take(
        ILedgerServer server, DatabaseAddress address, string batch, string environment)
    {
        var session = new ServerDatabase(server, address) { PatienceSeconds = LockSeconds };
        try
        {
            session.Execute(server.Sql.Of("server/lock_session"));
            if (Ask(session, "try_lock", batch, environment))
            {
                return session;
            }
        }
        catch
        {
            session.Dispose();
            throw;
        }

        session.Dispose();
        return null;
    }

    private static bool Ask(ServerDatabase database, string name, string batch, string environment) => database.Ask(
        name,
        row => row.Number(0),
        statement => database.Server.BindLock(statement, $"{batch}\n{environment}")) > 0;
}
