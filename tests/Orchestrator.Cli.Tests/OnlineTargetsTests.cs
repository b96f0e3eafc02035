using Npgsql;

namespace Orchestrator.Cli.Tests;

/// <summary>`validate --online` finds nothing wrong with the tables that runs have made, whatever their kind.</summary>
internal sealed class OnlineTargetsTests
{
    [Test]
    public void What_each_kind_of_load_has_made_is_what_it_wants(
        [Values("Sqlite", "PostgreSql")] string platform,
        [Values(
            "kind: scd", "kind: scd, scd: {deletes: flag, surrogateKey: number}",
            "kind: scd, scd: {engine: dataflow, deletes: close, openEnd: \"9999-12-31\"}",
            "kind: absorb, absorb: {runOnce: true}", "load: {pattern: Merge}", "load: {pattern: Append}")] string load)
    {
        using var folder = new TemporaryFolder();
        var isServer = platform == "PostgreSql";
        var name = "targets_" + Guid.NewGuid().ToString("n")[..8];
        if (isServer)
        {
            using var server = new NpgsqlConnection(Server.Cluster.ConnectionString());
            server.Open();
            using var make = new NpgsqlCommand($"CREATE DATABASE {name}", server);
            make.ExecuteNonQuery();
        }

        var database = isServer ? ", connectionString: \"${env:ONLINE_TARGETS}\"" : "";
        folder.Write("data/kv.csv", "k,v\n1,10\n2,20\n");
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Targets
            connections:
              - {connection: Files, platform: Files, folder: data}
              - {connection: D, platform: {{platform}}, stage: LND{{database}}}
            batches:
              - {batch: Nightly, projects: [P]}
            projects:
              - project: P
                source: Files
                target: D
                objects:
                  - {object: kv, {{load}}, source: {file: kv.csv},
                     columns: [{column: k, dataType: int, key: 1}, {column: v, dataType: int}]}
            """);
        Called Call(params string[] arguments) => Called.With(
            folder.Path, new() { ["ONLINE_TARGETS"] = Server.Cluster.ConnectionString(name) }, false, arguments);

        var ran = Call("run");
        var looked = Call("validate", "--online");

        Assert.That(ran.ExitCode, Is.Zero, ran.Out);
        Assert.That(looked.ExitCode, Is.Zero, looked.Out);
        Assert.That(looked.Out, Does.Not.Contain("ORC3513"));
    }
}
