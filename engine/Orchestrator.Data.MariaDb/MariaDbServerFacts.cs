using System.Globalization;

namespace Orchestrator.Data.MariaDb;

/// <summary>What a session has to know of its server and its database.</summary>
/// <param name="Charset">The character set that tables of the database have where they say none.</param>
/// <param name="MadeCollation">The collation of columns that the engine makes: the database's where that holds every
/// character, else the server's for all characters.</param>
/// <param name="PacketBytesMax">Bytes that one message may have.</param>
/// <param name="Server">What tells the server from others that the same name may lead to, and since when it runs.
/// </param>
internal sealed record MariaDbServerFacts(string Charset, string MadeCollation, long PacketBytesMax, string Server)
{
    /// <summary>Asks for <see cref="Server"/>.</summary>
    public const string ServerText =
        "SELECT concat(@@hostname, ' ', @@port, ' ', @@datadir, ' ', unix_timestamp() - ("
        + "SELECT CAST(VARIABLE_VALUE AS SIGNED) FROM information_schema.GLOBAL_STATUS "
        + "WHERE VARIABLE_NAME = 'UPTIME'))";

    /// <summary>The character set that holds every character.</summary>
    public const string AllCharacters = "utf8mb4";

    // The server counts in whole seconds.
    private const int StartSeconds = 2;

    /// <summary>None are known yet.</summary>
    public static MariaDbServerFacts None { get; } = new("", "", 0, "");

    /// <summary>Whether two answers to <see cref="ServerText"/> are of one server that was not started anew between
    /// them: its sessions are numbered from the beginning then.</summary>
    public static bool IsSame(string one, string other)
    {
        var (first, second) = (Parts(one), Parts(other));
        return first.Place == second.Place && Math.Abs(first.Started - second.Started) <= StartSeconds;
    }

    /// <summary>What stands behind the columns of a table that the engine makes.</summary>
    public string TableOptions =>
        $" ENGINE=InnoDB DEFAULT CHARACTER SET {AllCharacters}"
        + (MadeCollation.Length == 0 ? "" : $" COLLATE {MadeCollation}");

    private static (string Place, long Started) Parts(string server)
    {
        var at = server.LastIndexOf(' ');
        return at < 0 ? (server, 0) : (server[..at], long.Parse(server[(at + 1)..], CultureInfo.InvariantCulture));
    }
}
