using Npgsql;

namespace Orchestrator.Cli.Tests.Ledger;

/// <summary>The command with its ledger on a PostgreSQL server.</summary>
internal sealed class ServerLedgerTests
{
    // Of this database, and asleep by now: a session that has nothing to do still shows what it was last asked.
    private const string Sleepers = "pg_stat_activity WHERE datname = current_database() AND state = 'active' "
        + "AND query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()";

    private static int _count;

    private TemporaryFolder _folder = null!;
    private string _database = "";

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _database = $"cli_ledger_{Interlocked.Increment(ref _count)}";
        Run(Server.Cluster, "postgres", $"CREATE DATABASE {_database}");
        Write(Server.Cluster, "select 1");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void A_run_is_in_the_ledger_that_solution_yaml_names_and_look_verbs_find_it()
    {
        var run = Called.With(_folder.Path, "run", "-q");
        var status = Called.With(_folder.Path, "status", "latest");
        var history = Called.With(_folder.Path, "history");
        var named = Called.With(_folder.Path, "status", "--ledger", "Ledger");

        Assert.That(run.ExitCode, Is.Zero, run.Error);
        Assert.That(status.Out, Does.Contain("run 1"), status.Error);
        Assert.That(history.Out, Does.Contain("Nightly"));
        Assert.That(named.Out, Does.Contain("Nightly"));
        Assert.That(File.Exists(Path.Combine(_folder.Path, ".orchestrator", "ledger.db")), Is.False);
        Assert.That(
            Directory.GetDirectories(Path.Combine(_folder.Path, ".orchestrator", "runs")),
            Has.Exactly(1).Contains("ledger-"));
    }

    [Test]
    public void A_token_is_made_in_it_before_anything_has_run()
    {
        var made = Called.With(_folder.Path, "tokens", "create", "ann");
        var list = Called.With(_folder.Path, "tokens", "list");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(made.Out, Does.StartWith("orc_"));
        Assert.That(list.Out, Does.Contain("ann"), list.Error);
        Assert.That(File.Exists(Path.Combine(_folder.Path, ".orchestrator", "ledger.db")), Is.False);
    }

    [Test]
    public void Look_verbs_find_it_also_while_somebody_has_just_broken_the_YAML()
    {
        Called.With(_folder.Path, "run", "-q");
        _folder.Write("projects/P/project.yaml", "project: P\n  source: [");

        var status = Called.With(_folder.Path, "status", "latest");

        Assert.That(status.ExitCode, Is.Zero, status.Error);
        Assert.That(status.Out, Does.Contain("run 1"));
    }

    [Test]
    public void A_server_that_cannot_be_reached_ends_a_run_before_any_work_and_no_plan()
    {
        Write(null, "select 1");

        var run = Called.With(_folder.Path, "run", "-q");
        var plan = Called.With(_folder.Path, "plan");
        var named = Called.With(_folder.Path, "plan", "--ledger", "Ledger");

        Assert.That(run.ExitCode, Is.EqualTo(4));
        Assert.That(run.Error, Does.Contain("ORC4102").And.Contain("'Ledger'").And.Contain("nobody listens"));
        Assert.That(plan.ExitCode, Is.Zero, plan.Error);
        Assert.That(named.ExitCode, Is.EqualTo(4));
    }

    [Test]
    public void What_connects_to_nothing_asks_the_ledger_of_a_server_only_by_its_name()
    {
        Called.With(_folder.Path, "run", "-q");
        string[][] verbs =
        [
            ["ls", "-s", "result:succeeded@latest"], ["plan", "-s", "result:succeeded@latest"],
            ["diff", "--against", "latest"],
        ];

        foreach (var verb in verbs)
        {
            var silent = Called.With(_folder.Path, verb);
            var named = Called.With(_folder.Path, [.. verb, "--ledger", "Ledger"]);

            Assert.That(silent.ExitCode, Is.EqualTo(2), string.Join(' ', verb));
            Assert.That(silent.Error, Does.Contain("connects to nothing by itself").And.Contain("--ledger Ledger"));
            Assert.That(named.ExitCode, Is.Zero, named.Error);
        }
    }

