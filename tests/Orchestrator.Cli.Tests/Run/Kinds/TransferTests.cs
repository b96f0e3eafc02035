using System.Runtime.Versioning;

namespace Orchestrator.Cli.Tests.Run.Kinds;

/// <summary>Kind transfer in whole runs beside OpenSSH's server: shown, run, killed and gone on with.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
[Platform(Exclude = "Win", Reason = "the server is one of Unix")]
[UnsupportedOSPlatform("windows")]
internal sealed class TransferTests : PartnerServer
{
    [SetUp]
    public void Make()
    {
        Directory.CreateDirectory(Path.Combine(Folder.Path, "inbox"));
        Directory.CreateDirectory(Path.Combine(Partner.Files, "back"));
        Partner.Write("out/a.csv", "Id\n1\n");
        Partner.Write("out/b.csv", "Id\n2\n3\n");
    }

    [TestCase("plan")]
    [TestCase("validate")]
    [TestCase("show", "Staging/bring")]
    [TestCase("ls", "-v")]
    public void Looking_at_metadata_connects_to_no_server(params string[] arguments)
    {
        WriteSolution();
        Partner.Stop();

        var called = Called.With(Folder.Path, arguments);
        Partner.StartAgain();

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        if (arguments[0] == "show")
        {
            Assert.That(called.Out, Does.Contain(Partner.HostKey).And.Contain("out/*.csv"));
        }
    }

    [Test]
    public void What_is_got_is_loaded_behind_it_and_what_is_made_is_sent()
    {
        WriteSolution();

        var called = Called.With(Folder.Path, "run");

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(Loaded(), Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(There("back"), Is.EqualTo(new[] { "a.csv", "b.csv" }));
        Assert.That(There("out"), Is.Empty);
        var log = Directory.GetFiles(Folder.Path, "run.log", SearchOption.AllDirectories).Single();
        Assert.That(File.ReadAllText(log), Does.Contain("'a.csv': 5 bytes"));
    }

    [Test]
    public void A_server_with_another_host_key_fails_the_run_with_both_fingerprints()
    {
        WriteSolution();
        var before = Partner.HostKey;
        Partner.Rekey();

        var called = Called.With(Folder.Path, "run");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That((called.Out + called.Error).ReplaceLineEndings(" "), Does.Contain("ORC3585"));
        var log = Directory.GetFiles(Folder.Path, "run.log", SearchOption.AllDirectories).Single();
        Assert.That(File.ReadAllText(log), Does.Contain(before).And.Contain(Partner.HostKey));
        Assert.That(There("out"), Has.Length.EqualTo(2));
    }

    [Test]
    public void Online_the_server_is_asked_for_its_key_and_whether_it_lets_us_in()
    {
        WriteSolution();

        var good = Called.With(Folder.Path, "validate", "--online");
        Partner.Rekey();
        var bad = Called.With(Folder.Path, "validate", "--online");

        Assert.That(good.ExitCode, Is.Zero, good.Out + good.Error);
        Assert.That(bad.ExitCode, Is.Not.Zero);
        Assert.That(bad.Out + bad.Error, Does.Contain("ORC3518").And.Contain("ORC3585"));
    }

    [TestCase("file.renamed.before@Staging/bring", Category = "Full")]
    [TestCase("file.renamed.after@Staging/bring:2")]
    [TestCase("transfer.noted")]
    [TestCase("transfer.deleted.before", Category = "Full")]
    [TestCase("transfer.deleted.after")]
    [TestCase("transfer.deleted.after:2", Category = "Full")]
    [TestCase("transfer.sent", Category = "Full")]
    [TestCase("transfer.renamed.before")]
    [TestCase("transfer.renamed.after", Category = "Full")]
    [TestCase("transfer.renamed.after:2", Category = "Full")]
    public void Killed_and_killed_again_it_comes_to_the_same_end(string point)
    {
        RunningCommand.OnLinuxOnly();
        WriteSolution();
        Die(point, "run");
        using (var again = Crashing(point, "retry"))
        {
            // It may not come by the point again, where what is done is done.
            if (again.ExitCode() != 0)
            {
                Assert.That(again.ExitCode(), Is.EqualTo(137), again.Said);
                Assert.That(Called.With(Folder.Path, "retry"), Has.Property("ExitCode").Zero);
            }
        }

        Assert.That(Loaded(), Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(There("back"), Is.EqualTo(new[] { "a.csv", "b.csv" }));
        Assert.That(There("out"), Is.Empty);
        Assert.That(Directory.GetFiles(Path.Combine(Folder.Path, "inbox"), "*.loading"), Is.Empty);
    }

    private void Die(string point, params string[] arguments)
    {
        using var command = Crashing(point, arguments);
        Assert.That(command.ExitCode(), Is.EqualTo(137), command.Said);
    }

    private string[] There(string folder) =>
        [.. Directory.GetFiles(Path.Combine(Partner.Files, folder)).Select(file => Path.GetFileName(file)!)
            .Order(StringComparer.Ordinal)];

    private void WriteSolution() => Folder.Write("solution.yaml", Head + """
          - {connection: Inbox, platform: Files, folder: inbox}
        projects:
          - project: Staging
            source: Inbox
            target: Staging
            objects:
              - object: bring
                kind: transfer
                transfer: {get: out/*.csv, from: Partner, to: Inbox, delete: true}
              - object: got
                source: {file: "*.csv"}
                columns: [{column: Id, dataType: int}]
                dependsOn: [bring]
              - object: send
                kind: transfer
                transfer: {put: "*.csv", from: Inbox, to: Partner, into: back}
                dependsOn: [got]
        """);
}
