using Orchestrator.Tds;

namespace Orchestrator.Faults.Tests;

/// <summary>Loads into a scripted server in a process of its own, which can crash and come back.</summary>
internal sealed class StoreProcessTests
{
    private Night _night = null!;
    private StoreProcess _server = null!;

    [SetUp]
    public void Make()
    {
        _night = new Night();
        _server = StoreProcess.Start();
        _server.Run("CREATE TABLE [dbo].[t] ([id] int, [name] varchar(70))");
        _night.Write("in/s.csv", "id,name\n1,Ann\n2,Bob\n");
    }

    [TearDown]
    public void Remove()
    {
        _server.Dispose();
        _night.Dispose();
    }

    [TestCase("{pattern: TruncateInsert}", 2)]
    [TestCase("{pattern: Append}", 4)]
    public void A_load_goes_through_twice(string load, int rows)
    {
        var first = Load(load);
        var second = Load(load);

        Assert.That(_server.Failures, Is.Empty);
        Assert.That((first.ExitCode, second.ExitCode), Is.EqualTo((0, 0)), first.Error + second.Error);
        Assert.That(_server.Rows("dbo.t", "id", "name"), Has.Count.EqualTo(rows).And.Contains("2,Bob"));
    }

    [Test]
    public void A_crash_leaves_what_was_committed_while_commits_were_durable_and_no_more()
    {
        Load("{pattern: TruncateInsert}");
        _server["Staging"] = "FORCED";
        // Else the run would flush what others have relaxed.
        Array.ForEach(Enumerable.Repeat(7, 10).ToArray(), _server.FailFlush);
        _night.Write("in/s.csv", "id,name\n3,Cid\n");
        var unflushed = Load("{pattern: TruncateInsert}");
        var before = _server.Rows("dbo.t", "id");

        _server.Crash();

        Assert.That(unflushed.ExitCode, Is.Not.Zero);
        Assert.That(before, Is.EqualTo(new[] { "3" }));
        Assert.That(_server.Rows("dbo.t", "id"), Is.EqualTo(new[] { "1", "2" }));
        Assert.That(_server["Staging"], Is.EqualTo("FORCED"));
        _server["Staging"] = "DISABLED";
        Assert.That(Load("{pattern: TruncateInsert}").ExitCode, Is.Zero);
        Assert.That(_server.Rows("dbo.t", "id"), Is.EqualTo(new[] { "3" }));
    }

    private Called Load(string load)
    {
        var text = _server.ConnectionString.Replace("s3cret", $"${{secret:{_night.Secret("s3cret")}}}");
        _night.Solution(
            "{connection: Unused, platform: Files, folder: in}",
            $$"""{connection: Target, platform: SqlServer, connectionString: "{{text}}"}""",
            $$"""
            - object: t
              source: {file: s.csv}
              load: {{load}}
              columns:
                - {column: id, dataType: int}
                - {column: name, dataType: varchar(70)}
            """,
            retries: 0);
        return _night.Run();
    }
}
