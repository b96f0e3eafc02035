using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>Ends what a run that has died left on a server.</summary>
internal static class SqlServerSessions
{
    private const int PatienceSeconds = 10;
    private const string Right = "ALTER ANY CONNECTION";

    /// <summary>Tells all sessions of that name to end, and those whose name begins with it.</summary>
    public static SessionsLeft End(DatabaseAddress address, DatabaseUse use, string name)
    {
        using var connection = new SqlConnection(SqlServerAddress.Complete(address, use.Application));
        connection.Open();
        return new SessionsLeft(
            [.. Find(connection, name).Select(found => new SessionLeft(
                $"session {found.Session} ({found.Name})", End(connection, found.Session, name) ? null : Right))],
            SeesOthers(connection) ? null : SqlServerVisibility.Of(connection, PatienceSeconds).Needed);
    }

    private static bool SeesOthers(SqlConnection connection)
    {
        using var command = Command(connection, "sees_sessions");
        return command.ExecuteScalar() is 1;
    }

    private static List<(int Session, string Name)> Find(SqlConnection connection, string name)
    {
        using var command = Command(connection, "sessions_left", ("name", name));
        return command.Rows(row => (row.GetInt32(0), row.GetString(1)));
    }

    private static bool End(SqlConnection connection, int session, string name)
    {
        try
        {
            using var command = Command(connection, "end_session", ("session", session), ("name", name));
            command.ExecuteNonQuery();
            return true;
        }
        catch (SqlException refused) when (SqlServerVisibility.IsRefused(refused) || refused.Number is 6102)
        {
            return false;
        }
        catch (SqlException gone) when (gone.Number is 6106)
        {
            // It has ended by itself meanwhile.
            return true;
        }
    }

    private static SqlCommand Command(
        SqlConnection connection, string script, params IReadOnlyList<(string Name, object? Value)> values)
    {
        var command = SqlServerCommands.Make(connection, null, SqlServerScripts.Read(script), values);
        command.CommandTimeout = PatienceSeconds;
        return command;
    }
}
