using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests;

/// <summary>A database file below a solution's own folder of data, behind the command's back.</summary>
internal static class DataFile
{
    public static string PathOf(string solution, string file) => Path.Combine(solution, ".orchestrator", "data", file);

    public static List<string> Rows(string solution, string file, string sql)
    {
        using var connection = Opened(solution, file);
        return LedgerTables.Rows(connection, sql);
    }

    /// <summary>Has the engine make it, which writes no file of others.</summary>
    public static void Make(string solution, string file, string sql)
    {
        var made = Path.Combine(solution, "made");
        Directory.CreateDirectory(made);
        File.WriteAllText(Path.Combine(made, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Made
            connections:
              - {connection: Lite, platform: Sqlite, connectionString: "Data Source={{PathOf(solution, file)}}"}
            batches: [{batch: Nightly, projects: [P]}]
            projects: [{project: P, target: Lite, objects: [{object: made, kind: sql, sql: "{{sql}}"}]}]
            """);
        var called = Called.With(made, "run", "-q");
        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Directory.Delete(made, recursive: true);
    }

    public static void Execute(string solution, string file, string sql)
    {
        using var connection = Opened(solution, file);
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // Of a test.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }

    /// <summary>Copies it whole, be it a ledger or a stage: what is in its log goes into the file first.</summary>
    public static void Copy(string from, string to)
    {
        using (var connection = new SqliteConnection($"Data Source={from};Pooling=False"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "pragma wal_checkpoint(truncate)";
            command.ExecuteNonQuery();
        }

        Array.ForEach(["-wal", "-shm"], end => File.Delete(to + end));
        File.Copy(from, to, overwrite: true);
    }

    private static SqliteConnection Opened(string solution, string file)
    {
        var path = PathOf(solution, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        var connection = new SqliteConnection($"Data Source={path};Pooling=False");
        connection.Open();
        return connection;
    }
}
