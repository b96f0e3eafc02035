using System.Data.Common;
using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>Each database is a file.</summary>
[TestFixture]
internal sealed class ConstructsInSqliteTests : ConstructTests
{
    private static readonly Lazy<byte[]> Made = new(Make);

    protected override string Platform => "Sqlite";

    protected override string Place(string connection) => $"platform: Sqlite\nfile: {connection}.db";

    protected override DbConnection Session(ConstructNight night, string connection)
    {
        var file = Path.Combine(night.Folder, ".orchestrator", "data", $"{connection}.db");
        if (!File.Exists(file))
        {
            Begin(file);
        }

        return new SqliteConnection($"Data Source={file};Pooling=False");
    }

    // A night writes into files alone that the engine has made.
    private static void Begin(string file) => File.WriteAllBytes(file, Made.Value);

    private static byte[] Make()
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Made
            connections: [{connection: Db, platform: Sqlite, file: Db.db}]
            batches: [{batch: Nightly, projects: [P]}]
            projects:
              - project: P
                target: Db
                objects: [{object: made, kind: sql, sql: create table made (a int)}]
            """);
        var run = Called.With(folder.Path, [], false, "run");
        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        // Its pages may stand in the log beside it.
        var whole = Path.Combine(folder.Path, "whole.db");
        Execute(Path.Combine(folder.Path, ".orchestrator", "data", "Db.db"), $"VACUUM INTO '{whole}'");
        Execute(whole, "PRAGMA journal_mode = WAL");
        return File.ReadAllBytes(whole);
    }

    private static void Execute(string file, string sql)
    {
        using var session = new SqliteConnection($"Data Source={file};Pooling=False");
        session.Open();
        using var command = session.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
