namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Brings the log to disk, for all databases of the server alike. A commit that has written nothing flushes nothing, so
/// that this one writes a message into the log; and what counts is how far the log then is on disk.
/// </summary>
internal static class PostgreSqlFlush
{
    /// <exception cref="IOException">The server did not do it.</exception>
    public static void Run(PostgreSqlDatabase database, CancellationToken cancellation)
    {
        var position = database.Ask(PostgreSqlScripts.Read("flush_from")).First[0];
        CrashPoint.Around(
            "postgresql.flush", () => OwnTable.Commit(database, PostgreSqlScripts.Read("flush"), cancellation));
        if (database.Number(PostgreSqlScripts.Read("is_flushed"), ("position", position)) == 0)
        {
            throw new IOException(
                "PostgreSQL committed, and its log is not on disk up to where it was before. See the server's log.");
        }
    }
}
