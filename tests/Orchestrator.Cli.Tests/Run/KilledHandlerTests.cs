namespace Orchestrator.Cli.Tests.Run;

/// <summary>Handlers of failures that are found only after the process has died: each is told of them once.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class KilledHandlerTests
{
    private const string Works = "insert into log values (1)";
    private const string Fails = "insert into nowhere values (1)";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        RunningCommand.OnLinuxOnly();
        _folder = new TemporaryFolder();
        DataFile.Make(_folder.Path, "lite.db", "create table log(n int); create table told(w text, o text, c text)");
    }

    [TearDown]
    public void Remove() => _folder?.Dispose();

    [Test]
    public void Who_was_at_work_when_the_run_died_has_failed_once_although_it_succeeds_in_the_retry()
    {
        Solution(Works);
        Die("sql.commit.before@P/work", "run");

        var retry = Called.With(_folder.Path, "retry");
        var again = Called.With(_folder.Path, "retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(Rows("select n from log"), Is.EqualTo(new[] { "1" }));
        Assert.That(ToldBy("handler"), Is.EqualTo(new[] { "P/work|ORC4108" }), again.Out + again.Error);
    }

    [Test]
    public void However_often_the_handler_dies_it_comes_to_its_end_once()
    {
        Solution(Fails);
        Die("package.before@P/handler", "run");
        Solution(Works);
        Die("package.before@P/handler", "retry");
        Die("sql.commit.before@P/handler", "retry");

        var retry = Called.With(_folder.Path, "retry");
        var again = Called.With(_folder.Path, "retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(ToldBy("handler"), Is.EqualTo(new[] { "P/work|ORC3420" }), again.Out + again.Error);
    }

    [Test]
    public void A_handler_that_has_done_its_work_is_not_needed_again_for_the_same_failure()
    {
        Solution(Fails);
        var run = Called.With(_folder.Path, "run");
        Solution(Works);

        var retry = Called.With(_folder.Path, "retry");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), retry.Out + retry.Error);
        Assert.That(ToldBy("handler"), Has.Count.EqualTo(1));
        Assert.That(ToldBy("hook"), Has.Count.EqualTo(1));
    }

    [Test]
    public void One_that_failed_in_a_run_that_came_to_its_end_waits_for_another_failure()
    {
        DataFile.Execute(_folder.Path, "lite.db", "alter table told rename to hidden");
        Solution(Fails);
        var run = Called.With(_folder.Path, "run");
        DataFile.Execute(_folder.Path, "lite.db", "alter table hidden rename to told");
        Solution(Works);

        var retry = Called.With(_folder.Path, "retry");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), retry.Out + retry.Error);
        Assert.That(Rows("select n from log"), Is.EqualTo(new[] { "1" }));
        Assert.That(Rows("select w from told"), Is.Empty);
    }

    [Test]
    public void A_hook_behind_its_project_is_told_as_well()
    {
        Solution(Works);
        Die("sql.commit.before@P/work", "run");

        var retry = Called.With(_folder.Path, "retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(ToldBy("hook"), Is.EqualTo(new[] { "P/work|ORC4108" }));
    }

    private void Solution(string work)
    {
        const string Values = "@orchestrator_error_object, @orchestrator_error_code";
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Handlers
            connections:
              - {connection: Lite, platform: Sqlite, file: lite.db}
            batches: [{batch: Nightly, projects: [P]}]
            projects:
              - project: P
                source: Lite
                target: Lite
                hooks:
                  - {hook: note, when: after, outcome: Failure, sql: "insert into told values ('hook', {{Values}})"}
                objects:
                  - {object: work, kind: sql, idempotent: true, sql: {{work}} }
                  - object: handler
                    kind: sql
                    idempotent: true
                    dependsOn: [{object: work, outcome: Failure}]
                    sql: insert into told values ('handler', {{Values}})
            """);
    }

    private void Die(string point, params string[] arguments)
    {
        using var command = new RunningCommand(
            _folder.Path, new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = point }, arguments);
        Assert.That(command.ExitCode(), Is.EqualTo(137), command.Said);
    }

    private List<string> ToldBy(string who) => Rows($"select o || '|' || c from told where w = '{who}'");

    private List<string> Rows(string sql) => DataFile.Rows(_folder.Path, "lite.db", sql);
}
