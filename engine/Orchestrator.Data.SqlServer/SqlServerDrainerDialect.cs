using Orchestrator.Data.Absorb;

namespace Orchestrator.Data.SqlServer;

/// <summary>Drainers in SQL Server. A number of a session comes again: only with its begin it is one session.</summary>
internal sealed class SqlServerDrainerDialect(SqlServerDialect dialect) : DrainerDialect(dialect)
{
    private const string Name = "CONCAT(session_id, N' of ', CONVERT(nvarchar(23), login_time, 121))";

    public override string IsHeld =>
        $"SELECT (SELECT count(*) FROM {Unlocked} WHERE {Row}) - (SELECT count(*) FROM "
        + $"{dialect.Quote(Table)} WITH (UPDLOCK, ROWLOCK, {SqlServerDialect.PassingBy}) WHERE {Row})";

    public override string Session => $"SELECT {Name} FROM sys.dm_exec_sessions WHERE session_id = @@SPID";

    public override string EndSession =>
        "DECLARE @kill nvarchar(40) = (SELECT CONCAT(N'KILL ', session_id) FROM sys.dm_exec_sessions "
        + $"WHERE {Name} = @session AND status = N'sleeping' AND open_transaction_count > 0 "
        + "AND last_request_end_time < DATEADD(second, -1, GETDATE())) EXEC (@kill)";

    protected override string Unlocked => $"{dialect.Quote(Table)} WITH (NOLOCK)";
}
