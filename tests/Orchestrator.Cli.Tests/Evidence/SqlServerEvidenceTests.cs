using System.Text.Json;
using Orchestrator.Tds;

namespace Orchestrator.Cli.Tests.Evidence;

/// <summary>What runs into a SQL Server leave of evidence, held against what the server has counted.</summary>
internal sealed class SqlServerEvidenceTests
{
    private const int Rows = 40;

    private TemporaryFolder _folder = null!;
    private TdsServer _server = null!;
    private TableStore _store = null!;
    private Task _asked = Task.CompletedTask;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _server = TdsServer.Start();
        _store = new TableStore(_server);
        _store.Run("CREATE TABLE [dbo].[t] ([id] int, [name] varchar(70))");
        _server.OnLogin((login, _) => Assert.That(!IsPackage(login) || _asked.Wait(TimeSpan.FromMinutes(5))));
        _folder.Write("in/s.csv", "id,name\n" + string.Concat(Enumerable.Range(1, Rows).Select(i => $"{i},Ann\n")));
    }

    [TearDown]
    public void Remove()
    {
        _server.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void Waits_tells_what_the_package_has_committed_and_waited_for_as_the_server_has_counted_it()
    {
        Run(mode: "off");

        using var waits = Document("waits");
        var package = waits.RootElement.GetProperty("packages")[0];
        var commits = package.GetProperty("commits").GetInt64();
        var log = package.GetProperty("waits")[0];
        Assert.That(commits, Is.GreaterThanOrEqualTo(Rows));
        Assert.That(log.GetProperty("name").GetString(), Is.EqualTo("WRITELOG"));
        Assert.That(log.GetProperty("is_sampled").GetBoolean(), Is.False);
        Assert.That(log.GetProperty("count").GetInt64(), Is.GreaterThanOrEqualTo(commits));
        Assert.That(package.GetProperty("log_seconds").GetDouble(), Is.EqualTo(
            log.GetProperty("count").GetInt64() * ServerCounts.FlushMilliseconds / 1000.0).Within(1e-9));
        Assert.That(waits.RootElement.GetProperty("run").GetProperty("not_available").GetArrayLength(), Is.Zero);
    }

    [Test]
    public void The_database_has_at_least_what_its_package_has_and_a_flush_for_each_wait()
    {
        Run(mode: "off");

        using var waits = Document("waits");
        var (database, package) = (
            waits.RootElement.GetProperty("databases")[0], waits.RootElement.GetProperty("packages")[0]);
        var flushes = database.GetProperty("log_flushes").GetInt64();
        Assert.That(database.GetProperty("platform").GetString(), Is.EqualTo("SQL Server"));
        Assert.That(flushes, Is.GreaterThanOrEqualTo(package.GetProperty("waits")[0].GetProperty("count").GetInt64()));
        Assert.That(database.GetProperty("log_bytes").GetInt64(), Is.EqualTo(flushes * ServerCounts.FlushBytes));
        Assert.That(database.GetProperty("transactions").GetInt64(), Is.EqualTo(flushes));
        Assert.That(Names(database), Is.EqualTo(new[] { "WRITELOG" }), "nothing that is idle");
    }

    [Test]
    public void Compare_shows_what_relaxing_has_brought_and_advice_had_known_of_it()
    {
        Run(mode: "off");
        var advice = Call("plan").Out;
        Run(mode: "forced");

        using var compared = Document("compare", "1", "2");
        var (durable, relaxed) = (
            compared.RootElement.GetProperty("runs")[0], compared.RootElement.GetProperty("runs")[1]);
        Assert.That(durable.GetProperty("log_flushes").GetInt64(), Is.GreaterThanOrEqualTo(Rows));
        Assert.That(relaxed.GetProperty("log_flushes").GetInt64(), Is.LessThan(Rows));
        Assert.That(relaxed.GetProperty("transactions").GetInt64(), Is.GreaterThanOrEqualTo(Rows));
        Assert.That(relaxed.GetProperty("log_wait_seconds").GetDouble(),
            Is.LessThan(durable.GetProperty("log_wait_seconds").GetDouble() / 2));
        Assert.That(advice, Does.Contain("advice: Target: ").And.Contain("waited").And.Contain("for the log"));
    }

    [Test]
    public void Without_the_right_the_run_succeeds_and_says_what_it_needs()
    {
        _store.Counts.MaySeeCounters = _store.Counts.MaySeeWaits = false;
        Run(mode: "off");

        using var waits = Document("waits");
        var (run, database) = (waits.RootElement.GetProperty("run"), waits.RootElement.GetProperty("databases")[0]);
        Assert.That(
            run.GetProperty("not_available").EnumerateArray().Select(what => what.GetString()), Is.SupersetOf(new[]
            {
                "Target: commits, flushes, log bytes: not available: needs VIEW SERVER PERFORMANCE STATE",
                "Target: waits: not available: needs VIEW SERVER PERFORMANCE STATE",
                "waits: not available: needs VIEW SERVER PERFORMANCE STATE",
            }));
        Assert.That(database.TryGetProperty("log_flushes", out _), Is.False);
        Assert.That(run.TryGetProperty("log_wait_seconds", out _), Is.False);
        Assert.That(Call("waits").Out, Does.Contain("not available log flushes"));
    }

    private static bool IsPackage(Login login) => login.Application.EndsWith("Night/t", StringComparison.Ordinal);

    private static IEnumerable<string?> Names(JsonElement of) =>
        of.GetProperty("waits").EnumerateArray().Select(wait => wait.GetProperty("name").GetString());

    private JsonDocument Document(params string[] arguments) =>
        JsonDocument.Parse(Call([.. arguments, "-o", "json"]).Out);

    private void Run(string mode)
    {
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Evidence
            connections:
              - {connection: Files, platform: Files, folder: in}
              - {connection: Target, platform: SqlServer, connectionString: "${env:TARGET}", reloadable: true,
                 delayedDurability: {mode: {{mode}}} }
            batches: [{batch: Nightly, projects: [Night]}]
            projects:
              - project: Night
                source: Files
                target: Target
                objects:
                  - object: t
                    source: {file: s.csv}
                    load: {pattern: Append, fastLoad: false, commitRows: 1}
                    columns:
                      - {column: id, dataType: int}
                      - {column: name, dataType: varchar(70)}
            """);
        // The package comes when the one that looks has begun to.
        _asked = _store.Counts.MaySeeWaits ? _store.Counts.Asked : Task.CompletedTask;
        var called = Call("run");
        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That((_server.Failures.Count, _server.Unanswered.Count), Is.EqualTo((0, 0)));
    }

    private Called Call(params string[] arguments) => Called.With(_folder.Path, new()
    {
        ["TARGET"] = $"Server=tcp:127.0.0.1,{_server.Port};Database=Staging;User ID=loader;Password=x;Encrypt=Optional",
    }, false, arguments);
}
