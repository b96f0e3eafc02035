using Npgsql;
using Orchestrator.Cli.Grammar;
using Orchestrator.Data;
using Orchestrator.Data.PostgreSql;
using Orchestrator.Lab.Calibrate.Inserts;

namespace Orchestrator.Cli.Tests.Lab;

/// <summary>A ladder of inserts that is stopped, or whose server does not answer, ends and leaves nothing.</summary>
internal sealed class CalibrateStopTests
{
    private const string Variable = "CALIBRATED_SERVER";
    private const string IsInserting = "state = 'active' AND wait_event = 'PgSleep'";
    private const string IsRemoving = "wait_event_type = 'Lock' AND query LIKE 'DROP%'";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private static int _count;

    private TemporaryFolder _folder = null!;
    private string _database = "";

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Server, platform: PostgreSql, stage: STG, reloadable: true,
                 connectionString: "${env:{{Variable}}}"}
            """);
        _database = $"cli_calibrate_{Interlocked.Increment(ref _count)}";
        Execute("postgres", $"CREATE DATABASE {_database}");
    }

    [TearDown]
    public void Remove()
    {
        Execute("postgres", $"DROP DATABASE {_database} WITH (FORCE)");
        _folder.Dispose();
    }

    [Test]
    public async Task Ctrl_C_in_the_middle_of_an_insert_that_hangs_ends_it_and_the_table_is_gone()
    {
        LetInsertsHang();
        using var stop = new CancellationTokenSource();
        using var output = new StringWriter { NewLine = "\n" };
        var calibrating = Task.Run(() => CommandLine.Invoke(Measured, new Host
        {
            Out = output,
            Error = output,
            Folder = _folder.Path,
            Variables = new Dictionary<string, string> { [Variable] = Server.Cluster.ConnectionString(_database) },
            Stop = stop.Token,
        }));
        Await(IsInserting);

        await stop.CancelAsync();

        Assert.That(await calibrating, Is.EqualTo(130), $"{output}");
        Assert.That(Ask("SELECT to_regclass('orchestrator.calibration')::text"), Is.EqualTo(DBNull.Value));
    }

    [Test]
    public void An_insert_that_hangs_is_ended_once_its_time_is_over_and_the_table_is_gone()
    {
        LetInsertsHang();
        var calibration = Calibration();

        Assert.That(() => calibration.Climb(_ => { }),
            Throws.InstanceOf<PostgresException>().With.Property("SqlState").EqualTo("57014"));
        Assert.That(Ask("SELECT to_regclass('orchestrator.calibration')::text"), Is.EqualTo(DBNull.Value));
    }

    [Test]
    public void A_table_that_another_session_locks_refuses_its_steps_and_is_left_in_the_end()
    {
        var calibration = Calibration();
        using var other = new NpgsqlConnection(ConnectionString);
        List<string?> refused = [];

        var ladder = calibration.Climb(measure =>
        {
            refused.Add(measure.Refusal);
            Lock(other);
        });

        Assert.That(calibration.WhyLeft, Does.Contain("orchestrator.calibration is in use"));
        Assert.That(ladder.Rungs.Concat(ladder.Again).Count(), Is.EqualTo(refused.Count), "what was measured counts");
        Assert.That(refused[0], Is.Null);
        Assert.That(refused.Skip(1), Is.Not.Empty.And.All.Contains("orchestrator.calibration is in use"));
    }

    [Test]
    public void A_server_that_is_gone_in_the_middle_keeps_what_was_measured_and_says_what_is_left()
    {
        using var results = new StringWriter { NewLine = "\n" };
        using var messages = new HeardWriter(
            "row by row, 1 writer", () => Execute("postgres", $"ALTER DATABASE {_database} ALLOW_CONNECTIONS false"));

        var code = CommandLine.Invoke([.. Measured, "-o", "json"], new Host
        {
            Out = results,
            Error = messages,
            Folder = _folder.Path,
            Variables = new Dictionary<string, string> { [Variable] = Server.Cluster.ConnectionString(_database) },
        });

        Assert.That(code, Is.EqualTo(1), $"{messages}");
        Assert.That($"{messages}", Does.Contain("orchestrator.calibration is left behind"));
        Assert.That($"{results}", Does.Contain("\"step\": \"row by row\""));
    }

    [Test]
    public void The_second_signal_ends_the_process_and_says_what_is_left()
    {
        RunningCommand.OnLinuxOnly();
        LetInsertsHang();
        using var other = new NpgsqlConnection(ConnectionString);
        using var command = new RunningCommand(
            _folder.Path, new Dictionary<string, string> { [Variable] = Server.Cluster.ConnectionString(_database) },
            Measured);
        Await(IsInserting);
        Lock(other);

        command.Send("INT");
        Await(IsRemoving);
        command.Send("INT");

        Assert.That(command.ExitCode(), Is.EqualTo(130), command.Said);
        Assert.That(command.Said, Does.Contain("orchestrator.calibration may be left behind"));
    }

    private static string[] Measured =>
        ["calibrate", "inserts", "--connection", "Server", "--rung-time", "200ms", "--rows", "500", "--writers", "2"];

    private string ConnectionString => Server.Cluster.ConnectionString(_database) + ";Pooling=false";

    private InsertCalibration Calibration() => new(
        new PostgreSqlPlatform(),
        new DatabaseAddress { Connection = "Server", ConnectionString = Server.Cluster.ConnectionString(_database) },
        new LadderTerms
        {
            RungTime = TimeSpan.FromMilliseconds(200),
            RowsMax = 5,
            WritersMax = 2,
            // Also how long a session may take to begin.
            Patience = TimeSpan.FromSeconds(2),
        },
        TimeProvider.System, CancellationToken.None);

    // Whatever table is made, what is inserted into it never comes to an end.
    private void LetInsertsHang() => Execute(_database, """
        CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1000); RETURN NEW; END';
        CREATE FUNCTION make_hang() RETURNS event_trigger LANGUAGE plpgsql AS
        'BEGIN CREATE TRIGGER hang BEFORE INSERT ON orchestrator.calibration EXECUTE FUNCTION public.hang(); END';
        CREATE EVENT TRIGGER hanging ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION make_hang();
        """);

    private static void Lock(NpgsqlConnection other)
    {
        if (other.State == System.Data.ConnectionState.Open)
        {
            return;
        }

        other.Open();
        using var command = new NpgsqlCommand(
            "BEGIN; LOCK TABLE orchestrator.calibration IN ACCESS SHARE MODE", other);
        command.ExecuteNonQuery();
    }

    private void Await(string condition) => Assert.That(
        SpinWait.SpinUntil(
            () => Ask($"SELECT count(*) FROM pg_stat_activity WHERE datname = '{_database}' AND {condition}") is not 0L,
            Patience),
        Is.True, $"{condition}: {Ask("SELECT string_agg(concat_ws(' ', state, wait_event, query), ' | ') FROM "
            + $"pg_stat_activity WHERE datname = '{_database}'")}");

    private object? Ask(string sql)
    {
        using var connection = new NpgsqlConnection(ConnectionString);
        connection.Open();
#pragma warning disable CA2100 // Of a test.
        using var command = new NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        return command.ExecuteScalar();
    }

    private static void Execute(string database, string sql)
    {
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
#pragma warning disable CA2100 // Of a test.
        using var command = new NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }

    /// <summary>Does something as soon as a text was written.</summary>
    private sealed class HeardWriter(string awaited, Action heard) : StringWriter
    {
        private bool _isHeard;

        public override void Write(char value)
        {
            base.Write(value);
            Look();
        }

        public override void Write(string? value)
        {
            base.Write(value);
            Look();
        }

        private void Look()
        {
            if (!_isHeard && ToString().Contains(awaited, StringComparison.Ordinal))
            {
                _isHeard = true;
                heard();
            }
        }
    }
}
