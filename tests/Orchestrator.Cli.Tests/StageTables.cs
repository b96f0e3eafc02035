using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests;

/// <summary>The database that the solution of `init` loads, behind its back.</summary>
internal static class StageTables
{
    public static string[] Rows(string solution, string sql)
    {
        using var connection = Opened(solution);
        return [.. LedgerTables.Rows(connection, sql)];
    }

    public static void Execute(string solution, string sql)
    {
        using var connection = Opened(solution);
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // Of a test.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }

    private static SqliteConnection Opened(string solution)
    {
        var file = Path.Combine(solution, ".orchestrator", "data", "Staging.db");
        var connection = new SqliteConnection($"Data Source={file};Pooling=False");
        connection.Open();
        return connection;
    }
}
