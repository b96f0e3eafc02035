using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>An application lock of a session, which ends with it at the latest.</summary>
internal sealed class SqlServerApplicationLock : IDisposable
{
    private const int Deadlock = -3;

    private readonly SqlServerDatabase _database;
    private readonly string _name;

    private SqlServerApplicationLock(SqlServerDatabase database, string name) =>
        (_database, _name) = (database, name);

    /// <summary>Takes it; null = another session has it.</summary>
    public static SqlServerApplicationLock? Try(SqlServerDatabase database, string name)
    {
        var code = Call(
            database, "sp_getapplock", ("Resource", name), ("LockMode", "Exclusive"), ("LockOwner", "Session"),
            ("LockTimeout", 0L));
        return code switch
        {
            >= 0 => new SqlServerApplicationLock(database, name),
            >= Deadlock => null,
            _ => throw new InvalidOperationException($"sp_getapplock does not take what it was called with ({code})"),
        };
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            Call(_database, "sp_releaseapplock", ("Resource", _name), ("LockOwner", "Session"));
        }
        catch (Exception fault) when (fault is SqlException or InvalidOperationException)
        {
            // The session is over, and the lock with it.
        }
    }

    private static int Call(
        SqlServerDatabase database, string procedure, params IReadOnlyList<(string, object?)> arguments) =>
        database.Call(new ProcedureCall(new TableName("sys", procedure), arguments)).ReturnCode ?? 0;
}
