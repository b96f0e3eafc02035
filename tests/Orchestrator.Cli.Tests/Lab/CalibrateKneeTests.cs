using System.Text;
using System.Text.Json;

namespace Orchestrator.Cli.Tests.Lab;

/// <summary>
/// A server whose best degree is known, in real time and through the runner: up to so many statements at a time each
/// takes as long as alone, and every one more makes all of them half as long again.
/// </summary>
[Explicit("minutes long, in real time; entry calibrate-knee of tests/suites-full")]
[Category("Full")]
internal sealed class CalibrateKneeTests
{
    private const string Variable = "CALIBRATED_SERVER";
    private const int Packages = 36;

    [TestCase(2)]
    [TestCase(6)]
    [TestCase(9)]
    public void The_best_degree_of_a_server_is_found_within_a_step_by_runs_of_a_batch(int best)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", Solution(best));

        var called = Called.With(
            folder.Path, new() { [Variable] = Server.Cluster.ConnectionString() }, false,
            "calibrate", "concurrency", "--gate-max", "16", "--yes", "-o", "json");

        TestContext.Out.WriteLine(called.Error);
        Assert.That(called.ExitCode, Is.Zero, called.Error);
        var found = JsonDocument.Parse(called.Out).RootElement.GetProperty("knee").GetInt32();
        TestContext.Out.WriteLine($"planted {best}, found {found}, {Environment.ProcessorCount} processors");
        Assert.That(found, Is.InRange(best - 1, best + 1));
    }

    private static string Solution(int best)
    {
        var sql = $"SELECT pg_sleep(0.3 * (1 + 0.5 * greatest(0, n - {best}))) FROM (SELECT count(*) AS n "
            + "FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%planted knee%') AS planted";
        var text = new StringBuilder($$"""
            formatVersion: 1
            solution: Planted
            connections:
              - {connection: Dwh, platform: PostgreSql, stage: STG, reloadable: true,
                 connectionString: "${env:{{Variable}}}"}
            batches:
              - {batch: Nightly, projects: [Dwh]}
            projects:
              - project: Dwh
                target: Dwh
                objects:

            """);
        for (var package = 1; package <= Packages; package++)
        {
            text.Append(null, $"      - {{object: p{package:00}, kind: sql, idempotent: true, ")
                .Append(null, $"sql: \"{sql} /* planted knee */\"}}\n");
        }

        return text.ToString();
    }
}
