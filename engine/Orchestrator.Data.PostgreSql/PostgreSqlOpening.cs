using Npgsql;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Opens sessions. What the commits of one that writes wait for is its caller's to say, and not the database's, which
/// others may have relaxed: where it begins otherwise it is told at its start, which costs its transactions nothing;
/// where a pooler refuses or ignores that, with each BEGIN.
/// </summary>
internal static class PostgreSqlOpening
{
    // What poolers say of start-up options that they do not know.
    private static readonly string[] Refusals = ["08P01", "0A000"];

    /// <summary>Connects as a package does.</summary>
    public static PostgreSqlDatabase Open(PostgreSqlPlatform platform, DatabaseAddress address, DatabaseUse use)
    {
        if (use is { IsTarget: true, IsRelaxed: true })
        {
            return OpenTold(platform, address, use, PostgreSqlDurabilityDialect.Relaxed);
        }

        var database = Connected(platform, address, use);
        if (!use.IsTarget || !IsRelaxed(database))
        {
            return database;
        }

        database.Dispose();
        return OpenTold(platform, address, use, PostgreSqlDurabilityDialect.Durable);
    }

    /// <summary>
    /// Connects as others do, so that what their sessions begin with can be seen; what it commits itself is on disk.
    /// </summary>
    public static PostgreSqlDatabase OpenToLook(
        PostgreSqlPlatform platform, DatabaseAddress address, DatabaseUse use)
    {
        var database = Connected(platform, address, use with { IsTarget = true, IsRelaxed = false });
        database.CommitSetting = PostgreSqlDurabilityDialect.Durable;
        return database;
    }

    /// <summary>A session was opened anew, and its database may have been relaxed since the first.</summary>
    public static void TellAgain(PostgreSqlDatabase database)
    {
        if (database.Use is { IsTarget: true, IsRelaxed: false })
        {
            database.CommitSetting = PostgreSqlDurabilityDialect.Durable;
        }
    }

    private static PostgreSqlDatabase OpenTold(
        PostgreSqlPlatform platform, DatabaseAddress address, DatabaseUse use, string setting)
    {
        PostgreSqlDatabase database;
        try
        {
            database = Connected(platform, address, use, PostgreSqlDurabilityDialect.Option(setting));
        }
        catch (PostgresException refused) when (Refusals.Contains(refused.SqlState))
        {
            database = Connected(platform, address, use);
        }

        database.CommitSetting = IsRelaxed(database) == use.IsRelaxed ? null : setting;
        return database;
    }

    private static bool IsRelaxed(PostgreSqlDatabase database)
    {
        try
        {
            return database.Number(PostgreSqlDurabilityDialect.IsRelaxed) > 0;
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    private static PostgreSqlDatabase Connected(
        PostgreSqlPlatform platform, DatabaseAddress address, DatabaseUse use, string options = "") =>
        ServerSession.Connected(new PostgreSqlDatabase(
            platform, address, use, PostgreSqlAddress.Complete(address, use.Application, options)));
}
