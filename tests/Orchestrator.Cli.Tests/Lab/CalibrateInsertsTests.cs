using System.Text.Json;
using Orchestrator.Cli.Grammar;

namespace Orchestrator.Cli.Tests.Lab;

/// <summary>The ladder of inserts, small, on a file and on a server.</summary>
internal sealed class CalibrateInsertsTests
{
    private const string Variable = "CALIBRATED_SERVER";

    // A step ends with its rows: that of a busy machine would have come to none within a short time.
    private static readonly string[] Small = ["--rung-time", "60s", "--rows", "1000", "--writers", "2"];

    // Where only its end is looked at.
    private static readonly string[] Smallest = ["--rung-time", "60s", "--rows", "100", "--writers", "2"];

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Files, platform: Files, folder: data}
              - {connection: Staging, platform: Sqlite, stage: STG, reloadable: true}
              - {connection: Kept, platform: Sqlite, stage: STG}
              - {connection: Target, platform: Sqlite, stage: TGT, reloadable: true}
              - {connection: History, platform: Sqlite, stage: PSA, reloadable: true}
              - {connection: Ledger, platform: Sqlite, file: ledger.db, reloadable: true}
              - {connection: LedgerToo, platform: Sqlite, file: ledger.db, reloadable: true}
              - {connection: Server, platform: PostgreSql, stage: STG, reloadable: true,
                 connectionString: "${env:{{Variable}}}"}
            ledger: Ledger
            """);
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("Staging", 2 + 3 + 2 + 1)]
    [TestCase("Server", 2 + 3 + 1 + 2 + 1)]
    public void Each_step_is_measured_and_said_and_nothing_is_left(string connection, int steps)
    {
        var called = Call([.. Measured(connection), "-o", "json"]);

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        var document = JsonDocument.Parse(called.Out).RootElement;
        var measured = document.GetProperty("steps").EnumerateArray().ToArray();
        Assert.That(measured, Has.Length.EqualTo(steps));
        Assert.That(measured.Select(step => step.GetProperty("rows").GetInt64()), Has.All.InRange(1, 1_000));
        Assert.That(measured.Select(step => step.GetProperty("limit").GetString()), Has.All.Not.Empty);
        Assert.That(measured.Select(step => step.TryGetProperty("log_share_of_waiting", out _)), Has.All.True);
        Assert.That(measured.Count(step => step.GetProperty("is_knee").GetBoolean()), Is.EqualTo(2));
        Assert.That(File.Exists(document.GetProperty("report").GetString()), Is.True);
        Assert.That(Again(connection).ExitCode, Is.Zero, "what was left would be in the way");
        Assert.That(Directory.Exists(Data) ? Directory.GetFiles(Data) : [], Is.Empty);
    }

    [Test]
    public void The_screen_has_a_table_a_chart_with_its_knees_and_lines_that_the_solution_takes()
    {
        var called = Call(Measured("Server"));

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Out, Does.Contain("limited by").And.Contain("◄ knee").And.Contain("█"));
        var lines = called.Out.Split('\n');
        var said = lines.SkipWhile(line => line != "connections:").TakeWhile(line => !line.StartsWith('#')).ToArray();
        var yaml = string.Join('\n', said.Length > 0 ? said : ["connections:", "  - connection: Server"]);
        _folder.Write("taken/solution.yaml", "formatVersion: 1\nsolution: Taken\n"
            + "batches: [{batch: Nightly, projects: [P]}]\nprojects: [{project: P, target: Server, objects: "
            + "[{object: o, kind: sql, sql: SELECT 1}]}]\n"
            + yaml.Replace(
                "- connection: Server", "- connection: Server\n    platform: Sqlite", StringComparison.Ordinal)
            + "\n");
        // Which of the two depends on the machine.
        Assert.That(called.Out, Does.Contain("maxConcurrency: ").Or.Contain("no maxConcurrency, as no difference"));
        var taken = Called.With(Path.Combine(_folder.Path, "taken"), "validate");
        Assert.That(taken.ExitCode, Is.Zero, taken.Out + taken.Error);
        Assert.That(File.ReadAllText(Path.Combine(_folder.Path, ".orchestrator", "calibration", "inserts-Server.html")),
            Does.Contain("report of an Orchestrator calibration").And.Contain("maxConcurrency"));
    }

    [TestCase("Files", "a folder of files")]
    [TestCase("Kept", "not reloadable")]
    [TestCase("Target", "its stage is TGT")]
    [TestCase("History", "its stage is PSA")]
    [TestCase("Ledger", "the ledger is in it")]
    [TestCase("LedgerToo", "the ledger is in it")]
    [TestCase("Stagin", "did you mean 'Staging'?")]
    public void Where_nobody_may_try_nothing_is_touched(string connection, string why)
    {
        var called = Call(Measured(connection));

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain(why));
        Assert.That(Directory.Exists(Data), Is.False);
    }

    [Test]
    public void What_was_measured_is_told_also_where_its_page_cannot_be_written()
    {
        Directory.CreateDirectory(Path.Combine(_folder.Path, ".orchestrator", "calibration", "inserts-Staging.html"));

        var called = Call([.. Measured("Staging", Smallest), "-o", "json"]);

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Out);
        Assert.That(called.Error, Does.Contain("inserts-Staging.html' could not be written"));
        var document = JsonDocument.Parse(called.Out).RootElement;
        Assert.That(document.GetProperty("steps").GetArrayLength(), Is.GreaterThan(1));
        Assert.That(document.TryGetProperty("report", out _), Is.False);
    }

    [Test]
    public void A_dry_run_says_all_steps_and_connects_to_nothing()
    {
        var called = Called.With(_folder.Path, new() { [Variable] = "Host=127.0.0.1;Port=1" }, false,
            [.. Measured("Server"), "--dry-run"]);

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Out, Does.Contain("in orchestrator.calibration, which is made for it and removed at the end")
            .And.Contain("arrays, 1,000 rows, 2 writers").And.Contain("bulk, commit each 10,000, 1 writer"));
    }

    [TestCase("Staging")]
    [TestCase("Server")]
    public void What_a_calibration_that_died_has_left_is_found_and_said_and_removed_once_somebody_agrees(
        string connection)
    {
        Leave(connection);

        var refused = Call(Measured(connection));
        var agreed = Call([.. Measured(connection, Smallest), "--yes"]);

        Assert.That(refused.ExitCode, Is.EqualTo(2));
        Assert.That(refused.Error, Does.Contain("which a calibration that died has left"));
        Assert.That(agreed.ExitCode, Is.Zero, agreed.Error);
        Assert.That(Again(connection).ExitCode, Is.Zero);
    }

    [Test]
    public void Doctor_lists_what_was_left_on_a_server()
    {
        Leave("Server");
        try
        {
            var called = Call("doctor", "--owned");

            Assert.That(called.Out, Does.Contain("table of a calibration that has died, or is at work")
                .And.Contain("DROP TABLE IF EXISTS \"orchestrator\".\"calibration\";"));
        }
        finally
        {
            Execute("DROP TABLE orchestrator.calibration");
        }
    }

    [Test]
    public void Who_stops_it_at_once_leaves_nothing_either()
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var stop = new CancellationTokenSource();
        stop.Cancel();
        var code = CommandLine.Invoke([.. Measured("Staging")], new Host
        {
            Out = output,
            Error = output,
            Folder = _folder.Path,
            Variables = new Dictionary<string, string> { [Variable] = "Host=127.0.0.1;Port=1" },
            Stop = stop.Token,
        });

        Assert.That(code, Is.EqualTo(130), $"{output}");
        Assert.That(Directory.Exists(Data), Is.False);
    }

    [TestCase("--rung-time", "0s")]
    [TestCase("--rows", "0")]
    [TestCase("--writers", "5000")]
    public void What_cannot_be_measured_is_refused(string option, string value)
    {
        var called = Call("calibrate", "inserts", "--connection", "Staging", option, value);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain(option));
    }

    private string Data => Path.Combine(_folder.Path, ".orchestrator", "data");

    private static string[] Measured(string connection, string[]? terms = null) =>
        ["calibrate", "inserts", "--connection", connection, .. terms ?? Small];

    private Called Again(string connection) => Call(Measured(connection, Smallest));

    private Called Call(params string[] arguments) => Called.With(
        _folder.Path, new() { [Variable] = Server.Cluster.ConnectionString() }, false, arguments);

    private void Leave(string connection)
    {
        if (connection == "Staging")
        {
            _folder.Write(".orchestrator/data/Staging.db.calibration", "");
            return;
        }

        Execute("CREATE SCHEMA IF NOT EXISTS orchestrator; CREATE TABLE orchestrator.calibration (n integer)");
    }

    private static void Execute(string sql)
    {
        using var connection = new Npgsql.NpgsqlConnection(Server.Cluster.ConnectionString());
        connection.Open();
#pragma warning disable CA2100 // Of a test.
        using var command = new Npgsql.NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }
}
