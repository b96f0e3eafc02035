using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Status;

/// <summary>Watermarks from run to run, and changed by hand.</summary>
internal sealed class WatermarksVerbTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before()
    {
        _solution = new SmallSolution();
        _solution.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            systemColumns: {RowAuditId: {column: RowAuditId, dataType: bigint}}
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
                    sql: |
                      create table if not exists sale (Id integer, At text);
                      insert into sale select coalesce(max(Id), 0) + 1,
                        '2026-01-0' || (coalesce(max(Id), 0) + 1) || ' 00:00:00' from sale;
              - project: Mart
                source: Crm
                target: Mart
                objects:
                  - object: sale
                    source: {name: sale}
                    load: {pattern: Append}
                    watermarks: [{watermark: Sold, column: At, dataType: datetime2(0)}]
                    columns: [{column: Id, dataType: int}, {column: At, dataType: datetime2(0)}]
            """);
        Directory.Delete(Path.Combine(_solution.Folder, "projects"), recursive: true);
    }

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void A_watermark_moves_with_each_success_and_is_listed_with_its_history()
    {
        Runs(2);
        Fails();
        Runs(1);

        Assert.That(Mart("select group_concat(Id) from (select Id from sale order by Id)"),
            Is.EqualTo(new[] { "1,2,4" }.Select(_ => "1,2,3,4")));
        Assert.That(LedgerTables.Rows(_solution.Folder,
            "select environment, node, watermark, data_type, value, why from watermarks order by change"),
            Is.EqualTo(new[] { "01", "02", "04" }.Select(day =>
                $"default | Mart/sale | Sold | datetime2(0) | 2026-01-{day} 00:00:00 | loaded")));
        Assert.That(_solution.Call("watermarks", "list").Out, Does.Contain("2026-01-04").And.Not.Contain("2026-01-02"));
        Assert.That(_solution.Call("watermarks", "list", "sale").Out, Does.Contain("2026-01-02"));
        Assert.That(_solution.Call("watermarks", "list", "-o", "json").Out,
            Does.Contain("\"value\": \"2026-01-04 00:00:00\""));
    }

    [Test]
    public void Each_turn_of_a_loop_has_a_watermark_of_its_own()
    {
        var file = Path.Combine(_solution.Folder, "solution.yaml");
        _solution.Write("solution.yaml", File.ReadAllText(file)
            .Replace("batches:", "variables: [{variable: Shops, scope: run, rows: {Shop: char(1)}}]\nbatches:",
                StringComparison.Ordinal)
            .Replace("    target: Mart\n", "    target: Mart\n    containers: [{container: Per, level: 10, "
                + "forEach: {rows: Shops}}]\n", StringComparison.Ordinal)
            .Replace("      - object: sale\n", "      - object: sale\n        container: Per\n"
                + "        target: {name: \"sale_${var:Shop}\"}\n", StringComparison.Ordinal)
            .Replace("      - object: make\n", "      - {object: shops, kind: sql, sets: {Shops: rows}, "
                + "sql: \"select 'A' as Shop union all select 'B'\"}\n      - object: make\n",
                StringComparison.Ordinal));
        Runs(2);

        string[] change = ["2026-01-01 00:00:00", "--reason", "restored", "--yes"];
        var ofAll = _solution.Call(["watermarks", "set", "sale", .. change]);
        var ofOne = _solution.Call(["watermarks", "set", "Mart/sale[A]", .. change]);

        Assert.That(ofAll.Error + ofAll.Out, Does.Contain("stands in the turns of a loop"));
        Assert.That(ofOne.ExitCode, Is.Zero, ofOne.Out + ofOne.Error);
        Assert.That(LedgerTables.Rows(_solution.Folder, "select node, value from watermarks w where change = "
            + "(select max(change) from watermarks v where v.node = w.node) order by node"),
            Is.EqualTo(new[] { "Mart/sale[A] | 2026-01-01 00:00:00", "Mart/sale[B] | 2026-01-02 00:00:00" }));
    }

    [Test]
    public void A_change_is_one_document_for_machines()
    {
        Runs(1);
        string[] change = ["watermarks", "set", "sale", "2026-01-02", "--reason", "restored", "-o", "json"];

        var dry = _solution.Call([.. change, "--dry-run"]);
        var made = _solution.Call([.. change, "--yes"]);

        var (would, did) = (JsonDocument.Parse(dry.Out).RootElement, JsonDocument.Parse(made.Out).RootElement);
        Assert.That(would.GetProperty("is_done").GetBoolean(), Is.False);
        Assert.That(did.GetProperty("is_done").GetBoolean(), Is.True);
        Assert.That(did.GetProperty("before").GetString(), Is.EqualTo("2026-01-01 00:00:00"));
        Assert.That(did.GetProperty("watermark").GetProperty("value").GetString(), Does.StartWith("2026-01-02"));
    }

    [Test]
    public void A_list_of_a_package_that_is_not_there_is_refused_with_the_nearest_name()
    {
        var called = _solution.Call("watermarks", "list", "sael");

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")));
        Assert.That(called.Error, Does.Contain("there is no package 'sael'").And.Contain("did you mean 'sale'?"));
    }

    [TestCase("--yes")]
    [TestCase("--dry-run")]
    [TestCase("--reason", "why")]
    public void A_list_refuses_what_only_a_change_takes(params string[] options)
    {
        var called = _solution.Call(["watermarks", "list", .. options]);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain($"{options[0]}: `watermarks list` changes nothing anyway"));
    }

    [Test]
    public void A_change_by_hand_is_where_the_next_load_begins()
    {
        Runs(3);

        var set = _solution.Call("watermarks", "set", "Mart/sale", "2026-01-02", "--reason", "restored", "--yes");
        Runs(1);

        Assert.That((set.ExitCode, set.Error), Is.EqualTo((0, set.Error)));
        Assert.That(Mart("select group_concat(Id) from (select Id from sale order by Id)"),
            Is.EqualTo(new[] { "1,2,3,3,4" }));
        Assert.That(LedgerTables.Rows(_solution.Folder,
            "select value, why, attempt is null, who <> '' from watermarks where attempt is null"),
            Is.EqualTo(new[] { "2026-01-02 00:00:00 | restored | 1 | 1" }));
    }

    [Test]
    public void After_a_reset_nobody_is_told_that_it_was_the_first_load()
    {
        Runs(1);

        Assert.That(_solution.Call("watermarks", "reset", "sale", "--reason", "again", "--yes").ExitCode, Is.Zero);
        var run = _solution.Call("run");

        Assert.That(Mart("select group_concat(Id) from (select Id from sale order by Id)"),
            Is.EqualTo(new[] { "1,1,2" }));
        Assert.That(run.Out + run.Error, Does.Not.Contain("with warnings"));
    }

    [Test]
    public void After_a_reset_and_in_a_full_refresh_everything_is_loaded_anew()
    {
        Runs(2);

        Assert.That(_solution.Call("run", "-q", "--full-refresh").ExitCode, Is.EqualTo(2), "it asks");
        Assert.That(_solution.Call("run", "-q", "--full-refresh", "--yes").ExitCode, Is.Zero);
        Assert.That(Mart("select count(*), max(Id) from sale"), Is.EqualTo(new[] { "3 | 3" }));

        Assert.That(_solution.Call("watermarks", "reset", "sale", "--reason", "anew", "--yes").ExitCode, Is.Zero);
        Runs(1);
        Assert.That(Mart("select count(*), max(Id) from sale"), Is.EqualTo(new[] { "7 | 4" }));
    }

    [Test]
    public void A_full_refresh_killed_between_its_rows_and_its_success_loses_no_row()
    {
        RunningCommand.OnLinuxOnly();
        Runs(2);
        using (var mart = new HeldLock(DataFile("data/Mart.db")))
        using (var run = new RunningCommand(_solution.Folder, "run", "--full-refresh", "--yes"))
        {
            Await(run, () => _solution.Call("status", "3", "--why").Out.Contains("writer turn of Mart.db"));
            using var ledger = new HeldLock(DataFile("ledger.db"));
            mart.LetGo();
            Await(run, () => Mart("select count(*) from sale").Single() == "3");
            run.Send("KILL");
            Assert.That(run.ExitCode(), Is.Not.Zero);
            ledger.LetGo();
        }

        Runs(1);

        Assert.That(Mart("select group_concat(Id) from (select Id from sale order by Id)"),
            Is.EqualTo(new[] { "1,2,3,4" }));
    }

    [Test]
    public void A_full_refresh_of_files_that_are_taken_once_asks_too()
    {
        var solution = Path.Combine(_solution.Folder, "solution.yaml");
        File.WriteAllText(solution, File.ReadAllText(solution)
            .Replace("{connection: Crm, platform: Sqlite}", "{connection: Crm, platform: Sqlite}\n"
                + "  - {connection: Inbox, platform: Files, folder: in, files: {take: new}}", StringComparison.Ordinal)
            .Replace("    source: Crm\n", "    source: Inbox\n", StringComparison.Ordinal)
            .Replace("source: {name: sale}", "source: {file: sale.csv}", StringComparison.Ordinal)
            .Replace("        watermarks: [{watermark: Sold, column: At, dataType: datetime2(0)}]\n", "",
                StringComparison.Ordinal));
        _solution.Write("in/sale.csv", "Id,At\n1,2026-01-01\n");
        Runs(1);

        var asked = _solution.Call("run", "-q", "--full-refresh");
        var confirmed = _solution.Call("run", "-q", "--full-refresh", "--yes");

        Assert.That((asked.ExitCode, confirmed.ExitCode), Is.EqualTo((2, 0)), asked.Error + confirmed.Error);
        Assert.That(asked.Error, Does.Contain("the rows of 1 table are replaced").And.Contain("Mart/sale"));
        Assert.That(Mart("select count(*) from sale"), Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void After_another_name_a_load_goes_on_only_once_somebody_said_where()
    {
        Runs(2);
        Rename("Sold", "Zold");

        var refused = _solution.Call("run", "-q");
        string[] call = ["watermarks", "set", "sale", "2026-01-02", "--reason", "a new name"];
        var asked = _solution.Call([.. call, "--dry-run"]);
        var set = _solution.Call([.. call, "--yes"]);
        Runs(2);
        Rename("Zold", "Sold");
        var back = _solution.Call("run", "-q");

        Assert.That((refused.ExitCode, set.ExitCode, back.ExitCode), Is.EqualTo((1, 0, 1)));
        Assert.That(asked.Out, Does.Contain("Zold of Mart/sale from nothing to 2026-01-02"));
        Assert.That(back.Error + back.Out, Does.Contain("ORC3450").And.Contain("'Zold'"));
        Assert.That(refused.Error + refused.Out, Does.Contain("ORC3450").And.Contain("'Sold'"));
        Assert.That(Mart("select group_concat(Id) from (select Id from sale order by Id)"),
            Is.EqualTo(new[] { "1,2,3,4,5" }));
    }

    [TestCase("not confirmed", "reset", "sale", "--reason", "x")]
    [TestCase("for a reason", "reset", "sale", "--yes")]
    [TestCase("for a reason", "reset", "sale", "--yes", "--reason", " ")]
    [TestCase("datetime2(0)", "set", "sale", "soon", "--reason", "x", "--yes")]
    [TestCase("has no watermark", "reset", "make", "--reason", "x", "--yes")]
    [TestCase("no package 'sole'", "reset", "sole", "--reason", "x", "--yes")]
    [TestCase("expected list, set or reset", "rest")]
    [TestCase("watermarks set NODE VALUE", "set", "sale")]
    public void What_is_not_right_changes_nothing(string said, params string[] arguments)
    {
        Runs(1);

        var call = _solution.Call(["watermarks", .. arguments]);

        Assert.That((call.ExitCode, call.Error), Is.EqualTo((2, call.Error)));
        Assert.That(call.Error, Does.Contain(said));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select count(*) from watermarks"), Is.EqualTo(new[] { "1" }));
    }

    [TestCase("set", "sale", "2026-01-02")]
    [TestCase("reset", "sale", "--dry-run")]
    public void The_watermark_of_another_solution_is_not_changed(params string[] arguments)
    {
        Runs(1);
        var solution = Path.Combine(_solution.Folder, "solution.yaml");
        File.WriteAllText(solution, File.ReadAllText(solution).Replace("Shop", "Club", StringComparison.Ordinal));

        var call = _solution.Call(["watermarks", .. arguments, "--reason", "x", "--yes"]);

        Assert.That((call.ExitCode, call.Out), Is.EqualTo((4, "")));
        Assert.That(call.Error, Does.Contain("ORC4125").And.Contain("runs of the solution 'Shop'"));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select count(*) from watermarks"), Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void A_dry_run_says_what_would_be_done()
    {
        Runs(1);

        var call = _solution.Call("watermarks", "reset", "sale", "--reason", "x", "--dry-run");

        Assert.That((call.ExitCode, call.Out), Is.EqualTo((0,
            "would do in environment default: the watermark Sold of Mart/sale from 2026-01-01 00:00:00 to nothing; "
            + "Append adds the rows behind it once more, beside those that are there\n")));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select count(*) from watermarks"), Is.EqualTo(new[] { "1" }));
    }

    private void Runs(int times)
    {
        for (var i = 0; i < times; i++)
        {
            var run = _solution.Call("run", "-q");
            Assert.That(run.ExitCode, Is.Zero, run.Error);
        }
    }

    private void Rename(string name, string to)
    {
        var solution = Path.Combine(_solution.Folder, "solution.yaml");
        File.WriteAllText(solution, File.ReadAllText(solution).Replace(name, to, StringComparison.Ordinal));
    }

    // A view in the table's place is refused once the rows were read.
    private void Fails()
    {
        Execute("alter table sale rename to kept; create view sale as select * from kept");
        Assert.That(_solution.Call("run", "-q").ExitCode, Is.EqualTo(1));
        Execute("drop view sale; alter table kept rename to sale");
    }

    private List<string> Mart(string sql)
    {
        using var database = Open();
        return LedgerTables.Rows(database, sql);
    }

    private void Execute(string sql)
    {
        using var database = Open();
        using var command = database.CreateCommand();
#pragma warning disable CA2100 // Constants of these tests.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }

    private static void Await(RunningCommand run, Func<bool> isThere)
    {
        while (!isThere())
        {
            Assert.That(run.HasEndedWithin(TimeSpan.FromMilliseconds(50)), Is.False, run.Said);
        }
    }

    private string DataFile(string name) => Path.Combine(_solution.Folder, ".orchestrator", name);

    private SqliteConnection Open()
    {
        var database = new SqliteConnection($"Data Source={DataFile("data/Mart.db")};Pooling=False");
        database.Open();
        return database;
    }
}
