using System.Globalization;
using MySqlConnector;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <summary>Opens sessions, tells them what holds for all of them, and refuses servers that cannot be worked with.
/// </summary>
internal static class MariaDbOpening
{
    private const string Brand = "MariaDB";

    private static readonly Version Least = new(10, 11);

    private const string Facts =
        "SELECT coalesce(@@character_set_database, ''), coalesce(@@collation_database, ''), coalesce(("
        + "SELECT COLLATION_NAME FROM information_schema.COLLATIONS WHERE CHARACTER_SET_NAME = 'utf8mb4' "
        + "AND IS_DEFAULT = 'Yes' LIMIT 1), ''), CAST(@@max_allowed_packet AS CHAR), "
        + "CASE WHEN @@log_bin = 1 AND @@binlog_format = 'STATEMENT' THEN 'true' ELSE 'false' END, "
        + "CASE WHEN EXISTS (SELECT 1 FROM information_schema.GLOBAL_VARIABLES WHERE VARIABLE_NAME = 'WSREP_ON' "
        + "AND VARIABLE_VALUE IN ('ON', '1')) THEN 'true' ELSE 'false' END, (" + MariaDbServerFacts.ServerText + "), "
        + "CAST(@@auto_increment_increment AS CHAR)";

    /// <summary>Connects as a package does.</summary>
    public static MariaDbDatabase Open(MariaDbPlatform platform, DatabaseAddress address, DatabaseUse use) =>
        ServerSession.Connected(new MariaDbDatabase(platform, address, use));

    /// <summary>Opens a connection and tells it how it works.</summary>
    /// <param name="connection">The connection, not open yet.</param>
    /// <param name="setUp">What it is told; empty = nothing.</param>
    public static void Connect(MySqlConnection connection, string setUp)
    {
        try
        {
            connection.Open();
        }
        catch (MySqlException fault)
        {
            MariaDbErrors.NoteConnect(fault, connection.ConnectionTimeout);
            throw;
        }

        if (setUp.Length > 0)
        {
            RefuseOthers(connection);
            using var command = MariaDbCommands.Make(connection, setUp, []);
            command.ExecuteNonQuery();
        }
    }

    /// <summary>What has to be known of the server and the database.</summary>
    /// <exception cref="MariaDbServerException">A package cannot write there.</exception>
    public static MariaDbServerFacts Ask(MySqlConnection connection, bool isTarget)
    {
        using var command = MariaDbCommands.Make(connection, Facts, []);
        var found = command.Rows(row => Enumerable.Range(0, row.FieldCount).Select(row.GetString).ToArray())[0];
        if (isTarget)
        {
            RefuseToWrite(hasStatementLog: found[4] == "true", isOfCluster: found[5] == "true", step: found[7]);
        }

        return new MariaDbServerFacts(
            found[0], found[0] == MariaDbServerFacts.AllCharacters ? found[1] : found[2],
            long.Parse(found[3], CultureInfo.InvariantCulture), found[6]);
    }

    /// <summary>Why a server of that version cannot be worked with, as a clause; null where it can.</summary>
    /// <param name="version">What it says of itself: "10.11.19-MariaDB-0+deb12u1".</param>
    public static string? VersionRefusal(string version)
    {
        if (!version.Contains(Brand, StringComparison.OrdinalIgnoreCase))
        {
            return $"the server is no MariaDB (version {version}); nothing was tried with MySQL and its other "
                + "relatives, which lack types and locks that packages need";
        }

        var parts = version.Split('-');
        // Before 11 it told clients of MySQL a version of that first.
        var number = parts[0] == "5.5.5" && parts.Length > 1 ? parts[1] : parts[0];
        return Version.TryParse(number, out var parsed) && parsed < Least
            ? $"the server is MariaDB {number}, and {Least} is the oldest that packages work with"
            : null;
    }

    private static void RefuseToWrite(bool hasStatementLog, bool isOfCluster, string step)
    {
        if (hasStatementLog)
        {
            throw new MariaDbServerException(
                DatabaseFaultClass.Config,
                "the server writes statements into its binary log (binlog_format = STATEMENT), and takes none of a "
                + "transaction that is READ COMMITTED, as those of packages are",
                "Set binlog_format = MIXED or ROW.");
        }

        if (isOfCluster)
        {
            throw new MariaDbServerException(
                DatabaseFaultClass.Config,
                "the server is one of a Galera cluster (wsrep_on), whose commits others may refuse, and whose locks "
                + "hold on one server only",
                "Name a server that stands alone, or read of this one only.");
        }

        if (step != "1")
        {
            throw new MariaDbServerException(
                DatabaseFaultClass.Config,
                $"the server numbers rows in steps of {step} (auto_increment_increment), as one of several does that "
                + "all take changes: its locks hold on one of them only",
                "Name a server that takes changes alone, and numbers in steps of 1.");
        }
    }

    private static void RefuseOthers(MySqlConnection connection)
    {
        using var command = MariaDbCommands.Make(connection, "SELECT version()", []);
        if (VersionRefusal((string)command.ExecuteScalar()!) is { } why)
        {
            throw new MariaDbServerException(
                DatabaseFaultClass.Config, why, $"Name a server of MariaDB from version {Least} on.");
        }
    }
}
