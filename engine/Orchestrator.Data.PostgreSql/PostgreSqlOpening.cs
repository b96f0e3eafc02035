using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Opens sessions, each with what its commits shall wait for. Relaxed is what a session is told at its start, which
/// costs its transactions nothing; poolers that refuse or ignore that are told with each BEGIN.
/// </summary>
internal static class PostgreSqlOpening
{
    // What poolers say of start-up options that they do not know.
    private static readonly string[] Refusals = ["08P01", "0A000"];

    /// <summary>Connects as a package does.</summary>
    public static PostgreSqlDatabase Open(PostgreSqlPlatform platform, DatabaseAddress address, DatabaseUse use) =>
        use is { IsTarget: true, IsRelaxed: true }
            ? OpenRelaxed(platform, address, use)
            : Connected(platform, address, use);

    /// <summary>Connects so that what is committed is on disk, whatever the server, database or role says.</summary>
    public static PostgreSqlDatabase OpenDurable(
        PostgreSqlPlatform platform, DatabaseAddress address, DatabaseUse use)
    {
        var database = Open(platform, address, use with { IsTarget = true, IsRelaxed = false });
        database.CommitSetting = [PostgreSqlDurabilityDialect.CommitDurably];
        return database;
    }

    private static PostgreSqlDatabase OpenRelaxed(
        PostgreSqlPlatform platform, DatabaseAddress address, DatabaseUse use)
    {
        PostgreSqlDatabase database;
        try
        {
            database = Connected(platform, address, use, PostgreSqlDurabilityDialect.Option);
        }
        catch (PostgresException refused) when (Refusals.Contains(refused.SqlState))
        {
            database = Connected(platform, address, use);
        }

        database.CommitSetting = database.Number(PostgreSqlDurabilityDialect.IsRelaxed) > 0
            ? []
            : [PostgreSqlDurabilityDialect.CommitRelaxed];
        return database;
    }

    private static PostgreSqlDatabase Connected(
        PostgreSqlPlatform platform, DatabaseAddress address, DatabaseUse use, string options = "")
    {
        var database = new PostgreSqlDatabase(
            platform, address, use, PostgreSqlAddress.Complete(address, use.Application, options));
        try
        {
            use.Cancellation.ThrowIfCancellationRequested();
            database.Connect();
            return database;
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }
}
