using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <summary>What somebody can do about a failure of MariaDB, as a sentence.</summary>
internal static class MariaDbAdvice
{
    /// <summary>By its number.</summary>
    public static string Of(int number, string? state = null) => number switch
    {
        MariaDbNumbers.Deadlock or MariaDbNumbers.ChangedSince =>
            "Another session was in the way; the package can be tried again.",
        MariaDbNumbers.LockWait => "Another session holds a lock; end it, or let the package try again.",
        MariaDbNumbers.Stopped => "Somebody stopped the statement (KILL QUERY); the package can be tried again.",
        1969 => "`max_statement_time` ended it; raise it for the engine's user.",
        1412 => "The table was changed since the transaction began to read; the package can be tried again.",
        1040 or 1203 or 1226 => "The server has no free connection; raise `max_connections`, or the user's limits, or "
            + "lower `maxConcurrency`.",
        1021 or 1114 => "The server's disk, or the table's room on it, is full; make room and run it again.",
        1044 or 1142 or 1143 or 1227 or 1370 => "Grant the engine's user what it lacks; `orchestrator connections "
            + "grants CONN` prints what it needs.",
        1045 or 1698 => "Correct user name and password of the connection, or the host that the user may come from.",
        1130 or 1129 => "Let the user come from this host, or free the host by FLUSH HOSTS.",
        1049 => "Correct `Database` of the connection string, or make the database.",
        1146 or 1054 or MariaDbNumbers.NoSuchSavepoint => "Correct the name; on Linux names of tables are told apart "
            + "by their case.",
        MariaDbNumbers.Syntax => "Correct the statement.",
        1267 or 1271 => "The texts have different collations; say by COLLATE in which one they are compared.",
        1290 or 1836 => "The server only reads; name one that takes changes.",
        1792 => "The transaction may only read; a source is never written.",
        1665 => "Set binlog_format = MIXED or ROW on the server.",
        1153 => "Raise `max_allowed_packet` of the server; a row has to fit into half of it.",
        1206 => "Raise `innodb_buffer_pool_size` of the server, in which locks are kept, or load fewer rows in one "
            + "transaction (`commitRows`).",
        1118 or 1117 or 1113 => "The columns do not fit into a row: give long text or binary columns length max; "
            + "of those some 200 are the most, so beyond that load fewer columns, or split the table.",
        1071 => "The columns of the key are too long: 3,072 bytes are the most, and a character counts for 4.",
        1148 or 3948 or 4166 => "Set local_infile = ON on the server.",
        1048 => "The column takes no NULL; correct the row, or the column.",
        1062 => "The key is there already; correct the rows, or the constraint.",
        1452 or 1216 => "The row refers to one that is not there; load that one first, or correct the row.",
        1451 or 1217 => "Another row refers to the row; load that table first, or correct the constraint.",
        4025 => "The row breaks a CHECK of the table; correct the row, or the constraint.",
        1366 or 1300 => "The column's character set does not have the character, or the value is no number; correct "
            + "the row, or make the column utf8mb4.",
        1264 or 1406 or 1265 or 1292 or 1690 => "The value does not fit into the column; correct the row, or the "
            + "column.",
        _ => ServerFaults.AdviceOf(MariaDbNumbers.ClassOf(number, state)),
    };
}
