using System.Text.Json;

namespace Orchestrator.Cli.Tests.Doctor;

/// <summary>What `doctor` finds and heals of a solution in files.</summary>
internal sealed class DoctorTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Make()
    {
        _solution = new SmallSolution();
        _solution.Call("run", "-q");
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void Of_a_solution_that_is_well_nothing_but_the_library_is_told()
    {
        var called = _solution.Call("doctor", "--warn-error");
        var document = Document("doctor");

        Assert.That(called.ExitCode, Is.Zero, called.Out);
        Assert.That(document.GetProperty("is_well").GetBoolean(), Is.True);
        Assert.That(Codes(document), Is.SubsetOf(new[] { "ORC4175" }));
        Assert.That(called.Out, Does.EndWith("looked at the ledger, 1 database and the folders of runs\n"));
    }

    [Test]
    public void A_run_that_was_killed_is_ended_without_running_anything()
    {
        RunningCommand.OnLinuxOnly();
        Kill();

        var found = _solution.Call("doctor");
        var dry = _solution.Call("doctor", "--fix", "--dry-run");
        var still = LedgerTables.Rows(_solution.Folder, "select count(*) from runs where ended_at is null");
        var mended = _solution.Call("doctor", "--fix");
        var again = _solution.Call("doctor", "--fix");

        Assert.That(found.Out, Does.Contain("warning ORC4163: run 2 died")
            .And.Contain("next   orchestrator doctor --fix"));
        Assert.That((found.ExitCode, dry.ExitCode, mended.ExitCode), Is.EqualTo((0, 0, 0)));
        Assert.That(dry.Out, Does.StartWith("would     ORC4163"));
        Assert.That(still, Is.EqualTo(new[] { "1" }));
        Assert.That(mended.Out, Does.StartWith("fixed     ORC4163: run 2 is recorded as ended unexpectedly"));
        Assert.That(again.Out, Does.Not.Contain("fixed").And.Not.Contain("ORC4163"));
        Assert.That(
            LedgerTables.Rows(_solution.Folder,
                "select verdict, (select count(*) from leases) from runs where run = 2"),
            Is.EqualTo(new[] { "EndedUnexpectedly | 0" }));
        Assert.That(File.Exists(Folder("2", "events.jsonl")), Is.True);
        Assert.That(_solution.Call("retry", "-q").ExitCode, Is.Zero);
    }

    [Test]
    public void A_run_at_work_is_left_alone()
    {
        RunningCommand.OnLinuxOnly();
        Endless();
        using var run = new RunningCommand(_solution.Folder, "run");
        run.AwaitLine("start  Staging/endless");

        var mended = _solution.Call("doctor", "--fix", "--yes");

        Assert.That(mended.ExitCode, Is.Zero, mended.Out);
        Assert.That(mended.Out, Does.Not.Contain("fixed").And.Not.Contain("ORC4163").And.Not.Contain("ORC4164"));
        Assert.That(run.HasEndedWithin(TimeSpan.Zero), Is.False);
        Assert.That(
            LedgerTables.Rows(_solution.Folder, "select count(*) from runs where ended_at is null"),
            Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void Load_tables_of_attempts_that_have_ended_go_and_those_that_nobody_knows_stay()
    {
        InStage("""
            CREATE TABLE orchestrator_load_1 (id INTEGER);
            INSERT INTO orchestrator_loads VALUES ('orchestrator_load_1', 'customer', 1);
            CREATE TABLE orchestrator_load_999 (id INTEGER);
            INSERT INTO orchestrator_loads VALUES ('orchestrator_load_999', 'customer', 999);
            INSERT INTO orchestrator_loads VALUES ('orchestrator_load_2', 'invoice', 2);
            """);

        var found = Document("doctor");
        var mended = _solution.Call("doctor", "--fix");

        Assert.That(Codes(found).Count(code => code == "ORC4170"), Is.EqualTo(2));
        Assert.That(mended.Out, Does.Contain("fixed     ORC4170: 2 load tables of Staging are dropped")
            .And.Contain("warning ORC4170: 1 load table of attempts that this ledger does not know"));
        Assert.That(Stage("SELECT name FROM sqlite_master WHERE name LIKE '%load\\_%' ESCAPE '\\'"),
            Is.EqualTo(new[] { "orchestrator_load_999" }));
        Assert.That(Stage("SELECT load_table FROM orchestrator_loads"), Is.EqualTo(new[] { "orchestrator_load_999" }));
    }

    [Test]
    public void Markers_of_tables_that_are_gone_go()
    {
        InStage("""
            INSERT INTO orchestrator_markers SELECT '', 'gone', ledger, run, attempt, token, step
            FROM orchestrator_markers LIMIT 1
            """);

        var mended = _solution.Call("doctor", "--fix");

        Assert.That(mended.Out, Does.Contain("fixed     ORC4172: 1 marker of Staging is removed"));
        Assert.That(Stage("SELECT count(*) FROM orchestrator_markers WHERE object_name = 'gone'"),
            Is.EqualTo(new[] { "0" }));
        Assert.That(Stage("SELECT count(*) FROM orchestrator_markers"), Is.EqualTo(new[] { "2" }));
    }

    [Test]
    public void A_ledger_that_was_deleted_is_an_error_and_a_backup_of_it_heals()
    {
        _solution.Call("ledger", "backup", "copy.db");
        Directory.CreateDirectory(Path.Combine(_solution.Folder, ".orchestrator", "backups"));
        File.Copy(Path.Combine(_solution.Folder, "copy.db"),
            Path.Combine(_solution.Folder, ".orchestrator", "backups", "copy.db"));
        foreach (var file in Directory.GetFiles(Path.Combine(_solution.Folder, ".orchestrator"), "ledger.db*"))
        {
            File.Delete(file);
        }

        var found = _solution.Call("doctor");
        var next = found.Out.Split('\n').First(line => line.Contains("ledger restore")).Trim().Split(' ')[^1];
        var restored = _solution.Call("ledger", "restore", next, "--yes");
        var after = _solution.Call("doctor", "--warn-error");

        Assert.That(found.ExitCode, Is.EqualTo(1), found.Out);
        Assert.That(found.Out, Does.StartWith("error ORC4173: the ledger is new, and 2 tables were loaded last by")
            .And.Contain("warning ORC4173: there are folders of run 1"));
        Assert.That(restored.ExitCode, Is.Zero, restored.Error);
        Assert.That(after.ExitCode, Is.Zero, after.Out);
    }

    [Test]
    public void A_ledger_that_is_damaged_is_told_by_what_SQLite_finds()
    {
        LedgerTables.Execute(_solution.Folder, "PRAGMA foreign_keys=OFF; DELETE FROM plans");

        var found = _solution.Call("doctor");

        Assert.That(found.ExitCode, Is.EqualTo(1));
        Assert.That(found.Out, Does.Contain("error ORC4161").And.Contain("refers to a row of plans that is not there"));
    }

    [Test]
    public void A_ledger_that_is_none_is_a_finding_and_the_rest_is_looked_at()
    {
        _solution.Write(".orchestrator/other.db", "this is text and no database at all");

        var found = _solution.Call("doctor", "--ledger", ".orchestrator/other.db");

        Assert.That(found.ExitCode, Is.EqualTo(1), found.Error);
        Assert.That(found.Out, Does.Contain("error ORC4160: the ledger cannot be read (ORC4102)")
            .And.Contain("1 database"));
    }

    [Test]
    public void A_folder_in_the_place_of_the_ledger_is_no_connection_that_could_be_tested()
    {
        foreach (var file in Directory.GetFiles(Path.Combine(_solution.Folder, ".orchestrator"), "ledger.db*"))
        {
            File.Delete(file);
        }

        Directory.CreateDirectory(Path.Combine(_solution.Folder, ".orchestrator", "ledger.db"));

        var found = _solution.Call("doctor");

        Assert.That(found.Out, Does.Contain("ledger.db is a folder, no ledger")
            .And.Contain("next   orchestrator help ledger"), found.Error);
    }

    [Test]
    public void Metadata_with_a_mistake_is_told_and_takes_no_table_for_one_that_nobody_writes()
    {
        InStage("""
            CREATE TABLE customer_errors (Attempt INTEGER, RowKey TEXT, RowNumber INTEGER, SourceFile TEXT,
              ColumnName TEXT, Value TEXT, ActualSize INTEGER, AllowedSize INTEGER, Reason TEXT, Code TEXT,
              Message TEXT)
            """);
        _solution.Write("projects/Staging/objects/customer.yaml", "object: [");

        var found = _solution.Call("doctor");

        Assert.That(found.ExitCode, Is.Zero, found.Error);
        Assert.That(found.Out, Does.Contain("warning ORC4177").And.Not.Contain("ORC4171"));
    }

    [Test]
    public void Folders_that_the_ledger_does_not_have_go_once_somebody_agreed_and_artifacts_are_completed()
    {
        _solution.Call("run", "-q");
        _solution.Call("run", "-q");
        _solution.Call("purge", "--older-than", "0d", "--yes");
        _solution.Write(".orchestrator/runs/1/run.log", "old");
        File.Delete(Folder("3", "events.jsonl"));

        var mended = _solution.Call("doctor", "--fix");
        var agreed = _solution.Call("doctor", "--fix", "--yes");

        Assert.That(mended.Out, Does.Contain("fixed     ORC4174: the artifacts of 1 run are complete")
            .And.Contain("left      ORC4174"));
        Assert.That(agreed.Out, Does.Contain("fixed     ORC4174: 1 folder of runs is removed"));
        Assert.That(File.Exists(Folder("3", "events.jsonl")), Is.True);
        Assert.That(Directory.Exists(Folder("1")), Is.False);
    }

    [Test]
    [Category("Approved")]
    public void What_the_engine_made_is_a_script_that_costs_nobody_anything()
    {
        InStage("""
            CREATE TABLE orchestrator_load_1 (id INTEGER);
            INSERT INTO orchestrator_loads VALUES ('orchestrator_load_1', 'customer', 1);
            """);

        var owned = _solution.Call("doctor", "--owned");
        InStage(owned.Out);
        var run = _solution.Call("run", "-q");

        Assert.That(owned.ExitCode, Is.Zero, owned.Error);
        Approved.Check("doctor-owned", owned.Out, _solution.Folder);
        Assert.That(Tables(), Does.Not.Contain("orchestrator_load_1").And.Contain("orchestrator_markers"));
        Assert.That(run.ExitCode, Is.Zero, run.Error);
        Assert.That(Document("doctor", "--owned").GetProperty("connections")[0].GetProperty("objects").GetArrayLength(),
            Is.EqualTo(3));
    }

    [TestCase("--yes: `doctor` without --fix", "--yes")]
    [TestCase("--dry-run: `doctor` without --fix", "--dry-run")]
    [TestCase("are two things", "--fix", "--owned")]
    [TestCase("are two things", "--fix", "--bundle")]
    public void An_option_that_would_do_nothing_is_refused(string said, params string[] options)
    {
        var called = _solution.Call(["doctor", .. options]);

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")));
        Assert.That(called.Error, Does.Contain(said));
    }

    [Test]
    public void A_folder_without_a_solution_is_not_well()
    {
        using var folder = new TemporaryFolder();

        Assert.That(Called.With(folder.Path, "doctor").ExitCode, Is.EqualTo(2));
    }

    private void Kill()
    {
        Endless();
        using var run = new RunningCommand(_solution.Folder, "run");
        run.AwaitLine("start  Staging/endless");
        run.Send("KILL");
        run.ExitCode();
        _solution.Write("projects/Staging/objects/endless.yaml",
            "object: endless\nkind: sql\nidempotent: true\nsql: select 1\n");
    }

    private void Endless() => _solution.Write("projects/Staging/objects/endless.yaml", """
        object: endless
        kind: sql
        idempotent: true
        sql: "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
        """);

    private string Folder(params string[] parts) =>
        Path.Combine([_solution.Folder, ".orchestrator", "runs", .. parts]);

    private string[] Tables() => Stage("SELECT name FROM sqlite_master WHERE type = 'table'");

    private string[] Stage(string sql) => StageTables.Rows(_solution.Folder, sql);

    private void InStage(string sql) => StageTables.Execute(_solution.Folder, sql);

    private JsonElement Document(params string[] arguments) =>
        JsonDocument.Parse(_solution.Call([.. arguments, "-o", "json"]).Out).RootElement;

    private static string[] Codes(JsonElement document) =>
        [.. document.GetProperty("findings").EnumerateArray().Select(one => one.GetProperty("code").GetString()!)];
}
