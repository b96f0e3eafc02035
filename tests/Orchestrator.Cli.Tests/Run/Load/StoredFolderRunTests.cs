using System.Runtime.Versioning;

namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>Whole runs that load out of a folder that OpenSSH's server has, killed and gone on with.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
[Platform(Exclude = "Win", Reason = "the server is one of Unix")]
[UnsupportedOSPlatform("windows")]
internal sealed class StoredFolderRunTests : PartnerServer
{
    [SetUp]
    public void Make()
    {
        Partner.Write("out/a.csv", "Id,Name\n1,a\n");
        Partner.Write("out/b.csv", "Id,Name\n2,b\n3,c\n");
        WriteSolution("sftp://Partner/out");
    }

    [TestCase("plan")]
    [TestCase("validate")]
    [TestCase("show", "Staging/got")]
    [TestCase("ls", "-v")]
    [TestCase("connections", "list")]
    public void Looking_at_metadata_connects_to_no_server(params string[] arguments)
    {
        Partner.Stop();

        var called = Called.With(Folder.Path, arguments);
        Partner.StartAgain();

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
    }

    [Test]
    public void What_is_there_is_loaded_and_lies_in_the_archive_there_and_a_second_run_finds_nothing_new()
    {
        var first = Called.With(Folder.Path, "run");
        var second = Called.With(Folder.Path, "run");
        Partner.Write("out/c.csv", "Id,Name\n4,d\n");
        var third = Called.With(Folder.Path, "run");

        Assert.That((first.ExitCode, second.ExitCode, third.ExitCode), Is.EqualTo((0, 0, 0)), first.Out + first.Error);
        Assert.That(Loaded(), Is.EqualTo(new[] { "1", "2", "3", "4" }));
        Assert.That(There(), Is.EqualTo(new[] { "out/done/a.csv", "out/done/b.csv", "out/done/c.csv" }));
    }

    [Test]
    public void A_server_with_another_host_key_is_not_signed_in_at()
    {
        Partner.Rekey();

        var called = Called.With(Folder.Path, "run");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That((called.Out + called.Error).ReplaceLineEndings(" "), Does.Contain("ORC3585"));
        Assert.That(There(), Is.EqualTo(new[] { "out/a.csv", "out/b.csv" }));
        WriteSolution("sftp://Partner/out");
        Assert.That(Called.With(Folder.Path, "run").ExitCode, Is.Zero);
    }

    [Test]
    public void Online_the_folder_is_listed_and_a_server_or_folder_that_is_not_there_is_told()
    {
        var good = Called.With(Folder.Path, "validate", "--online");
        var test = Called.With(Folder.Path, "connections", "test", "Drop");
        WriteSolution("sftp://Partner/elsewhere");
        var missing = Called.With(Folder.Path, "validate", "--online");
        WriteSolution("sftp://Partner/out");
        Partner.Rekey();
        var other = Called.With(Folder.Path, "validate", "--online");

        Assert.That((good.ExitCode, test.ExitCode), Is.EqualTo((0, 0)), good.Out + good.Error + test.Out);
        Assert.That(test.Out, Does.Contain("2 files"));
        Assert.That(missing.Out + missing.Error, Does.Contain("ORC3518").And.Contain("ORC3588"));
        Assert.That(other.Out + other.Error, Does.Contain("ORC3518").And.Contain("ORC3585"));
    }

    [TestCase("ledger.files.before", Category = "Full")]
    [TestCase("ledger.files.after")]
    [TestCase("stored.moved.before", Category = "Full")]
    [TestCase("stored.moved.after")]
    [TestCase("stored.moved.after:2", Category = "Full")]
    [TestCase("files.moved", Category = "Full")]
    public void Killed_and_killed_again_each_file_is_loaded_once_and_lies_in_the_archive(string point)
    {
        RunningCommand.OnLinuxOnly();
        using (var first = Crashing(point, "run"))
        {
            Assert.That(first.ExitCode(), Is.EqualTo(137), first.Said);
        }

        using (var again = Crashing(point, "run"))
        {
            // It may not come by the point again, where what is done is done.
            Assert.That(again.ExitCode(), Is.EqualTo(137).Or.Zero, again.Said);
        }

        var last = Called.With(Folder.Path, "run");

        Assert.That(last.ExitCode, Is.Zero, last.Out + last.Error);
        Assert.That(Loaded(), Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(There(), Is.EqualTo(new[] { "out/done/a.csv", "out/done/b.csv" }));
    }

    private string[] There() => [.. Directory.GetFiles(Partner.Files, "*", SearchOption.AllDirectories)
        .Select(file => Path.GetRelativePath(Partner.Files, file)).Order(StringComparer.Ordinal)];

    private void WriteSolution(string folder) => Folder.Write("solution.yaml", Head + $$"""
          - {connection: Drop, platform: Files, folder: "{{folder}}", files: {archive: done, onNone: skip} }
        projects:
          - project: Staging
            source: Drop
            target: Staging
            objects:
              - object: got
                source: {file: "*.csv"}
                load: {pattern: Merge}
                columns: [{column: Id, dataType: int, key: 1}, {column: Name, dataType: varchar(9)}]
        """);
}
