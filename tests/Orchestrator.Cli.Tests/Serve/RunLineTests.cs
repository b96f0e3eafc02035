namespace Orchestrator.Cli.Tests.Serve;

/// <summary>Real runs that are due at once, and a service that may have one at work.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for a service.
internal sealed class RunLineTests
{
    [Test]
    public void Runs_that_are_due_at_once_follow_each_other_where_a_service_may_have_one_at_work()
    {
        RunningCommand.OnLinuxOnly();
        using var folder = new TemporaryFolder();
        folder.Write("data/customer.csv", "id,name\n1,a\n");
        folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Files, platform: Files, folder: data}
              - {connection: Staging, platform: Sqlite, stage: STG}
            batches:
              - {batch: First, projects: [Staging]}
              - {batch: B, projects: [Staging], triggers: [{trigger: then, after: {batch: First}}]}
              - {batch: C, projects: [Staging], triggers: [{trigger: then, after: {batch: First}}]}
              - {batch: D, projects: [Staging], triggers: [{trigger: then, after: {batch: First}}]}
            projects:
              - {project: Staging, source: Files, target: Staging, objects: "*"}
            """);
        using var service = new RunningCommand(folder.Path, "serve", "--listen", "127.0.0.1:0", "--max-runs", "1");
        service.AwaitLine("in force: ");

        Assert.That(Called.With(folder.Path, "run", "First", "-q").ExitCode, Is.Zero);
        service.AwaitLine("of C/then: waits in line, as 1 runs are at work (--max-runs)");
        service.AwaitLine("of D/then: waits in line, as 1 runs are at work (--max-runs)");
        service.AwaitLine("of D/then: ended Succeeded");

        Assert.That(LedgerTables.Rows(folder.Path, "select batch from runs order by run"),
            Is.EqualTo(new[] { "First", "B", "C", "D" }), service.Said);
        Assert.That(LedgerTables.Rows(folder.Path,
            "select count(*) from runs a join runs b on b.run > a.run and b.started_at < a.ended_at"),
            Is.EqualTo(new[] { "0" }));
        service.Send("TERM");
        Assert.That(service.ExitCode(), Is.Zero.Or.EqualTo(143), service.Said);
    }
}