    [Test]
    public void Each_verb_says_that_the_ledger_cannot_be_reached_or_read_and_ends_with_4()
    {
        string[][] verbs =
        [
            .. VerbTable.Looks.Select(line => line.Split(' ')), ["status", "latest", "--why"],
            ["watermarks", "reset", "p1", "--reason", "test"], ["ledger", "migrate"],
            ["ledger", "backup", "new.db"], ["ledger", "restore", "copy.db", "--yes"],
            ["diff", "--against", "latest", "--ledger", "Ledger"],
            ["ls", "-s", "result:failed@latest", "--ledger", "Ledger"], ["run", "-s", "result:failed@latest"], ["run"],
        ];
        Called.With(_folder.Path, "run", "-q");
        var copied = Called.With(_folder.Path, "ledger", "backup", "copy.db");
        Assert.That(copied.ExitCode, Is.Zero, copied.Error);
        WriteLoad();
        Run(Server.Cluster, _database, string.Concat(((string[])["runs", "watermarks", "backups", "plans"])
            .Select(table => $"ALTER TABLE orchestrator.{table} RENAME TO {table}_gone;")));

        var unreadable = verbs.Where(verb => verb is not ["ledger", "migrate"]).ToDictionary(
            verb => string.Join(' ', verb), verb => Called.With(_folder.Path, verb));
        Write(null, "select 1");
        WriteLoad();
        var unreached = verbs.ToDictionary(verb => string.Join(' ', verb), verb => Called.With(_folder.Path, verb));

        foreach (var (verb, called) in unreadable.Concat(unreached))
        {
            Assert.That(called.ExitCode, Is.EqualTo(4), $"{verb}: {called.Error}{called.Out}");
            Assert.That(called.Error, Does.Contain("ORC41").And.Contain("'Ledger'"), verb);
        }
    }

    [Test]
    public void A_second_run_is_refused_while_the_first_is_at_work_and_finds_it_dead_once_it_was_killed()
    {
        RunningCommand.OnLinuxOnly();
        Write(Server.Cluster, "select pg_sleep(600)");
        using var first = new RunningCommand(_folder.Path, "run");
        AwaitSleep();

        var second = Called.With(_folder.Path, "run", "-q");
        var during = Called.With(_folder.Path, "status", "latest");
        first.Send("KILL");
        first.ExitCode();
        Ask($"SELECT pg_terminate_backend(pid) FROM {Sleepers}");
        Write(Server.Cluster, "select 1");
        var after = Called.With(_folder.Path, "status", "latest");
        var third = Called.With(_folder.Path, "run");

        Assert.That(second.ExitCode, Is.EqualTo(3), second.Error);
        Assert.That(second.Error, Does.Contain("run 1, process "));
        Assert.That(during.Out, Does.Contain("running").IgnoreCase);
        Assert.That(after.Out, Does.Contain("ended unexpectedly"));
        Assert.That(third.ExitCode, Is.Zero, third.Error);
        Assert.That(third.Out + third.Error, Does.Contain("run 1").And.Contain("ended unexpectedly"));
    }

    [Test]
    public void A_run_goes_on_when_its_server_is_started_anew()
    {
        RunningCommand.OnLinuxOnly();
        using var cluster = Cluster.Start();
        _database = "postgres";
        Write(cluster, "select pg_sleep(0.1)", retry: "retry: {count: 5, delay: 1s}", packages: 40);
        using var run = new RunningCommand(_folder.Path, "run");
        run.AwaitLine("P/p3");

        cluster.Restart();

        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        var errors = Ask("SELECT count(*) FROM orchestrator.nodes WHERE state NOT IN ('Succeeded')", cluster);
        Assert.That(errors, Is.Zero, run.Said);
    }

    private void Write(Cluster? cluster, string sql, string retry = "", int packages = 1)
    {
        var pass = Path.Combine(_folder.Path, "pgpass");
        var server = $"Host=127.0.0.1;Port={cluster?.Port ?? 1};Database={_database}";
        _folder.Write("pgpass", $"*:*:*:*:{cluster?.Password}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(pass, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            ledger: Ledger
            connections:
              - connection: Ledger
                platform: PostgreSql
                connectionString: {{server}};Username=orchestrator;Passfile={{pass}}
            batches:
              - {batch: Nightly, projects: [P], {{(retry.Length == 0 ? "" : retry + ", ")}}maxConcurrency: 1}
            """);
        _folder.Write("projects/P/project.yaml", "project: P\ntarget: Ledger\n");
        foreach (var package in Enumerable.Range(1, packages))
        {
            _folder.Write(
                $"projects/P/objects/p{package}.yaml",
                $"object: p{package}\nkind: sql\nidempotent: true\nsql: \"{sql}\"\n");
        }
    }

    private void WriteLoad()
    {
        _folder.Write("projects/P/project.yaml", "project: P\nsource: Ledger\ntarget: Ledger\n");
        _folder.Write("projects/P/objects/p1.yaml", """
            object: p1
            source: {schema: public, name: s}
            load: {pattern: DeltaInsert}
            watermarks: [{watermark: Id, column: id, dataType: bigint}]
            columns: [{column: id, dataType: bigint, key: 1}]
            """);
    }

    private void AwaitSleep() => Assert.That(
        () => Ask($"SELECT count(*) FROM {Sleepers}"),
        Is.Positive.After(300_000, 20));

    private long Ask(string sql, Cluster? cluster = null)
    {
        using var connection = new NpgsqlConnection((cluster ?? Server.Cluster).ConnectionString(_database));
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        return command.ExecuteScalar() is long number ? number : 0;
    }

    private static void Run(Cluster cluster, string database, string sql)
    {
        using var connection = new NpgsqlConnection(cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
