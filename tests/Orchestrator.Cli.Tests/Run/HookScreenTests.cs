namespace Orchestrator.Cli.Tests.Run;

/// <summary>Hooks at every height and objects for each value, as plan, show, run and status tell of them.</summary>
internal sealed class HookScreenTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Nights
            variables:
              - {variable: Tenant, dataType: nvarchar(9), default: none}
            connections:
              - {connection: Crm_A, platform: Files, folder: a}
              - {connection: Crm_B, platform: Files, folder: b}
              - {connection: Staging, platform: Sqlite}
            batches:
              - batch: Nightly
                projects: [Staging]
                hooks:
                  - hook: begin
                    when: before
                    connection: Staging
                    sql: create table if not exists nights (what text)
                  - hook: failed
                    when: after
                    outcome: Failure
                    connection: Staging
                    sql: insert into nights values ('bad')
            projects:
              - project: Staging
                target: Staging
                forEach: {variable: Tenant, in: [A, B], connections: {source: "Crm_${var:Tenant}"}}
                containers:
                  - container: Core
                    default: true
                    hooks:
                      - {hook: check, when: after, outcome: Completion, sql: "insert into nights values ('core')"}
                hooks:
                  - {hook: nights, when: before, sql: "delete from nights"}
                objects:
                  - object: customer
                    source: {file: customer.csv}
                    target: {name: "customer_${var:Tenant}"}
                    columns:
                      - {column: Id, dataType: int}
                    hooks:
                      - hook: tidy
                        when: after
                        transaction: load
                        sql: delete from customer_A where Id < 0 and @Tenant = 'A'
                      - {hook: note, when: after, sql: "insert into nights values (@Tenant)"}
            """);
        _folder.Write("a/customer.csv", "Id\n1\n2\n");
        _folder.Write("b/customer.csv", "Id\n3\n");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("hooks-plan", "plan")]
    [TestCase("hooks-ls", "ls")]
    [TestCase("hooks-show-hook", "show", "Staging/Core#check")]
    [TestCase("hooks-show-hook-of-a-batch", "show", "Nightly#after/failed")]
    [TestCase("hooks-show-sql", "show", "Staging/customer[A]", "--sql")]
    [Category("Approved")]
    public void Before_a_run_they_are_shown_as_approved(string name, params string[] arguments)
    {
        var called = Called.With(_folder.Path, arguments);

        Assert.That((called.ExitCode, called.Error), Is.EqualTo((0, "")));
        Approved.Check(name, called.Out, _folder.Path);
    }

    [Test]
    [Category("Approved")]
    public void An_object_shows_its_value_and_its_hooks()
    {
        var lines = Called.With(_folder.Path, "show", "Staging/customer[A]").Out.Split('\n')
            .Where(line => line.Contains("hooks", StringComparison.Ordinal)
                || line.Contains("forEach", StringComparison.Ordinal));

        Approved.Check("hooks-show-object", string.Join('\n', lines) + "\n", _folder.Path);
    }

    [TestCase(true)]
    [TestCase(false)]
    [Category("Approved")]
    public void A_run_and_its_status_tell_of_them_as_approved(bool succeeds)
    {
        if (!succeeds)
        {
            _folder.Write("b/customer.csv", "Id\nx\n");
        }

        var run = Called.With(_folder.Path, "run", "--max-concurrency", "1");
        var status = Called.With(_folder.Path, "status", "1");
        var why = Called.With(_folder.Path, "status", "1", "--why");
        var history = Called.With(_folder.Path, "history", "Staging/customer[A]");

        Assert.That(run.ExitCode, Is.EqualTo(succeeds ? 0 : 1), run.Error);
        // Which of them was the slowest is another matter each time.
        var summary = run.Out[..run.Out.IndexOf("wall", StringComparison.Ordinal)];
        Approved.Check(
            succeeds ? "hooks-run" : "hooks-run-failed",
            $"{run.Error}{summary}> status 1\n{status.Out}> status 1 --why\n{why.Out}> history\n{history.Out}",
            _folder.Path);
    }
}
