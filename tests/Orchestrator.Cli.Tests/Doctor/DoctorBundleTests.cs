using System.IO.Compression;
using System.Net.Sockets;

namespace Orchestrator.Cli.Tests.Doctor;

/// <summary>What `doctor --bundle` hands on.</summary>
internal sealed class DoctorBundleTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Make()
    {
        _solution = new SmallSolution();
        _solution.Call("run", "-q");
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void A_bundle_says_what_is_in_it_and_holds_no_secret()
    {
        _solution.Write("projects/Staging/objects/customer.yaml", File.ReadAllText(
            Path.Combine(_solution.Folder, "projects/Staging/objects/customer.yaml")) + "# Password=hunter22;\n");
        var variables = new Dictionary<string, string> { ["ORCHESTRATOR_SECRET_PW"] = "s3cr3t-value" };
        _solution.Write("connections/Crm.yaml",
            "connection: Crm\nplatform: PostgreSql\nconnectionString: \"Host=h;Password=${secret:PW}\"\n");
        _solution.Write("projects/Crm/project.yaml", "project: Crm\nsource: Crm\ntarget: Staging\n");
        _solution.Write("projects/Crm/objects/order.yaml",
            "object: order\nsource: {schema: public, name: s3cr3t-value}\ncolumns: [{column: id, dataType: int}]\n");

        var called = Called.With(_solution.Folder, variables, false, "doctor", "--bundle", "b.zip");
        var twice = _solution.Call("doctor", "--bundle", "b.zip");
        var all = Entries("b.zip");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        var listed = called.Out.TrimEnd().Split('\n').Skip(1).Select(line => line.Split("KB  ")[^1]);
        Assert.That(listed, Is.EqualTo(all.Keys));
        Assert.That(all.Keys, Is.SupersetOf(new[]
        {
            "doctor.txt", "doctor.json", "owned.sql", "version.json", "ledger.json", "metadata/solution.yaml",
            "runs/1/plan.json", "runs/1/manifest.json", "runs/1/run_results.json", "runs/1/events.jsonl",
            "runs/1/run.log",
        }));
        Assert.That(all.Keys, Has.None.Contains("report"));
        Assert.That(all.Values, Has.None.Contains("hunter22").And.None.Contains("s3cr3t-value"));
        Assert.That(all["metadata/projects/Staging/objects/customer.yaml"], Does.Contain("Password=***"));
        Assert.That(twice.ExitCode, Is.EqualTo(2));
        Assert.That(twice.Error, Does.Contain("exists already"));
    }

    [Test]
    public void What_any_file_in_a_bundle_says_of_a_password_is_masked_in_all_of_them()
    {
        _solution.Write("projects/Staging/objects/grant.yaml", """
            object: grant
            kind: sql
            sql: |
              create user loader with password 'plain-one';
              create user loader identified by 'plain-two';
            """);
        var log = Path.Combine(_solution.Folder, ".orchestrator", "runs", "1", "run.log");
        File.AppendAllLines(log,
        [
            "sent Authorization: Bearer plain-three to it", "curl -u loader:plain-four https://h/",
            "the server has no plain-two",
            """{"sql":"create login a with password = N\u0027plain-five\u0027"}""",
        ]);

        var called = _solution.Call("doctor", "--bundle", "b.zip");
        var all = Entries("b.zip");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(all.Values, Has.None.Contains("plain-"));
        Assert.That(all["runs/1/run.log"], Does.Contain("the server has no ***"));
    }

    [Test]
    public void A_bundle_lists_what_could_not_be_read_and_holds_the_rest()
    {
        RunningCommand.OnLinuxOnly();
        var log = Path.Combine(_solution.Folder, ".orchestrator", "runs", "1", "run.log");
        File.Delete(log);
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(log));

        var called = _solution.Call("doctor", "--bundle", "b.zip");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Out, Does.Contain("runs/1/run.log is left out: it cannot be read"));
        Assert.That(Entries("b.zip").Keys, Does.Contain("runs/1/events.jsonl").And.Not.Contain("runs/1/run.log"));
    }

    private Dictionary<string, string> Entries(string file)
    {
        using var zip = ZipFile.OpenRead(Path.Combine(_solution.Folder, file));
        return zip.Entries.ToDictionary(entry => entry.FullName, entry =>
        {
            using var reader = new StreamReader(entry.Open());
            return reader.ReadToEnd();
        });
    }
}
