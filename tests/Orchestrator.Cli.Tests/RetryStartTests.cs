using System.Diagnostics;

namespace Orchestrator.Cli.Tests;

/// <summary>How long a retry takes to its first package where the ledger is full; printed.</summary>
[Category("Full")]
[Explicit("makes a ledger of a thousand runs")]
internal sealed class RetryStartTests
{
    private const int Packages = 600;
    private const int Runs = 1000;
    private const int Rounds = 5;

    // Each run again with other numbers; attempts are numbered over all runs.
    private const string Multiply = """
        with recursive n(i) as (select 2 union all select i + 1 from n where i < 1000)
        insert into runs (run, id, solution, batch, environment, plan_hash, gate_slots, processors, git_commit,
            version, host, user_name, process_id, boot_id, started_at, ended_at, verdict, commits, files_hash)
        select i, lower(hex(randomblob(16))), solution, batch, environment, plan_hash, gate_slots, processors,
            git_commit, version, host, user_name, process_id, boot_id, started_at, ended_at, verdict, commits,
            files_hash
        from runs, n where run = 1;
        insert into run_options select r.run, name, value, came_from
        from (select run from runs where run > 1) r, run_options o where o.run = 1;
        insert into run_connections select r.run, connection, platform, server, database_name
        from (select run from runs where run > 1) r, run_connections o where o.run = 1;
        insert into nodes (run, node, kind, name, parent, package_kind, hash, state, since, why, last_attempt)
        select r.run, node, kind, name, parent, package_kind, hash, state, since, why,
            last_attempt + (r.run - 1) * (select count(*) from attempts where run = 1)
        from (select run from runs where run > 1) r, nodes o where o.run = 1;
        insert into transitions (run, sequence, node, attempt, from_state, to_state, why, who, at)
        select r.run, sequence, node, attempt, from_state, to_state, why, who, at
        from (select run from runs where run > 1) r, transitions o where o.run = 1;
        insert into attempts (attempt, run, node, number, state, started_at, ended_at, working, thread)
        select attempt + (r.run - 1) * (select count(*) from attempts where run = 1), r.run, node, number, state,
            started_at, ended_at, working, thread
        from (select run from runs where run > 1) r, attempts o where o.run = 1;
        """;

    [Test]
    public void A_retry_over_a_thousand_runs_of_six_hundred_packages()
    {
        RunningCommand.OnLinuxOnly();
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Full
            connections: [{connection: Stage, platform: Sqlite}]
            batches: [{batch: Nightly, projects: [Night]}]
            projects: [{project: Night, target: Stage}]
            """);
        for (var i = 0; i < Packages; i++)
        {
            var sql = i % 200 == 100 ? "select * from nowhere" : "select 1";
            folder.Write($"projects/Night/objects/p{i:000}.yaml", $"object: p{i:000}\nkind: sql\nsql: {sql}\n");
        }

        Assert.That(Called.With(folder.Path, "run", "-q").ExitCode, Is.EqualTo(1));
        var watch = Stopwatch.StartNew();
        LedgerTables.Execute(folder.Path, Multiply);
        Assert.That(LedgerTables.Rows(folder.Path, "select count(*) from runs"), Is.EqualTo(new[] { $"{Runs}" }));
        TestContext.Out.WriteLine($"the ledger was made in {watch.Elapsed.TotalSeconds:F1} s");
        for (var round = 0; round < Rounds; round++)
        {
            watch.Restart();
            using var retry = new RunningCommand(folder.Path, "retry");
            retry.AwaitLine("start  Night/");
            var first = watch.Elapsed;
            Assert.That(retry.ExitCode(), Is.EqualTo(1), retry.Said);
            Assert.That(retry.Said, Does.Contain("597 packages done, 3 to run"));
            TestContext.Out.WriteLine(
                $"retry {round + 1}: {first.TotalSeconds:F3} s from its call to its first package");
        }
    }
}
