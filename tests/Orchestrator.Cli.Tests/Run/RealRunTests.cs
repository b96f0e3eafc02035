using Microsoft.Data.Sqlite;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Tests.Run;

/// <summary>Selection, caps and an older ledger in runs that are real.</summary>
internal sealed class RealRunTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before()
    {
        RunningCommand.OnLinuxOnly();
        _solution = new SmallSolution();
        foreach (var (name, after) in new[] { ("a", ""), ("b", "a"), ("c", "b"), ("d", "") })
        {
            _solution.Write($"projects/Staging/objects/{name}.yaml", $"""
                object: {name}
                kind: sql
                sql: |
                  with recursive n(i) as (select 1 union all select i + 1 from n where i < 50000)
                  select count(*) from n
                tags: [chain]
                {(after.Length > 0 ? $"dependsOn: [{after}]" : "")}
                """);
        }
    }

    [TearDown]
    public void After() => _solution?.Dispose();

    [TestCase("b c", "-s", "+c", "--exclude", "a")]
    [TestCase("a b", "-s", "a+", "--exclude", "c+")]
    [TestCase("b c", "-s", "1+c")]
    [TestCase("a c d", "-s", "tag:chain", "--exclude", "b")]
    public void Exactly_what_is_selected_runs_and_the_rest_counts_as_done(string ran, params string[] selection)
    {
        var run = _solution.Call(["run", .. selection]);

        Assert.That(run.ExitCode, Is.Zero, run.Error);
        Assert.That(NamesIn("Succeeded"), Is.EqualTo(ran.Split(' ').Select(name => "Staging/" + name)));
        Assert.That(NamesIn("Done"), Has.Count.EqualTo(7 - ran.Split(' ').Length));
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 1), Is.EqualTo("Succeeded"));
    }

    [TestCase("{connection: Staging, platform: Sqlite, stage: STG}", "solution.yaml")]
    [TestCase("source: Files", "projects/Staging/project.yaml")]
    [TestCase("{container: Core, level: 10, mode: Parallel, default: true}", "projects/Staging/project.yaml")]
    public void A_cap_of_a_connection_project_or_container_is_kept_and_seen_as_the_reason(string owner, string file)
    {
        var path = Path.Combine(_solution.Folder, file);
        var capped = owner.EndsWith('}') ? owner[..^1] + ", maxConcurrency: 1}" : owner + "\nmaxConcurrency: 1";
        File.WriteAllText(path, File.ReadAllText(path).Replace(owner, capped, StringComparison.Ordinal));

        var run = _solution.Call("run", "--max-concurrency", "4");

        Assert.That(run.ExitCode, Is.Zero, run.Error);
        Assert.That(Rows("""
            select count(*) from attempts one join attempts other
            on one.attempt < other.attempt and one.ended_at > other.started_at and other.ended_at > one.started_at
            """), Is.EqualTo(new[] { "0" }), "attempts at work at the same time");
        Assert.That(Rows("select distinct reason from waits"), Does.Contain("Cap"));
    }

    [Test]
    public void A_ledger_of_the_version_before_is_read_as_it_is_and_brought_up_to_date_by_the_next_run()
    {
        _solution.Call("run", "-q");
        MakeOlder();

        var status = _solution.Call("status", "1");
        var plan = _solution.Call("plan");
        Assert.That((status.ExitCode, plan.ExitCode), Is.EqualTo((0, 0)), status.Error + plan.Error);
        Assert.That(status.Out, Does.Contain("7 succeeded"));
        Assert.That(Rows("pragma user_version"), Is.EqualTo(new[] { "1" }));

        using var run = new RunningCommand(_solution.Folder, "run");
        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        Assert.That(Rows("pragma user_version"), Is.EqualTo(new[] { $"{LedgerStatus.KnownVersion}" }));
        Assert.That(Rows("select run, verdict from runs order by run"),
            Is.EqualTo(new[] { "1 | Succeeded", "2 | Succeeded" }));
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 2), Is.EqualTo("Succeeded"));
    }

    // The first schema, as the migrations make it, with what it can hold of the rows that are there.
    private void MakeOlder()
    {
        using var folder = new TemporaryFolder();
        using var older = LedgerFile.Make(Path.Combine(folder.Path, "older.db"), 1, TimeProvider.System);
        var tables = LedgerCopy.Tables(older);
        older.Database.Execute($"ATTACH '{LedgerLocation.OfSolution(_solution.Folder).File}' AS today");
        foreach (var table in tables)
        {
            var columns = string.Join(", ", table.Columns.Select(column => column.Name));
            older.Database.Execute($"INSERT INTO {table.Name} ({columns}) SELECT {columns} FROM today.{table.Name}");
        }

        older.Database.Execute("DETACH today");
        using var ledger = LedgerTables.Open(_solution.Folder, SqliteOpenMode.ReadWrite);
        older.Database.Connection.BackupDatabase(ledger);
    }

    private List<string> NamesIn(string state) =>
        Rows($"select name from nodes where kind = 'Package' and state = '{state}' order by name");

    private List<string> Rows(string sql) => LedgerTables.Rows(_solution.Folder, sql);
}
