using Orchestrator.Tds;

namespace Orchestrator.Faults.Tests;

/// <summary>The same of SQL Server, as far as its wire can show it.</summary>
internal sealed class SqlServerFaultTests
{
    private const int Rows = 20_000;

    private Night _night = null!;
    private ScriptedServer _scripted = null!;

    [SetUp]
    public void Make()
    {
        _night = new Night();
        _scripted = new ScriptedServer();
        _night.Write("in/s.csv", "id,name\n" + string.Concat(Enumerable.Range(1, Rows).Select(i => $"{i},row {i}\n")));
    }

    [TearDown]
    public void Remove()
    {
        _scripted.Dispose();
        _night.Dispose();
    }

    [TestCase(1)]
    [TestCase(0)]
    public void A_cut_in_a_bulk_copy(int retries)
    {
        _scripted.Server.OnBulk("dbo.t", (load, reply) =>
        {
            load.Read(1000);
            reply.Cut();
        }).Once();

        Check(Load(retries), retries, "Transient", "connection");
    }

    [TestCase(1)]
    [TestCase(0)]
    public void A_server_that_restarts(int retries)
    {
        _scripted.Server.OnBulk("dbo.t", (load, _) =>
        {
            load.Read(1000);
            _scripted.Server.CutAll();
        }).Once();

        Check(Load(retries), retries, "Transient", "connection");
    }

    [TestCase(1205, 13, "Transient", 1)]
    [TestCase(1205, 13, "Transient", 0)]
    [TestCase(1222, 16, "Transient", 1)]
    [TestCase(1222, 16, "Transient", 0)]
    [TestCase(1105, 17, "Transient", 0)]
    [TestCase(9002, 17, "Transient", 0)]
    [TestCase(547, 16, "Data", 0)]
    [TestCase(229, 14, "Config", 0)]
    public void What_the_server_says_in_the_middle_of_a_bulk_copy(int number, byte type, string expected, int retries)
    {
        _scripted.Server.OnBulk("dbo.t", (load, reply) =>
        {
            load.Read(1000);
            load.Drop();
            reply.Rollback().Error(new ServerMessage(number, "It went wrong.") { Class = type });
        }).Once();

        Check(Load(retries), retries, expected, $"{number}");
    }

    [TestCase(1)]
    [TestCase(0)]
    public void A_cut_in_any_of_the_commits_whether_it_was_made_or_not(int retries)
    {
        foreach (var isMade in new[] { false, true })
        {
            for (var number = 1; ; number++)
            {
                using var other = _scripted = Anew();
                var (seen, strike) = (0, number);
                _scripted.Server.OnCommit(reply =>
                {
                    if (Interlocked.Increment(ref seen) == strike && !isMade)
                    {
                        reply.Cut();
                    }

                    reply.Commit();
                    if (seen == strike)
                    {
                        reply.Cut();
                    }
                });

                var called = Load(retries);

                var what = $"commit {number}, {(isMade ? "made" : "not made")}:\n{called.Out}{called.Error}";
                Assert.That(called.IsInTime || retries > 0, what);
                Assert.That(called.ExitCode == 0 || retries == 0, what);
                Assert.That(_scripted.Target.Rows, Has.Count.EqualTo(called.ExitCode == 0 ? Rows : 0), what);
                if (Volatile.Read(ref seen) < strike)
                {
                    Assert.That(number, Is.GreaterThan(1));
                    break;
                }
            }
        }
    }

    [TestCase(1)]
    [TestCase(0)]
    public void A_cut_in_a_read(int retries)
    {
        var strikes = 0;
        _scripted.Source(Rowsof(() => Interlocked.Increment(ref strikes) == 1));
        _night.Solution(
            Connection("Source"), "{connection: Target, platform: Sqlite}", Object("{name: s}"), retries);

        var called = _night.Run();

        Assert.That(called.IsInTime || retries > 0, $"{called.Time}");
        Assert.That(called.ExitCode, Is.EqualTo(retries > 0 ? 0 : 1), called.Error);
        Assert.That(called.Error, Does.Contain("ORC3409 Transient").And.Contain("connection Source"));
        Assert.That(called.Out, retries > 0 ? Does.Contain($"{Rows:#,0} inserted") : Does.Contain("1 failed"));
    }

    private IEnumerable<object?[]> Rowsof(Func<bool> strikes)
    {
        var isStruck = strikes();
        for (var i = 1; i <= Rows; i++)
        {
            if (isStruck && i == Rows / 2)
            {
                _scripted.Server.CutAll();
            }

            yield return [i, $"row {i}"];
        }
    }

    private ScriptedServer Anew()
    {
        _scripted.Dispose();
        _night.ForgetRuns();
        return new ScriptedServer();
    }

    private Called Load(int retries)
    {
        _night.Solution(
            "{connection: Unused, platform: Files, folder: in}", Connection("Target"), Object("{file: s.csv}"),
            retries);
        return _night.Run();
    }

    private string Connection(string name)
    {
        var text = ScriptedServer.ConnectionString(_scripted.Server.Port, _night.Secret("s3cret"));
        return $$"""{connection: {{name}}, platform: SqlServer, connectionString: "{{text}}"}""";
    }

    private static string Object(string source) => $$"""
        - object: t
          source: {{source}}
          load: {pattern: Append}
          columns:
            - {column: id, dataType: int}
            - {column: name, dataType: varchar(70)}
        """;

    private void Check(Called called, int retries, string type, string code)
    {
        Assert.That(_scripted.Server.Failures, Is.Empty);
        Assert.That(called.IsInTime || retries > 0, $"{called.Time}");
        Assert.That(called.ExitCode, Is.EqualTo(retries > 0 ? 0 : 1), called.Error);
        Assert.That(called.Error, Does.Contain($"{type}, attempt 1 of {retries + 1}"));
        Assert.That(called.Error, Does.Contain("connection Target"));
        Assert.That(called.Error, Does.Contain(code));
        Assert.That(called.Error, Does.Contain("next: orchestrator retry"));
        Assert.That(called.Error, Does.Not.Contain("s3cret"));
        Assert.That(_scripted.Target.Rows, Has.Count.EqualTo(retries > 0 ? Rows : 0));
    }
}
