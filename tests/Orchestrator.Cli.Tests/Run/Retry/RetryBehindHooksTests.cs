namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>Chains of retries behind hooks at every height: what is done is done for the whole chain.</summary>
internal sealed class RetryBehindHooksTests
{
    private const string Begun = "hooks: [{hook: begun, when: before, connection: Lite, "
        + "sql: \"insert into begun values (1)\"}]";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        DataFile.Make(_folder.Path, "lite.db", "create table begun(n int); create table log(n int)");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase(Begun, "", "")]
    [TestCase("", Begun, "")]
    [TestCase("", "", Begun)]
    [TestCase(Begun, Begun, Begun)]
    public void What_the_first_run_has_done_no_link_of_a_chain_does_again(
        string ofBatch, string ofProject, string ofContainer)
    {
        Solution(ofBatch, ofProject, ofContainer);
        Assert.That(Call("run").ExitCode, Is.EqualTo(1));

        for (var link = 0; link < 4; link++)
        {
            Assert.That(Call("retry").ExitCode, Is.EqualTo(1));
        }

        Data("create table fails(n int)");
        var last = Call("retry");

        Assert.That(last.ExitCode, Is.Zero, last.Error);
        Assert.That(last.Out + last.Error, Does.Contain("continues run 5").And.Contain("1 package done"));
        Assert.That(Rows("select count(*) from log"), Is.EqualTo(new[] { "1" }));
        Assert.That(Rows("select count(*) from fails"), Is.EqualTo(new[] { "1" }));
        Assert.That(Call("retry").Out, Does.StartWith("nothing to do"));
    }

    [Test]
    public void A_hook_that_fails_in_a_retry_makes_nothing_run_again_that_is_done()
    {
        Solution(Begun, "", "");
        Call("run");
        Data("alter table begun rename to gone");
        Assert.That(Call("retry").ExitCode, Is.EqualTo(1));
        Data("alter table gone rename to begun; create table fails(n int)");

        var last = Call("retry");

        Assert.That(last.ExitCode, Is.Zero, last.Error);
        Assert.That(Rows("select count(*) from log"), Is.EqualTo(new[] { "1" }));
    }

    [TestCase("hook.own.before", Category = "Full")]
    [TestCase("hook.own.after")]
    [TestCase("artifacts.manifest.before", Category = "Full")]
    public void Retries_that_are_killed_at_the_hook_make_nothing_run_again_that_is_done(string point)
    {
        RunningCommand.OnLinuxOnly();
        Solution(Begun, Begun, Begun);
        Call("run");
        for (var kills = 0; kills < 2; kills++)
        {
            using var command = new RunningCommand(
                _folder.Path, new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = point }, "retry");
            Assert.That(command.ExitCode(), Is.EqualTo(137), command.Said);
        }

        Data("create table fails(n int)");
        var last = Call("retry");

        Assert.That(last.ExitCode, Is.Zero, last.Error);
        Assert.That(Rows("select count(*) from log"), Is.EqualTo(new[] { "1" }));
        Assert.That(Rows("select count(*) from fails"), Is.EqualTo(new[] { "1" }));
    }

    private void Solution(string ofBatch, string ofProject, string ofContainer) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Chain
        connections:
          - {connection: Lite, platform: Sqlite, file: lite.db}
        batches:
          - batch: Nightly
            projects: [P]
            {{ofBatch}}
        projects:
          - project: P
            target: Lite
            {{ofProject}}
            containers:
              - container: All
                {{ofContainer}}
            objects:
              - {object: once, container: All, kind: sql, sql: "insert into log values (1)"}
              - {object: other, container: All, kind: sql, idempotent: true, sql: "insert into fails values (1)"}
        """);

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);

    private void Data(string sql) => DataFile.Execute(_folder.Path, "lite.db", sql);

    private List<string> Rows(string sql) => DataFile.Rows(_folder.Path, "lite.db", sql);
}
