namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>A night on which a file of `objects: "*"` does not come.</summary>
internal sealed class GoneFileTests
{
    private const string Solution = """
        formatVersion: 1
        solution: Shop
        connections:
          - {connection: Files, platform: Files, folder: data}
          - {connection: Raw, platform: Sqlite, stage: LND}
          - {connection: Source, platform: Sqlite, stage: SRC}
        batches:
          - {batch: Nightly, projects: [Raw, Source]}
        projects:
          - {project: Raw, source: Files, target: Raw, objects: "*"}

        """;

    private const string Own =
        "  - {project: Source, source: Raw, target: Source, objects: [{object: a}, {object: b}]}\n";
    private const string Inherited = "  - {project: Source, inherit: Raw, target: Source}\n";

    [TestCase(Own, "read by Source/b as if they were of today")]
    [TestCase(Inherited, "its project lists files, and none is there for it")]
    public void The_run_says_whose_rows_are_of_yesterday(string stage, string said)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", Solution + stage);
        folder.Write("data/a.csv", "id\n1\n");
        folder.Write("data/b.csv", "id\n1\n");
        var first = Called.With(folder.Path, "run");
        File.Delete(Path.Combine(folder.Path, "data", "b.csv"));

        var second = Called.With(folder.Path, "run");
        var third = Called.With(folder.Path, "run");

        Assert.That(first.ExitCode, Is.Zero, first.Error + first.Out);
        Assert.That(first.Out + first.Error, Does.Not.Contain("ORC1170"));
        Assert.That(second.ExitCode, Is.Zero, second.Error + second.Out);
        Assert.That(second.Out + second.Error, Does.Contain("ORC1170 Raw/b was in the plan of run 1"));
        Assert.That(second.Out + second.Error, Does.Contain("keeps the rows of run 1").And.Contain(said));
        Assert.That(File.ReadAllText(Path.Combine(folder.Path, ".orchestrator", "runs", "2", "run.log")),
            Does.Contain("ORC1170"));
        Assert.That(third.Out + third.Error, Does.Not.Contain("ORC1170"));
    }
}
