using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Connections to a server: what they need, and what does nothing there.</summary>
internal sealed class ServerConnectionTests
{
    private const string Good = "platform: PostgreSql, connectionString: \"Host=db;Password=${secret:PW}\"";

    [TestCase(Good)]
    [TestCase("platform: SqlServer, connectionString: \"Server=db;Password=${env:HOME}\", isolation: snapshot")]
    [TestCase("platform: PostgreSql, connectionString: \"${env:HOME}\", isolation: repeatableRead")]
    [TestCase("platform: PostgreSql, connectionString: \"Host=db;Password='${secret:PW}'\"")]
    [TestCase("platform: SqlServer, connectionString: \"${secret:ALL}\", isolation: readUncommitted")]
    public void A_server_is_taken(string connection)
    {
        Assert.That(Codes(connection), Is.Empty);
    }

    [TestCase("platform: PostgreSql", "ORC1014")]
    [TestCase("platform: SqlServer, file: x.db, connectionString: \"${env:HOME}\"", "ORC1038")]
    [TestCase("platform: PostgreSql, folder: data, connectionString: \"${env:HOME}\"", "ORC1038")]
    [TestCase("platform: PostgreSql, connectionString: \"${env:HOME}\", isolation: readUncommitted", "ORC1038")]
    [TestCase("platform: Sqlite, isolation: snapshot", "ORC1038")]
    [TestCase("platform: Files, folder: data, connectionString: \"${env:HOME}\"", "ORC1038")]
    [TestCase("platform: PostgreSql, connectionString: \"Host=db;Password=hunter2\"", "ORC1035")]
    [TestCase("platform: PostgreSql, connectionString: \"Host=db;PSW=hunter2\"", "ORC1035")]
    [TestCase("platform: PostgreSql, connectionString: \"Host=db;Password=${env:NONE:-hunter2}\"", "ORC1035")]
    [TestCase("platform: PostgreSql, connectionString: \"postgresql://me:hunter2@db/x\"", "ORC1052")]
    [TestCase("platform: PostgreSql, connectionString: \"Host=db\", isolation: serializable", "ORC1013")]
    public void What_a_server_lacks_or_cannot_use_is_one_diagnostic(string connection, string code)
    {
        Assert.That(Codes(connection), Is.EqualTo(new[] { code }));
    }

    [Test]
    public void Isolation_is_part_of_the_model()
    {
        var solution = Load($"{Good}, isolation: snapshot").Solution!;

        var connection = solution.Connections.Single(one => one.Name == "Server");

        Assert.That((connection.Platform, connection.Isolation, connection.IsServer),
            Is.EqualTo((Platform.PostgreSql, Isolation.Snapshot, true)));
    }

    private static IEnumerable<string> Codes(string connection) =>
        Load(connection).Diagnostics.Select(diagnostic => diagnostic.Code);

    private static LoadedSolution Load(string connection)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Staging, platform: Sqlite}
              - {connection: Server, {{connection}}}
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - {project: Staging, source: Staging, target: Staging, objects: [{object: a, kind: sql, sql: select 1}]}
            """);
        return SolutionLoader.Load(folder.Path);
    }
}
