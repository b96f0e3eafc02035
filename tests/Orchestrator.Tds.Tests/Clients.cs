using Microsoft.Data.SqlClient;

namespace Orchestrator.Tds.Tests;

/// <summary>Short ways to talk to a server with the real client.</summary>
internal static class Clients
{
    public static SqlConnection Open(this TdsServer server)
    {
        var connection = new SqlConnection(server.ConnectionString);
        connection.Open();
        return connection;
    }

    public static SqlCommand Command(this SqlConnection connection, string sql)
    {
        var command = connection.CreateCommand();
        command.CommandText = sql;
        return command;
    }

    public static object? Ask(this SqlConnection connection, string sql)
    {
        using var command = connection.Command(sql);
        return command.ExecuteScalar();
    }
}
