using Microsoft.Data.Sqlite;
using Orchestrator.Ledger;

namespace Orchestrator.Service.Tests;

/// <summary>Changes a ledger behind the back of all.</summary>
internal static class LedgerChange
{
    /// <summary>Runs a statement, in which $text stands for the text.</summary>
    public static void Run(LedgerLocation ledger, string sql, string text = "")
    {
        using var connection = new SqliteConnection($"Data Source={ledger.File};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.Parameters.AddWithValue("$text", text);
        command.ExecuteNonQuery();
    }
}
