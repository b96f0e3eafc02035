using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

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

    /// <summary>Copies rows in bulk; the columns of the source take the types of the first row.</summary>
    public static void Load(this SqlConnection to, string table, string[] columns, params object[][] rows)
    {
        using var source = new DataTable();
        foreach (var (index, column) in columns.Index())
        {
            source.Columns.Add(column, rows[0][index].GetType());
        }

        foreach (var row in rows)
        {
            source.Rows.Add(row);
        }

        using var copy = new SqlBulkCopy(to) { DestinationTableName = table };
        copy.WriteToServer(source);
    }
}
