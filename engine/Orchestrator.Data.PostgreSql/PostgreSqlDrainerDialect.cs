using Orchestrator.Data.Absorb;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Drainers in PostgreSQL. A number of a session comes again: only with its begin it is one session.</summary>
internal sealed class PostgreSqlDrainerDialect(PostgreSqlDialect dialect) : DrainerDialect(dialect)
{
    private const string Name =
        "concat(pid, ' of ', to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), ' UTC')";

    public override string IsHeld =>
        $"SELECT (SELECT count(*) FROM {Unlocked} WHERE {Row}) - (SELECT count(*) FROM "
        + $"(SELECT 1 FROM {Unlocked} WHERE {Row} FOR UPDATE SKIP LOCKED) AS taken)";

    public override string Session => $"SELECT {Name} FROM pg_stat_activity WHERE pid = pg_backend_pid()";

    /// <summary>Behind a pooler that lends sessions for a transaction the one that has taken the buffer may serve
    /// others by now.</summary>
    public override string Holder =>
        $"SELECT {Name} FROM pg_stat_activity WHERE backend_start IS NOT NULL AND pid = (SELECT l.pid "
        + "FROM pg_locks AS l WHERE l.locktype = 'transactionid' AND l.granted AND l.transactionid = "
        + $"(SELECT xmax FROM {Unlocked} WHERE {Row}))";

    public override string EndSession =>
        $"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {Name} = @session "
        + "AND state LIKE 'idle in transaction%' AND state_change < clock_timestamp() - interval '1 second'";
}
