using System.Data.Common;
using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>Each database is a file.</summary>
[TestFixture]
internal sealed class ConstructsInSqliteTests : ConstructTests
{
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

    // A night writes into files alone that the engine has made, which they say of themselves.
    private static void Begin(string file)
    {
        using var session = new SqliteConnection($"Data Source={file};Pooling=False");
        session.Open();
        using var command = session.CreateCommand();
        command.CommandText = "PRAGMA application_id = 1330791236";
        command.ExecuteNonQuery();
    }
}
