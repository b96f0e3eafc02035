namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Brings the log to disk, for all databases of the server alike: where commits do not wait for it, no statement does
/// (FLUSH LOGS neither), but the server itself once a second; so it is looked how far the log was, and waited until it
/// is on disk up to there.
/// </summary>
internal static class MariaDbFlush
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    /// <exception cref="IOException">The server did not do it.</exception>
    /// <exception cref="OperationCanceledException">The token fired.</exception>
    public static void Run(MariaDbDatabase database, CancellationToken cancellation) =>
        CrashPoint.Around("mariadb.flush", () => Await(database, cancellation));

    private static void Await(MariaDbDatabase database, CancellationToken cancellation)
    {
        database.MakeOwnTables();
        // A row of our own: where commits wait for the disk, it takes all that came before along.
        OwnTable.Commit(database, MariaDbScripts.Read("flush"), cancellation);
        var position = database.Texts(MariaDbScripts.Read("flush_from"))[0];
        var began = database.Use.Time.GetTimestamp();
        while (database.Number(MariaDbScripts.Read("is_flushed"), ("position", position)) == 0)
        {
            if (database.Use.Time.GetElapsedTime(began) > Patience)
            {
                throw new IOException(
                    "MariaDB committed, and its log is not on disk up to there after two minutes. See the server's "
                    + "log, and its innodb_flush_log_at_timeout.");
            }

            cancellation.WaitHandle.WaitOne(Pause);
            cancellation.ThrowIfCancellationRequested();
        }
    }
}
