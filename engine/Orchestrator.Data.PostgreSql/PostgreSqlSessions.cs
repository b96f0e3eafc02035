using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Ends what a run that has died left on a server.</summary>
internal static class PostgreSqlSessions
{
    private const int PatienceSeconds = 10;
    private const string Right = "the role pg_signal_backend";

    /// <summary>Tells all sessions of that name to end, and those whose name begins with it.</summary>
    public static SessionsLeft End(DatabaseAddress address, DatabaseUse use, string name)
    {
        using var server = PostgreSqlAddress.Complete(address, use.Application);
        using var connection = server.OpenConnection();
        return new SessionsLeft(
            [.. Find(connection, name).Select(found => new SessionLeft(
                $"session {found.Process} ({found.Name})", End(connection, found.Process, name) ? null : Right))],
            null);
    }

    private static List<(int Process, string Name)> Find(NpgsqlConnection connection, string name)
    {
        using var command = Command(connection, "sessions_left", ("name", name));
        return command.Rows(row => (row.GetInt32(0), row.GetString(1)));
    }

    private static bool End(NpgsqlConnection connection, int process, string name)
    {
        try
        {
            using var command = Command(connection, "end_session", ("session", process), ("name", name));
            command.ExecuteNonQuery();
            return true;
        }
        catch (PostgresException refused) when (refused.SqlState == PostgresErrorCodes.InsufficientPrivilege)
        {
            return false;
        }
    }

    private static NpgsqlCommand Command(
        NpgsqlConnection connection, string script, params IReadOnlyList<(string Name, object? Value)> values)
    {
        var command = PostgreSqlCommands.Make(connection, PostgreSqlScripts.Read(script), values);
        command.CommandTimeout = PatienceSeconds;
        return command;
    }
}
