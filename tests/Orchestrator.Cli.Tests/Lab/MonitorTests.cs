using System.Text.Json;
using Npgsql;
using Orchestrator.Cli.Grammar;
using Orchestrator.Data;
using Orchestrator.Lab.Monitoring;
using Orchestrator.Ledger;
using Orchestrator.Tds;

namespace Orchestrator.Cli.Tests.Lab;

/// <summary>`monitor`: a change of a plan is caught while it happens, and shown with the packages that ran.</summary>
internal sealed class MonitorTests
{
    private const string Statement = "SELECT Id, Pad FROM TestQueryPlan WHERE Id <= 1";

    private static int _count;

    private TemporaryFolder _folder = null!;
    private string _database = "";
    private string _sqlServer = "Server=127.0.0.1,1";
    private StringWriter _said = null!;

    [SetUp]
    public void Make()
    {
        (_folder, _said) = (new TemporaryFolder(), new StringWriter { NewLine = "\n" });
        _database = $"cli_monitor_{Interlocked.Increment(ref _count)}";
        _folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: In, platform: Files, folder: in}
              - {connection: Dwh, platform: PostgreSql, connectionString: "${env:MONITOR_DWH}"}
              - {connection: Shop, platform: MariaDb, connectionString: "Server=nowhere;Port=3306;Database=shop"}
              - {connection: Staging, platform: Sqlite}
            batches: [{batch: Nightly, projects: [Staging]}]
            projects: [{project: Staging, source: In, target: Staging, objects: [{object: customer,
                        source: {file: c.csv}, columns: [{column: Id, dataType: int}]}]}]
            """);
        _folder.Write("in/c.csv", "Id\n1\n");
    }

    [TearDown]
    public void Remove()
    {
        _said.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void The_plan_of_one_statement_changes_once_its_table_is_full_and_that_is_caught()
    {
        Admin("postgres", $"CREATE DATABASE {_database}");
        Admin(_database, """
            CREATE TABLE TestQueryPlan (Id int GENERATED ALWAYS AS IDENTITY, Pad char(1000));
            CREATE INDEX IX_TestQueryPlan_Id ON TestQueryPlan (Id);
            """);
        using var stop = new CancellationTokenSource();
        var watching = Task.Run(() => Call(stop.Token, "monitor", "run", "--connection", "Dwh", "--every", "1s"));
        using var session = Open(_database, "psql");

        var before = Seen(session, watching, 1);
        Admin(_database, """
            INSERT INTO TestQueryPlan (Pad) SELECT 'Pad me' FROM generate_series(1, 100000);
            ANALYZE TestQueryPlan;
            """);
        // A look may fall between the rows and what is known of them: then there is a plan between the two.
        var after = Seen(session, watching, 2, "Index Scan using");
        var second = Call(default, "monitor", "run", "--connection", "Dwh");
        stop.Cancel();
        var ended = watching.GetAwaiter().GetResult();

        Assert.That((ended.ExitCode, second.ExitCode), Is.EqualTo((130, 3)), ended.Error + second.Error);
        Assert.That(ended.Out, Does.Contain("Dwh (PostgreSQL)  watched for").And.Match(@"cost \d+\.\d\d % of one"));
        Assert.That(_said.ToString(), Does.Match($"plan {after[^2].Plan[..12]} → {after[^1].Plan[..12]}"));
        var plans = Call(default, "monitor", "plans");
        Assert.That(plans.Out, Does.Contain("\nSELECT Id, Pad FROM TestQueryPlan WHERE Id <= ?\n")
            .And.Contain($"plan {after[^2].Plan[..12]} → {after[^1].Plan[..12]}, the first seen last")
            .And.Contain("no package was at work; sessions: psql"));
        Assert.That(Call(default, "monitor", "show", after[^1].Plan[..8]).Out,
            Does.Contain("Index Scan using ix_testqueryplan_id on testqueryplan\n  Index Cond: (id <= ?)"));
        var difference = Call(default, "monitor", "diff", before[0].Plan, after[^1].Plan);
        Assert.That(difference.Out, Does.Contain("+   1 Index Scan using ix_testqueryplan_id").And.Contain("\n-   1 "));
        using var document = JsonDocument.Parse(Call(default, "monitor", "plans", "-o", "json").Out);
        var one = document.RootElement.GetProperty("plans").EnumerateArray().Single(
            each => each.GetProperty("plan").GetString() == after[^1].Plan);
        Assert.That(one.GetProperty("changed").GetBoolean(), Is.True);
    }

    [Test]
    public void What_it_has_kept_is_there_after_a_kill_and_it_can_watch_again()
    {
        RunningCommand.OnLinuxOnly();
        Admin("postgres", $"CREATE DATABASE {_database}");
        Admin(_database, "CREATE TABLE TestQueryPlan (Id int, Pad char(10))");
        var variables = new Dictionary<string, string>
        {
            ["MONITOR_DWH"] = Server.Cluster.ConnectionString(_database),
            ["MONITOR_SQL"] = _sqlServer,
        };
        using var session = Open(_database, "psql");
        using (var command = new RunningCommand(
            _folder.Path, variables, "monitor", "run", "--connection", "Dwh", "--every", "1s"))
        {
            Seen(session, new TaskCompletionSource<Called>().Task, 1);
            command.Send("KILL");
            Assert.That(command.ExitCode(), Is.EqualTo(137));
        }

        var plans = Call(default, "monitor", "plans", "--all");
        var again = Call(default, "monitor", "run", "--connection", "Dwh", "--for", "1s");

        Assert.That(plans.Out, Does.Contain("TestQueryPlan WHERE Id <= ?"), plans.Error);
        Assert.That(again.ExitCode, Is.Zero, again.Error);
    }

    [Test]
    public void Packages_are_told_by_their_sessions_else_by_the_time_of_their_attempts()
    {
        Assert.That(Call(default, "run", "-q").ExitCode, Is.Zero, _said.ToString());
        using var ledger = LedgerReader.Open(LedgerLocation.OfSolution(_folder.Path), TimeProvider.System)!;
        var attempt = ledger.Attempts(1).Single();
        var packages = new PackagesAtWork(ledger);
        var told = Sighting(attempt.Started.AddHours(-5), SessionName.Of(1, ledger.Identity, "Staging/customer"));
        var cut = Sighting(attempt.Started.AddHours(-5), SessionName.Of(1, ledger.Identity, "Staging/custo"));
        var foreign = Sighting(attempt.Started.AddHours(-5), SessionName.Of(1, Guid.NewGuid(), "Staging/customer"));

        Assert.That(packages.Of(told), Is.EqualTo(new[] { new PackageAtWork(1, "Staging/customer", true) }));
        Assert.That(packages.Of(cut), Is.EqualTo(new[] { new PackageAtWork(1, "Staging/customer", true) }));
        Assert.That(packages.Of(foreign), Is.Empty, "of another ledger, and hours before the run");
        Assert.That(packages.Of(Sighting(attempt.Started, "psql")),
            Is.EqualTo(new[] { new PackageAtWork(1, "Staging/customer", false) }));
        Assert.That(packages.Of(Sighting(attempt.Ended!.Value.AddHours(1)) with
        {
            Before = new EarlierPlan("p", "s", attempt.Started.AddHours(-1)),
        }), Has.Count.EqualTo(1), "between the last look at the old plan and the first at the new one");
    }

    [TestCase(2, "is a SQLite file", "run", "--connection", "Staging")]
    [TestCase(2, "is a MariaDB database: the monitor cannot look at plans there", "run", "--connection", "Shop")]
    [TestCase(2, "is a folder of files", "run", "--connection", "In")]
    [TestCase(2, "add --connection CONN", "run")]
    [TestCase(2, "there is no connection 'Dw'; did you mean 'Dwh'?", "run", "--connection", "Dw")]
    [TestCase(2, "expected --every to be a time like 5s", "run", "--connection", "Dwh", "--every", "fast")]
    [TestCase(2, "expected --every to be at most 1h", "run", "--connection", "Dwh", "--every", "2h")]
    [TestCase(2, "expected --size-max to be a whole number", "run", "--connection", "Dwh", "--size-max", "0")]
    [TestCase(2, "nothing was watched yet", "plans")]
    [TestCase(2, "nothing was watched yet", "show", "1234")]
    [TestCase(2, "expected `monitor run", "show")]
    [TestCase(2, "expected `monitor run", "diff", "1234")]
    [TestCase(2, "--for: `monitor plans` watches nothing", "plans", "--for", "8h")]
    [TestCase(2, "expected run, plans, show, diff, got: 'plan'", "plan")]
    [TestCase(4, "nobody listens", "run", "--connection", "Dwh", "--for", "1s")]
    public void What_cannot_be_done_is_refused_with_its_reason(int code, string says, params string[] arguments)
    {
        _database = "";

        var called = Call(default, ["monitor", .. arguments]);

        Assert.That(called.ExitCode, Is.EqualTo(code), called.Out);
        Assert.That(_said.ToString(), Does.Contain(says));
    }

    [Test]
    public void Two_plans_behind_one_handle_of_SQL_Server_are_two_with_a_difference()
    {
        using var server = TdsServer.Start();
        _ = new ServerCounts(server);
        var looks = 0;
        server.On(request => request.Sql?.Contains("sys.dm_exec_requests", StringComparison.Ordinal) ?? false,
            (_, reply) =>
            {
                looks++;
                reply.Rows(["session bigint", "program nvarchar(128)", "wait nvarchar(60)", "handle varbinary(64)",
                    "start bigint", "stop bigint", "generation bigint", "created datetime"]);
                reply.Rows(["handle varbinary(64)", "start bigint", "stop bigint", "generation bigint",
                        "created datetime"],
                    [new byte[] { 6, 0, 2 }, 0L, -1L, looks < 2 ? 1L : 2L, new DateTime(2026, 1, 1)]);
            });
        server.On(request => request.Sql?.Contains("dm_exec_text_query_plan", StringComparison.Ordinal) ?? false,
            (_, reply) => reply.Rows(["plan nvarchar(max)", "text nvarchar(max)"],
                [$"<ShowPlanXML><RelOp PhysicalOp=\"{(looks < 2 ? "Table Scan" : "Index Seek")}\"/></ShowPlanXML>",
                    Statement]));
        _folder.Write("connections/s.yaml",
            "connection: Sql\nplatform: SqlServer\nconnectionString: \"${env:MONITOR_SQL}\"\n");

        _sqlServer =
            $"Server=tcp:127.0.0.1,{server.Port};Database=Staging;User ID=etl;Password=s3cret;Encrypt=Optional";

        var run = Call(default, "monitor", "run", "--connection", "Sql", "--every", "1s", "--for", "2s");

        Assert.That(run.ExitCode, Is.Zero, _said.ToString());
        using var reader = MonitorReader.Open(MonitorFile, TimeProvider.System)!;
        var seen = reader.Sightings("Sql", null, DateTimeOffset.MinValue);
        Assert.That(seen.Select(one => one.IsChange), Is.EqualTo(new[] { false, true }));
        Assert.That(Call(default, "monitor", "diff", seen[0].Plan[..10], seen[1].Plan[..10]).Out,
            Does.Contain("<RelOp PhysicalOp=\"Table Scan\" />").And.Contain("<RelOp PhysicalOp=\"Index Seek\" />"));
    }

    private string MonitorFile => Path.Combine(_folder.Path, ".orchestrator", "monitor.db");

    private static SightingRecord Sighting(DateTimeOffset first, params string[] sessions) => new()
    {
        Number = 1,
        Connection = "Dwh",
        Environment = "default",
        Statement = "SELECT ?",
        StatementHash = "h",
        Plan = "p2",
        Shape = "s2",
        First = first,
        Last = first,
        Seen = 1,
        Sessions = sessions,
    };

    /// <summary>Runs the statement again and again until the monitor has kept so many plans of it.</summary>
    private List<SightingRecord> Seen(
        NpgsqlConnection session, Task<Called> watching, int plans, string last = "")
    {
        while (true)
        {
            Assert.That(watching.IsCompleted, Is.False, () => _said.ToString());
            using var command = new NpgsqlCommand(Statement, session);
            command.ExecuteNonQuery();
            using var reader = MonitorReader.Open(MonitorFile, TimeProvider.System);
            var seen = reader?.Sightings("Dwh", null, DateTimeOffset.MinValue)
                .Where(one => one.Statement.Contains("TestQueryPlan WHERE")).ToList() ?? [];
            if (seen.Count >= plans && reader!.Plans(seen[^1].Plan[..8]).Single().Text.Contains(last))
            {
                return seen;
            }
        }
    }

    private Called Call(CancellationToken stop, params string[] arguments)
    {
        using var output = new StringWriter { NewLine = "\n" };
        var code = CommandLine.Invoke(arguments, new Host
        {
            Out = output,
            Error = TextWriter.Synchronized(_said),
            Folder = _folder.Path,
            Variables = new Dictionary<string, string>
            {
                ["MONITOR_DWH"] = _database.Length > 0 ? Server.Cluster.ConnectionString(_database)
                    : "Host=127.0.0.1;Port=1;Database=x;Username=x",
                ["MONITOR_SQL"] = _sqlServer,
            },
            Stop = stop,
        });
        return new Called(code, output.ToString(), _said.ToString());
    }

    private static NpgsqlConnection Open(string database, string application)
    {
        var connection = new NpgsqlConnection(
            Server.Cluster.ConnectionString(database) + $";Pooling=false;Application Name={application}");
        connection.Open();
        return connection;
    }

    private static void Admin(string database, string sql)
    {
        using var connection = Open(database, "admin");
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
