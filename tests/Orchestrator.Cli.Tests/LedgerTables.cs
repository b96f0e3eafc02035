using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests;

/// <summary>The ledger of a solution, asked by SQL of the tests' own.</summary>
internal static class LedgerTables
{
    /// <summary>The rows, their values joined by " | ".</summary>
    public static List<string> Rows(string solution, string sql)
    {
        using var ledger = Open(solution);
        return Rows(ledger, sql);
    }

    /// <summary>Changes the ledger behind the command's back.</summary>
    public static void Execute(string solution, string sql)
    {
        using var ledger = Open(solution, SqliteOpenMode.ReadWrite);
        using var command = ledger.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    /// <summary>SQL that says that a run had to do with the durability of a database; "NULL" = not changed.</summary>
    public static string Scope(int run, string connection, string state, string changed) =>
        $"INSERT INTO scopes VALUES (NULL, {run}, 1, '{connection}', 'PostgreSQL', '', '', '', '', '', '', '{state}', "
        + $"1, {changed}, NULL, 3, '')";

    public static SqliteConnection Open(string solution, SqliteOpenMode mode = SqliteOpenMode.ReadOnly)
    {
        var ledger = new SqliteConnection(
            $"Data Source={Path.Combine(solution, ".orchestrator", "ledger.db")};Mode={mode};Pooling=False");
        ledger.Open();
        return ledger;
    }

    public static List<string> Rows(SqliteConnection ledger, string sql)
    {
        using var command = ledger.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            var values = new object[reader.FieldCount];
            reader.GetValues(values);
            rows.Add(string.Join(" | ", values));
        }

        return rows;
    }
}
