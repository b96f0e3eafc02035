namespace Orchestrator.Cli.Tests.Solutions;

/// <summary>`validate --online` looks at the folders of files, too, which objects read and write.</summary>
internal sealed class OnlineFoldersTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        DataFile.Execute(_folder.Path, "lite.db", "create table sale(id integer primary key)");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("Lite", "source: {name: sale}", "Out")]
    [TestCase("Out", "source: {file: s.csv}", "Lite")]
    public void A_folder_that_is_missing_is_said(string source, string reads, string target)
    {
        Write(source, reads, target);

        var looked = Called.With(_folder.Path, "validate", "--online");
        var alone = Called.With(_folder.Path, "validate");
        Directory.CreateDirectory(Path.Combine(_folder.Path, "out"));
        var there = Called.With(_folder.Path, "validate", "--online");

        Assert.That(looked.ExitCode, Is.EqualTo(4), looked.Out);
        Assert.That(looked.Out, Does.Contain("ORC3518: the connection 'Out' cannot be used: ORC3101")
            .And.Contain("there is no folder").And.Contain("connections test Out"));
        Assert.That(alone.ExitCode, Is.Zero, "metadata is looked at far from its data, too");
        Assert.That(there.Out, Does.Not.Contain("ORC3518"));
    }

    [Test]
    public void A_folder_that_no_object_uses_is_no_matter()
    {
        Write("Lite", "source: {name: sale}", "Lite");

        var looked = Called.With(_folder.Path, "validate", "--online");

        Assert.That(looked.Out, Does.Not.Contain("ORC3518"));
    }

    private void Write(string source, string reads, string target) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Folders
        connections:
          - {connection: Lite, platform: Sqlite, file: lite.db}
          - {connection: Out, platform: Files, folder: out}
        batches: [{batch: Nightly, projects: [P]}]
        projects:
          - project: P
            source: {{source}}
            target: {{target}}
            objects:
              - {object: copy, {{reads}}, columns: [{column: id, dataType: int}]}
        """);
}
