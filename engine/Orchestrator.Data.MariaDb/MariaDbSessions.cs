using System.Globalization;
using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>Opens further sessions, stops others, and ends what a run that has died left on a server.</summary>
internal static class MariaDbSessions
{
    private const int PatienceSeconds = 10;
    private const string Right = "CONNECTION ADMIN";

    /// <summary>Opens a session.</summary>
    /// <param name="address">Where to.</param>
    /// <param name="use">For whom.</param>
    /// <param name="setUp">What it is told at its start; empty = nothing.</param>
    public static MySqlConnection Open(DatabaseAddress address, DatabaseUse use, string setUp)
    {
        var connection = MariaDbAddress.Connection(address, use.Application);
        try
        {
            MariaDbOpening.Connect(connection, setUp);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Stops what sessions of a server are at; 0 is none. Never throws.</summary>
    public static void Stop(DatabaseAddress address, DatabaseUse use, string server, IEnumerable<long> sessions)
    {
        try
        {
            using var beside = Open(address, use, "");
            using var ask = MariaDbCommands.Make(beside, MariaDbServerFacts.ServerText, []);
            if (ask.ExecuteScalar() is not string found || !MariaDbServerFacts.IsSame(found, server))
            {
                // Somebody else's session has that number there.
                return;
            }

            foreach (var session in sessions.Where(session => session != 0))
            {
                Run(beside, MariaDbSession.Stop(session));
            }
        }
        catch (Exception fault) when (MariaDbErrors.IsOfSession(fault))
        {
            // A server that cannot be asked is one whose connections are lost; who waits for it finds out.
        }
    }

    /// <summary>Tells all sessions of that name to end, and those whose name begins with it.</summary>
    public static SessionsLeft End(DatabaseAddress address, DatabaseUse use, string name)
    {
        using var connection = Open(address, use, MariaDbSession.SetUpBeside);
        try
        {
            var left = new SessionsLeft(
                [.. Find(connection, name).Select(found => new SessionLeft(
                    $"session {found.Session} ({found.Name})", End(connection, found.Session) ? null : Right))],
                null);
            Run(connection, MariaDbScripts.Read("sessions_gone"));
            return left;
        }
        catch (MySqlException none) when (none.Number == MariaDbNumbers.NoSuchTable)
        {
            return SessionsLeft.None;
        }
    }

    private static List<(long Session, string Name)> Find(MySqlConnection connection, string name)
    {
        using var command = MariaDbCommands.Make(
            connection, MariaDbScripts.Read("sessions_left"), [("name", name)]);
        command.CommandTimeout = PatienceSeconds;
        return command.Rows(row => (long.Parse(row.GetString(0), CultureInfo.InvariantCulture), row.GetString(1)));
    }

    private static bool End(MySqlConnection connection, long session)
    {
        try
        {
            Run(connection, MariaDbSession.End(session));
            return true;
        }
        catch (MySqlException gone) when (gone.Number == MariaDbNumbers.NoSuchSession)
        {
            return true;
        }
        catch (MySqlException refused) when (refused.Number == MariaDbNumbers.NotOwner)
        {
            return false;
        }
    }

    private static void Run(MySqlConnection connection, string sql)
    {
        using var command = MariaDbCommands.Make(connection, sql, []);
        command.CommandTimeout = PatienceSeconds;
        command.ExecuteNonQuery();
    }
}
