namespace Orchestrator.Cli.Tests.Doctor;

/// <summary>Which error tables `doctor` drops: they hold the only copy of their rows.</summary>
internal sealed class DoctorErrorTablesTests
{
    private const string LeftErrors = """
        CREATE TABLE left_err (Attempt INTEGER, RowKey TEXT, RowNumber INTEGER, SourceFile TEXT, ColumnName TEXT,
          Value TEXT, ActualSize INTEGER, AllowedSize INTEGER, Reason TEXT, Code TEXT, Message TEXT);
        INSERT INTO left_err (Attempt, Value) VALUES (1, 'a'), (1, 'b');

        """;

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
    public void An_error_table_of_no_object_goes_once_somebody_agreed()
    {
        InStage(LeftErrors + "CREATE TABLE not_one (Attempt INTEGER, RowKey TEXT)");

        var found = _solution.Call("doctor");
        var asked = _solution.Call("doctor", "--fix");
        var there = Tables();
        var mended = _solution.Call("doctor", "--fix", "--yes");

        Assert.That(found.Out, Does.Contain("note ORC4171: 1 error table belongs to no object of this solution as it "
            + "reads now, with 2 rejected rows: left_err")
            .And.Contain("next   orchestrator doctor --fix --yes"));
        Assert.That(asked.Out, Does.Contain("left      ORC4171: it destroys something: add --yes"));
        Assert.That(there, Does.Contain("left_err"));
        Assert.That(mended.Out, Does.Contain("fixed     ORC4171"));
        Assert.That(Tables(), Does.Not.Contain("left_err").And.Contain("not_one").And.Contain("customer"));
    }

    [TestCase("INSERT INTO left_err (Attempt, Value) VALUES (999, 'a')", "does not know")]
    [TestCase("UPDATE orchestrator_markers SET ledger = 'other' WHERE object_name = 'invoice'", "may write it")]
    public void An_error_table_that_somebody_else_may_write_is_told_and_stays(string of, string why)
    {
        InStage(LeftErrors + of);

        var mended = _solution.Call("doctor", "--fix", "--yes");

        Assert.That(mended.Out, Does.Contain("note ORC4171").And.Contain(why).And.Not.Contain("fixed     ORC4171"));
        Assert.That(Tables(), Does.Contain("left_err"));
    }

    [Test]
    public void An_error_table_stays_where_the_folder_of_today_may_lack_the_file_of_its_object()
    {
        InStage(LeftErrors);
        var project = Path.Combine(_solution.Folder, "projects", "Staging", "project.yaml");
        File.AppendAllText(project, "objects: \"*\"\n");

        var mended = _solution.Call("doctor", "--fix", "--yes");

        Assert.That(mended.Out, Does.Contain("note ORC4171").And.Contain("that is not there today may come back"));
        Assert.That(Tables(), Does.Contain("left_err"));
    }

    [Test]
    public void An_error_table_stays_while_any_batch_of_the_ledger_is_at_work()
    {
        RunningCommand.OnLinuxOnly();
        InStage(LeftErrors);
        _solution.Write("projects/Staging/objects/endless.yaml", """
            object: endless
            kind: sql
            idempotent: true
            sql: "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
            """);
        using var run = new RunningCommand(_solution.Folder, "run");
        run.AwaitLine("start  Staging/endless");

        var mended = _solution.Call("doctor", "--fix", "--yes");

        Assert.That(mended.ExitCode, Is.EqualTo(1), mended.Out);
        Assert.That(mended.Out, Does.Contain("ORC4171").And.Contain("is already running in environment"));
        Assert.That(Tables(), Does.Contain("left_err"));
    }

    private string[] Tables() =>
        StageTables.Rows(_solution.Folder, "SELECT name FROM sqlite_master WHERE type = 'table'");

    private void InStage(string sql) => StageTables.Execute(_solution.Folder, sql);
}
