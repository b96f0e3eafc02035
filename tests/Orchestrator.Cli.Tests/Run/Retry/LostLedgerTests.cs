using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>
/// Tables that rows are appended to, beside a ledger that is new or older than they are: each row stays there once, and
/// there is a way on without SQL.
/// </summary>
internal sealed class LostLedgerTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Make()
    {
        _solution = new SmallSolution();
        Directory.Delete(Path.Combine(_solution.Folder, "projects"), recursive: true);
        Write("watermarks: [{watermark: Sold, column: Id, dataType: int}]");
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void Behind_a_lost_ledger_rows_are_taken_over_and_the_load_goes_on_where_somebody_says()
    {
        Run(3);
        Lose();

        var before = _solution.Call("run");
        var asked = _solution.Call("doctor", "--fix");
        var refused = _solution.Call("run");
        var agreed = _solution.Call("doctor", "--fix", "--yes");
        var open = _solution.Call("run");
        var set = _solution.Call("watermarks", "set", "sale", "3", "--reason", "the ledger was lost", "--yes");
        var after = _solution.Call("run");

        Assert.That(before.Error + before.Out, Does.Contain("ORC3444").And.Contain("doctor --fix"));
        Assert.That(asked.Out, Does.Contain("left      ORC4173: it is for somebody to decide: add --yes"));
        Assert.That(refused.ExitCode, Is.EqualTo(1));
        Assert.That(agreed.Out, Does.Contain("fixed     ORC4173: the rows of 1 package are kept as good")
            .And.Contain("watermarks set").And.Not.Contain("warning ORC4173: 1 table"));
        Assert.That(open.Error + open.Out, Does.Contain("ORC3459"));
        Assert.That((set.ExitCode, after.ExitCode), Is.EqualTo((0, 0)), after.Error);
        Assert.That(Mart("select count(*) || ' ' || count(distinct Id) || ' ' || max(Id) from sale"),
            Is.EqualTo(new[] { "7 7 7" }));
        Assert.That(Mart("select count(distinct RowAuditId) from sale where Id <= 3"), Is.EqualTo(new[] { "3" }));
    }

    [Test]
    public void Artifacts_of_a_run_of_the_ledger_that_was_lost_are_kept_beside_those_of_the_new_one()
    {
        Run(3);
        Lose();

        _solution.Call("run");

        var runs = Path.Combine(_solution.Folder, ".orchestrator", "runs");
        var aside = Directory.GetDirectories(runs, "1-until-*").Single();
        Assert.That(File.ReadAllText(Path.Combine(aside, "events.jsonl")), Does.Contain("\"verdict\":\"Succeeded\""));
        Assert.That(File.ReadAllText(Path.Combine(runs, "1", "run.log")), Does.Contain(aside));
        Assert.That(File.ReadAllText(Path.Combine(runs, "1", "events.jsonl")), Does.Contain("\"verdict\":\"Failed\""));
    }

    [Test]
    public void What_is_left_of_an_attempt_since_is_taken_back_and_nothing_that_was_taken_over()
    {
        Write("");
        Run(3);
        Lose();
        _solution.Call("run");
        _solution.Call("doctor", "--fix", "--yes");
        var good = Numbers();
        Run(1);
        LedgerTables.Execute(_solution.Folder,
            "UPDATE attempts SET state = 'EndedUnexpectedly' WHERE attempt = (SELECT max(attempt) FROM attempts)");

        Run(1);

        Assert.That(good, Has.Length.EqualTo(3));
        Assert.That(Numbers(), Has.Length.EqualTo(4));
        Assert.That(good, Is.SubsetOf(Numbers()));
    }

    [Test]
    public void A_backup_that_is_older_than_its_targets_takes_over_what_they_hold_and_says_what_it_is()
    {
        Run(2);
        _solution.Call("ledger", "backup", "copy.db");
        Run(3);
        Lose();

        var restored = _solution.Call("ledger", "restore", "copy.db", "--yes");
        var well = _solution.Call("doctor");
        var open = _solution.Call("run");
        _solution.Call("watermarks", "set", "sale", "5", "--reason", "the ledger is older", "--yes");
        var after = _solution.Call("run");

        Assert.That(restored.Error, Does.Contain("the ledger is older than its targets")
            .And.Contain("loaded since: sale (run 5)").And.Contain("Taken over: the rows of 1 package"));
        Assert.That(well.Out, Does.Not.Contain("the ledger is older"));
        Assert.That(open.Error + open.Out, Does.Contain("ORC3459").And.Not.Contain("ORC3440"));
        Assert.That(after.ExitCode, Is.Zero, after.Error);
        Assert.That(LedgerTables.Rows(_solution.Folder, "select max(run) from runs"), Is.EqualTo(new[] { "7" }));
        Assert.That(Mart("select count(*) || ' ' || count(distinct Id) from sale"), Is.EqualTo(new[] { "7 7" }));
        Assert.That(Mart("select count(distinct RowAuditId) from sale where Id <= 5"), Is.EqualTo(new[] { "5" }));
    }

    [Test]
    public void Files_that_nobody_knows_of_are_loaded_again_only_where_somebody_names_the_package()
    {
        WriteFiles();
        Run(1);
        Lose();
        _solution.Call("doctor", "--fix", "--yes");

        var open = _solution.Call("run");
        File.Delete(Path.Combine(_solution.Folder, "in", "one.csv"));
        _solution.Write("in/two.csv", "Id\n2\n");
        var named = _solution.Call("run", "-s", "Mart/sale");
        var after = _solution.Call("run");

        Assert.That(open.ExitCode, Is.EqualTo(1));
        Assert.That(open.Error + open.Out, Does.Contain("ORC3459").And.Contain("run -s Mart/sale"));
        Assert.That((named.ExitCode, after.ExitCode), Is.EqualTo((0, 0)), named.Error + after.Error);
        Assert.That(Mart("select Id from sale order by Id"), Is.EqualTo(new[] { "1", "2" }));
    }

    [Test]
    public void What_is_named_next_loads_no_file_that_nobody_has_looked_at()
    {
        WriteFiles();
        Run(1);
        Lose();
        _solution.Call("doctor", "--fix", "--yes");

        var open = _solution.Call("run");
        var next = _solution.Call("retry", "1");

        Assert.That(open.Error, Does.Contain("  next: orchestrator retry 1\n"));
        Assert.That(next.Error + next.Out, Does.Contain("ORC3459"));
        Assert.That(Mart("select Id from sale"), Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void Named_without_a_success_nothing_is_known_of_the_files_yet()
    {
        WriteFiles();
        Run(1);
        Lose();
        _solution.Call("doctor", "--fix", "--yes");
        File.Move(Path.Combine(_solution.Folder, "in", "one.csv"), Path.Combine(_solution.Folder, "one.csv"));
        _solution.Write("in/two.csv", "Id\nnone\n");
        var named = _solution.Call("run", "-s", "Mart/sale");
        File.Move(Path.Combine(_solution.Folder, "one.csv"), Path.Combine(_solution.Folder, "in", "one.csv"));
        File.Delete(Path.Combine(_solution.Folder, "in", "two.csv"));

        var open = _solution.Call("run");

        Assert.That(named.ExitCode, Is.EqualTo(1), named.Error);
        Assert.That(open.Error, Does.Contain("ORC3459"));
        Assert.That(Mart("select Id from sale"), Is.EqualTo(new[] { "1" }));
    }

    private void WriteFiles()
    {
        _solution.Write("in/one.csv", "Id\n1\n");
        _solution.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            systemColumns: {RowAuditId: {column: RowAuditId, dataType: bigint} }
            connections:
              - {connection: In, platform: Files, folder: in, files: {take: new, onNone: skip} }
              - {connection: Mart, platform: Sqlite}
            batches:
              - {batch: Nightly, projects: [Mart]}
            projects:
              - project: Mart
                source: In
                target: Mart
                objects:
                  - object: sale
                    source: {file: "*.csv"}
                    load: {pattern: Append}
                    columns: [{column: Id, dataType: int}]
            """);
    }

    private void Run(int times)
    {
        for (var i = 0; i < times; i++)
        {
            var run = _solution.Call("run", "-q");
            Assert.That(run.ExitCode, Is.Zero, run.Error);
        }
    }

    private void Lose()
    {
        foreach (var file in Directory.GetFiles(Path.Combine(_solution.Folder, ".orchestrator"), "ledger.db*"))
        {
            File.Delete(file);
        }
    }

    private void Write(string watermark) => _solution.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Shop
        systemColumns: {RowAuditId: {column: RowAuditId, dataType: bigint} }
        connections:
          - {connection: Crm, platform: Sqlite}
          - {connection: Mart, platform: Sqlite}
        batches:
          - {batch: Nightly, projects: [Fill, Mart]}
        projects:
          - project: Fill
            target: Crm
            objects:
              - object: make
                kind: sql
                idempotent: true
                sql: |
                  create table if not exists sale (Id integer);
                  {{(watermark.Length > 0 ? "" : "delete from sale;")}}
                  insert into sale select coalesce(max(Id), 0) + 1 from sale;
          - project: Mart
            source: Crm
            target: Mart
            objects:
              - object: sale
                source: {name: sale}
                load: {pattern: Append}
                columns: [{column: Id, dataType: int}]
                {{watermark}}
        """);

    private string[] Numbers() => Mart("select RowAuditId from sale");

    private string[] Mart(string sql)
    {
        var file = Path.Combine(_solution.Folder, ".orchestrator", "data", "Mart.db");
        using var database = new SqliteConnection($"Data Source={file};Pooling=False");
        database.Open();
        return [.. LedgerTables.Rows(database, sql)];
    }
}
