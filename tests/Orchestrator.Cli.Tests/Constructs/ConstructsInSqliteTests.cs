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
        return new SqliteConnection($"Data Source={file};Pooling=False");
    }
}
