using System.Runtime.Versioning;
using Orchestrator.SftpCluster;

namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>Whole runs that load out of a folder that OpenSSH's server has, killed and gone on with.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
[Platform(Exclude = "Win", Reason = "the server is one of Unix")]
[UnsupportedOSPlatform("windows")]
internal sealed class StoredFolderRunTests
{
    private SftpServer _server = null!;
    private TemporaryFolder _folder = null!;

    [OneTimeSetUp]
    public void StartServer() => _server = SftpServer.Start();

    [OneTimeTearDown]
    public void EndServer() => _server?.Dispose();

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        Directory.Delete(_server.Files, recursive: true);
        Directory.CreateDirectory(_server.Files);
        _server.Write("out/a.csv", "Id,Name\n1,a\n");
        _server.Write("out/b.csv", "Id,Name\n2,b\n3,c\n");
        WriteSolution("sftp://Partner/out");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("plan")]
    [TestCase("validate")]
    [TestCase("show", "Staging/got")]
    [TestCase("ls", "-v")]
    [TestCase("connections", "list")]
    public void Looking_at_metadata_connects_to_no_server(params string[] arguments)
    {
        _server.Stop();

        var called = Called.With(_folder.Path, arguments);
        _server.StartAgain();

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
    }

    [Test]
    public void What_is_there_is_loaded_and_lies_in_the_archive_there_and_a_second_run_finds_nothing_new()
    {
        var first = Called.With(_folder.Path, "run");
        var second = Called.With(_folder.Path, "run");
        _server.Write("out/c.csv", "Id,Name\n4,d\n");
        var third = Called.With(_folder.Path, "run");

        Assert.That((first.ExitCode, second.ExitCode, third.ExitCode), Is.EqualTo((0, 0, 0)), first.Out + first.Error);
        Assert.That(Loaded(), Is.EqualTo(new[] { "1", "2", "3", "4" }));
        Assert.That(There(), Is.EqualTo(new[] { "out/done/a.csv", "out/done/b.csv", "out/done/c.csv" }));
    }

    [Test]
    public void A_server_with_another_host_key_is_not_signed_in_at()
    {
        _server.Rekey();

        var called = Called.With(_folder.Path, "run");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That((called.Out + called.Error).ReplaceLineEndings(" "), Does.Contain("ORC3585"));
        Assert.That(There(), Is.EqualTo(new[] { "out/a.csv", "out/b.csv" }));
        WriteSolution("sftp://Partner/out");
        Assert.That(Called.With(_folder.Path, "run").ExitCode, Is.Zero);
    }

    [Test]
    public void Online_the_folder_is_listed_and_a_server_or_folder_that_is_not_there_is_told()
    {
        var good = Called.With(_folder.Path, "validate", "--online");
        var test = Called.With(_folder.Path, "connections", "test", "Drop");
        WriteSolution("sftp://Partner/elsewhere");
        var missing = Called.With(_folder.Path, "validate", "--online");
        WriteSolution("sftp://Partner/out");
        _server.Rekey();
        var other = Called.With(_folder.Path, "validate", "--online");

        Assert.That((good.ExitCode, test.ExitCode), Is.EqualTo((0, 0)), good.Out + good.Error + test.Out);
        Assert.That(test.Out, Does.Contain("2 files"));
        Assert.That(missing.Out + missing.Error, Does.Contain("ORC3518").And.Contain("ORC3588"));
        Assert.That(other.Out + other.Error, Does.Contain("ORC3518").And.Contain("ORC3585"));
    }

    [TestCase("ledger.files.before")]
    [TestCase("ledger.files.after")]
    [TestCase("stored.moved.before")]
    [TestCase("stored.moved.after")]
    [TestCase("stored.moved.after:2")]
    [TestCase("files.moved")]
    public void Killed_and_killed_again_each_file_is_loaded_once_and_lies_in_the_archive(string point)
    {
        RunningCommand.OnLinuxOnly();
        using (var first = Crashing(point))
        {
            Assert.That(first.ExitCode(), Is.EqualTo(137), first.Said);
        }

        using (var again = Crashing(point))
        {
            // It may not come by the point again, where what is done is done.
            Assert.That(again.ExitCode(), Is.EqualTo(137).Or.Zero, again.Said);
        }

        var last = Called.With(_folder.Path, "run");

        Assert.That(last.ExitCode, Is.Zero, last.Out + last.Error);
        Assert.That(Loaded(), Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(There(), Is.EqualTo(new[] { "out/done/a.csv", "out/done/b.csv" }));
    }

    private RunningCommand Crashing(string point) => new(
        _folder.Path, new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = point }, "run");

    private string[] There() => [.. Directory.GetFiles(_server.Files, "*", SearchOption.AllDirectories)
        .Select(file => Path.GetRelativePath(_server.Files, file)).Order(StringComparer.Ordinal)];

    private List<string> Loaded() => DataFile.Rows(_folder.Path, "Staging.db", "select Id from got order by Id");

    private void WriteSolution(string folder) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Partners
        fileServers:
          - fileServer: Partner
            host: 127.0.0.1
            port: {{_server.Port}}
            user: {{SftpServer.User}}
            keyFile: {{_server.KeyFile}}
            hostKey: {{_server.HostKey}}
        connections:
          - {connection: Drop, platform: Files, folder: "{{folder}}", files: {archive: done, onNone: skip} }
          - {connection: Staging, platform: Sqlite}
        batches:
          - {batch: Nightly, projects: [Staging]}
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
