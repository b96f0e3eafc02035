namespace Orchestrator.Data.MariaDb;

/// <summary>What a session is told at its start, how a transaction begins and ends, and how it is stopped.</summary>
internal static class MariaDbSession
{
    /// <summary>
    /// Begins a transaction that writes. Without autocommit, what comes behind a transaction that the server has ended
    /// of itself is not committed; and the savepoint is gone with it, which the commit finds out.
    /// </summary>
    public const string BeginText = "SET autocommit = 0; START TRANSACTION; SAVEPOINT orchestrator_begun";

    /// <summary>Commits, in one exchange that ends at its first failure.</summary>
    public const string CommitText = "RELEASE SAVEPOINT orchestrator_begun; COMMIT; SET autocommit = 1";

    /// <summary>Takes back what is open, whichever transaction it is.</summary>
    public const string RollbackText = "ROLLBACK; SET autocommit = 1";

    /// <summary>Takes a KILL QUERY that came late, in the place of what matters.</summary>
    public const string Nothing = "DO 0";

    /// <summary>
    /// The rules by which the driver's statements are written, and no time-out of the server's in the middle of a load.
    /// They can be told again within a transaction, which they do not end. DEFAULT would be what the server has for all
    /// sessions, but for what is shown of system-versioned tables: there it is the rows as they are now.
    /// </summary>
    public const string Rules =
        "SET NAMES utf8mb4; SET SESSION "
        + "sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,"
        + "NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00', innodb_strict_mode = 0, "
        + "default_storage_engine = InnoDB, foreign_key_checks = 1, unique_checks = 1, check_constraint_checks = 1, "
        + "system_versioning_asof = DEFAULT, sql_safe_updates = 0, sql_auto_is_null = 0, "
        + "sql_select_limit = 18446744073709551615, sql_big_selects = 1, group_concat_max_len = 1048576, "
        // Values are sorted, also for window functions, by that many of their bytes.
        + "max_sort_length = 65536, sort_buffer_size = 16777216, "
        + "max_statement_time = 0, wait_timeout = 31536000, "
        + "net_read_timeout = 31536000, net_write_timeout = 31536000, idle_transaction_timeout = 0, "
        + "idle_write_transaction_timeout = 0, idle_readonly_transaction_timeout = 0";

    // What would end a transaction, or change how it ends.
    private const string Settings = Rules + "; SET SESSION completion_type = NO_CHAIN, autocommit = 1";

    // Whole tables are joined by hash where no index is there, and by it where one is (below 5 the server would hash
    // there, too). Who waits for a row waits until he is stopped, but where nobody would find two that wait for each
    // other.
    private const string Writing =
        ", join_cache_level = 8, join_buffer_size = 33554432, join_buffer_space_limit = 67108864, "
        + "innodb_lock_wait_timeout = IF(@@innodb_deadlock_detect, 100000000, 50); "
        + "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE";

    private const string Reading = "; SET SESSION TRANSACTION READ ONLY";

    // Definitions: who waits for a table holds up all that come behind, so that each try is short.
    private const string Defining = "; SET SESSION lock_wait_timeout = 1";

    /// <summary>What a session is told at its start.</summary>
    public static string SetUp(bool isTarget) => Settings + (isTarget ? Writing : Reading);

    /// <summary>What a second session is told, which makes and removes tables for one that writes.</summary>
    public static string SetUpBeside => SetUp(isTarget: true) + Defining;

    /// <summary>What begins a transaction that cannot write.</summary>
    public static string BeginReading(ReadIsolation isolation) => isolation switch
    {
        ReadIsolation.Snapshot or ReadIsolation.RepeatableRead =>
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
        ReadIsolation.ReadUncommitted =>
            "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED; START TRANSACTION READ ONLY",
        _ => "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; START TRANSACTION READ ONLY",
    };

    /// <summary>Stops the statement that a session is at.</summary>
    public static string Stop(long session) => $"KILL QUERY {session}";

    public static string End(long session) => $"KILL CONNECTION {session}";
}
