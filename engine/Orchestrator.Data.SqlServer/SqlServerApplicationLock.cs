using Orchestrator.Data.Servers;

namespace Orchestrator.Data.SqlServer;

/// <summary>An application lock of a session, which ends with it at the latest.</summary>
internal static class SqlServerApplicationLock
{
    private const int Deadlock = -3;

    /// <summary>Takes it; null = another session has it.</summary>
    public static SessionLock? Try(SqlServerDatabase database, string name)
    {
        var code = Call(
            database, "sp_getapplock", ("Resource", name), ("LockMode", "Exclusive"), ("LockOwner", "Session"),
            ("LockTimeout", 0L));
        return code switch
        {
            >= 0 => new SessionLock(
                database.Platform,
                () => Call(database, "sp_releaseapplock", ("Resource", name), ("LockOwner", "Session"))),
            >= Deadlock => null,
            _ => throw new InvalidOperationException($"sp_getapplock does not take what it was called with ({code})"),
        };
    }

    private static int Call(
        SqlServerDatabase database, string procedure, params IReadOnlyList<(string, object?)> arguments) =>
        database.Call(new ProcedureCall(new TableName("sys", procedure), arguments)).ReturnCode ?? 0;
}
