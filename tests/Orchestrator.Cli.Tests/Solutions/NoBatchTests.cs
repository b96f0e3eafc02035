namespace Orchestrator.Cli.Tests.Solutions;

/// <summary>A solution without a batch, of which nothing can be run.</summary>
internal sealed class NoBatchTests
{
    [Test]
    public void What_a_run_refuses_for_want_of_a_batch_is_not_called_valid()
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", """
            formatVersion: 1
            solution: S
            connections:
              - {connection: Crm, platform: Sqlite}
              - {connection: Staging, platform: Sqlite}
            projects:
              - {project: P, source: Crm, target: Staging, objects: [{object: a}]}
            """);

        var (validated, run) = (Call(folder, "validate"), Call(folder, "run"));

        Assert.That((validated.ExitCode, run.ExitCode), Is.EqualTo((2, 2)));
        Assert.That(validated.Out, Does.Contain("ORC2001: the solution has no batch, so that nothing of it can be run")
            .And.Contain("- {batch: Nightly, projects: [P]}").And.Not.Contain("valid:"));
    }

    private static Called Call(TemporaryFolder folder, params string[] arguments) =>
        Called.With(folder.Path, [], false, arguments);
}
