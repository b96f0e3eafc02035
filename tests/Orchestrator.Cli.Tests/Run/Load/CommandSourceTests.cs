namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>A program as a source is started by who runs it, and by nothing else.</summary>
internal sealed class CommandSourceTests
{
    private const string Solution = """
        formatVersion: 1
        solution: Shop
        connections:
          - {connection: Here, platform: Files, folder: .}
          - {connection: Staging, platform: Sqlite}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - project: Staging
            source: Here
            target: Staging
            objects:
              - {object: rates, source: {command: [sh, -c, "touch started; echo id; echo 1"], format: csv}}
        """;

    private TemporaryFolder _folder = null!;

    private bool IsStarted => File.Exists(Path.Combine(_folder.Path, "started"));

    [SetUp]
    public void Write()
    {
        _folder = new TemporaryFolder();
        _folder.Write("solution.yaml", Solution);
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("validate")]
    [TestCase("plan")]
    [TestCase("show", "Staging/rates")]
    [TestCase("ls")]
    public void Looking_at_metadata_starts_nothing(params string[] arguments)
    {
        Assert.That(Called.With(_folder.Path, arguments).ExitCode, Is.Zero);
        Assert.That(IsStarted, Is.False);
    }

    [Test]
    public void A_run_that_is_not_allowed_to_start_it_does_not_begin()
    {
        var called = Called.With(_folder.Path, "run");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("Staging/rates starts 'sh'").And.Contain("--allow process"));
        Assert.That(IsStarted, Is.False);
    }

    [Test]
    public void A_run_that_is_allowed_to_loads_what_it_writes()
    {
        var called = Called.With(_folder.Path, "run", "--allow", "process");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(IsStarted, Is.True);
        Assert.That(called.Out, Does.Contain("1 read"));
    }

    [Test]
    public void Anything_else_cannot_be_allowed()
    {
        Assert.That(Called.With(_folder.Path, "run", "--allow", "everything").ExitCode, Is.EqualTo(2));
    }
}
