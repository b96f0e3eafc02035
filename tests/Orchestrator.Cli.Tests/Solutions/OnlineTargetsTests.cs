using Npgsql;

namespace Orchestrator.Cli.Tests.Solutions;

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
        var (ran, looked) = RunAndLook(platform, load);

        Assert.That(ran.ExitCode, Is.Zero, ran.Out);
        Assert.That(looked.ExitCode, Is.Zero, looked.Out);
        Assert.That(looked.Out, Does.Not.Contain("ORC3513"));
    }

    [TestCase("Sqlite", false)]
    [TestCase("PostgreSql", true)]
    public void Where_refused_rows_would_be_looked_for_without_a_key_a_warning_says_so(string platform, bool isTold)
    {
        var (ran, looked) = RunAndLook(platform, "load: {pattern: Merge}, errors: {onError: redirect}");

        Assert.That(ran.ExitCode, Is.Zero, ran.Out);
        Assert.That(looked.ExitCode, Is.Zero, looked.Out);
        Assert.That(looked.Out.Contains("ORC3523", StringComparison.Ordinal), Is.EqualTo(isTold), looked.Out);
    }

    private static (Called Ran, Called Looked) RunAndLook(string platform, string load)
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

        return (Call("run"), Call("validate", "--online"));
    }
}
