namespace Orchestrator.Cli.Tests.Run.RunValues;

/// <summary>Values of the run whose process dies around setting and reading them.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class KilledValueTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        RunningCommand.OnLinuxOnly();
        _folder = new TemporaryFolder();
        DataFile.Make(_folder.Path, "lite.db", "create table log(n int); create table used(n int)");
        _folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Values
            connections:
              - {connection: Lite, platform: Sqlite, file: lite.db}
            variables:
              - {variable: N, dataType: int, scope: run}
            batches: [{batch: Nightly, projects: [P]}]
            projects:
              - project: P
                source: Lite
                target: Lite
                objects:
                  - object: get
                    kind: sql
                    idempotent: true
                    sql: insert into log values (1); select count(*) as Many from log
                    sets: {N: Many}
                  - object: use
                    kind: sql
                    idempotent: true
                    sql: delete from used; insert into used values (@N)
            """);
    }

    [TearDown]
    public void Remove() => _folder?.Dispose();

    // What was committed and not recorded is done again: the value is that of the attempt that was recorded.
    [TestCase("sql.commit.before@P/get", "1")]
    [TestCase("sql.commit.after@P/get", "2")]
    [TestCase("package.after@P/get", "2", Category = "Full")]
    [TestCase("package.before@P/use", "1", Category = "Full")]
    [TestCase("sql.commit.before@P/use", "1", Category = "Full")]
    [TestCase("sql.commit.after@P/use", "1")]
    public void The_reader_gets_the_value_that_is_recorded_however_often_the_run_dies(string point, string value)
    {
        Die(point, "run");
        Die("package.before@P/use", "retry");
        Die("sql.commit.after@P/use", "retry");

        var retry = Called.With(_folder.Path, "retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(Rows("select n from used"), Is.EqualTo(new[] { value }));
        Assert.That(Rows("select count(*) from log"), Is.EqualTo(new[] { value }));
        Assert.That(LedgerTables.Rows(_folder.Path, "select value from run_values"), Is.EqualTo(new[] { value }));
    }

    private void Die(string point, params string[] arguments)
    {
        using var command = new RunningCommand(
            _folder.Path, new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = point }, arguments);
        Assert.That(command.ExitCode(), Is.EqualTo(137), command.Said);
    }

    private List<string> Rows(string sql) => DataFile.Rows(_folder.Path, "lite.db", sql);
}
