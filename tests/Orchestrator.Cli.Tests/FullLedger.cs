namespace Orchestrator.Cli.Tests;

/// <summary>A solution of many packages, of which a few fail, and a ledger with many runs of them.</summary>
internal static class FullLedger
{
    // Each run again with other numbers; attempts are numbered over all runs.
    private const string Multiply = """
        with recursive n(i) as (select 2 union all select i + 1 from n where i < $runs)
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
        insert into nodes (run, node, kind, name, parent, package_kind, hash, state, since, why, purpose,
            last_attempt)
        select r.run, node, kind, name, parent, package_kind, hash, state, since, why, purpose,
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

    /// <summary>Writes the solution, runs it once, and has the ledger say that it ran so often.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="packages">How many packages.</param>
    /// <param name="runs">How many runs.</param>
    /// <param name="triggers">What fires the batch, as YAML.</param>
    public static void Make(TemporaryFolder folder, int packages, int runs, string triggers = "[]")
    {
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Full
            connections: [{connection: Stage, platform: Sqlite}]
            batches: [{batch: Nightly, projects: [Night], triggers: {{triggers}}}]
            projects: [{project: Night, target: Stage}]
            """);
        for (var i = 0; i < packages; i++)
        {
            var sql = i % 200 == 100 ? "select * from nowhere" : "select 1";
            folder.Write($"projects/Night/objects/p{i:000}.yaml", $"object: p{i:000}\nkind: sql\nsql: {sql}\n");
        }

        Assert.That(Called.With(folder.Path, "run", "-q").ExitCode, Is.EqualTo(1));
        LedgerTables.Execute(folder.Path, Multiply.Replace("$runs", $"{runs}"));
        Assert.That(LedgerTables.Rows(folder.Path, "select count(*) from runs"), Is.EqualTo(new[] { $"{runs}" }));
    }
}
