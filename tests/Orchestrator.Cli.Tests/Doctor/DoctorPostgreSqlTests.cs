using System.Text.Json;
using Npgsql;

namespace Orchestrator.Cli.Tests.Doctor;

/// <summary>What `doctor` finds and heals of databases, and of a ledger, on a PostgreSQL server.</summary>
internal sealed class DoctorPostgreSqlTests
{
    private static int _count;

    private TemporaryFolder _folder = null!;
    private string _database = "";

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _database = $"doctor_{Interlocked.Increment(ref _count)}";
        Execute($"CREATE DATABASE {_database}", "postgres");
        Execute("CREATE SCHEMA src; CREATE TABLE src.t AS SELECT 1 AS id");
        Write(Server.Cluster.Port);
        Assert.That(Called.With(_folder.Path, "run", "-q").ExitCode, Is.Zero);
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void A_solution_that_is_well_is_so_on_a_server_too()
    {
        var called = Called.With(_folder.Path, "doctor", "--warn-error");

        Assert.That(called.ExitCode, Is.Zero, called.Out);
        Assert.That(called.Out, Does.StartWith("nothing is odd; looked at the ledger, 1 database"));
    }

    [Test]
    public void What_was_left_in_the_schema_of_the_engine_is_found_and_goes()
    {
        Execute("""
            CREATE TABLE orchestrator.load_1_abc_t (id int);
            INSERT INTO orchestrator.loads VALUES ('load_1_abc_t', 'public', 't', 1);
            INSERT INTO orchestrator.markers SELECT 'public', 'gone', ledger, run, attempt, token, step
            FROM orchestrator.markers LIMIT 1;
            CREATE TABLE public.t_err ("Attempt" bigint, "RowKey" text, "RowNumber" bigint, "SourceFile" text,
              "ColumnName" text, "Value" text, "ActualSize" bigint, "AllowedSize" bigint, "Reason" text, "Code" text,
              "Message" text);
            CREATE TABLE public.left_err (LIKE public.t_err);
            """);

        var codes = JsonDocument.Parse(Called.With(_folder.Path, "doctor", "-o", "json").Out).RootElement
            .GetProperty("findings").EnumerateArray().Select(one => one.GetProperty("code").GetString()).ToArray();
        var mended = Called.With(_folder.Path, "doctor", "--fix", "--yes");

        Assert.That(codes, Is.EquivalentTo(new[] { "ORC4170", "ORC4172", "ORC4171" }));
        Assert.That(mended.ExitCode, Is.Zero, mended.Out);
        Assert.That(mended.Out, Does.Contain("nothing is odd"));
        Assert.That(Number("SELECT count(*) FROM orchestrator.loads"), Is.Zero);
        Assert.That(Number("SELECT count(*) FROM pg_class WHERE relname IN ('load_1_abc_t', 'left_err')"), Is.Zero);
        Assert.That(Number("SELECT count(*) FROM orchestrator.markers"), Is.EqualTo(1));
        Assert.That(Called.With(_folder.Path, "run", "-q").ExitCode, Is.Zero);
    }

    [Test]
    public void A_database_from_before_the_first_load_of_a_table_loses_no_row_and_is_healed()
    {
        _folder.Write("projects/P/objects/u.yaml", """
            object: u
            source: {schema: src, name: t}
            load: {pattern: Merge}
            watermarks: [{watermark: Id, column: id, dataType: int}]
            columns: [{column: id, dataType: int, key: 1}]
            """);
        var first = Called.With(_folder.Path, "run");
        Assert.That(first.ExitCode, Is.Zero, first.Out + first.Error);
        Execute("DROP TABLE public.u; DELETE FROM orchestrator.markers WHERE object_name = 'u'; "
            + "INSERT INTO src.t VALUES (2)");

        var refused = Called.With(_folder.Path, "run");
        var found = Called.With(_folder.Path, "doctor");
        var mended = Called.With(_folder.Path, "doctor", "--fix", "--yes");
        var after = Called.With(_folder.Path, "run");

        Assert.That((refused.ExitCode, found.ExitCode), Is.EqualTo((1, 1)), refused.Out);
        Assert.That(refused.Out + refused.Error, Does.Contain("ORC3464"));
        Assert.That(found.Out, Does.Contain("ORC4178").And.Contain("holds no load"));
        Assert.That(mended.Out, Does.Contain("fixed     ORC4178"));
        Assert.That(after.ExitCode, Is.Zero, after.Out + after.Error);
        Assert.That(Number("SELECT count(*) FROM public.u"), Is.EqualTo(2));
    }

    [Test]
    public void What_a_table_is_claimed_for_is_waited_for_before_its_load_table_goes()
    {
        Execute("""
            CREATE TABLE orchestrator.load_1_abc_t (id int);
            INSERT INTO orchestrator.loads VALUES ('load_1_abc_t', 'public', 't', 1);
            """);
        using var other = Open(_database);
        using var transaction = other.BeginTransaction();
        using (var claim = new NpgsqlCommand("UPDATE orchestrator.markers SET step = step", other, transaction))
        {
            claim.ExecuteNonQuery();
        }

        var mending = Task.Run(() => Called.With(_folder.Path, "doctor", "--fix"));
        Assert.That(
            () => Number("SELECT count(*) FROM pg_locks WHERE NOT granted OR locktype = 'tuple'") > 0
                || Number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'orchestrator doctor'") > 0,
            Is.True.After(300).Seconds.PollEvery(10).MilliSeconds);
        var meanwhile = Number("SELECT count(*) FROM orchestrator.loads");
        transaction.Commit();
        var mended = mending.GetAwaiter().GetResult();

        Assert.That(meanwhile, Is.EqualTo(1));
        Assert.That(mended.Out, Does.Contain("fixed     ORC4170"), mended.Error);
        Assert.That(Number("SELECT count(*) FROM orchestrator.loads"), Is.Zero);
    }

    [Test]
    public void A_server_that_nobody_answers_at_is_a_finding_and_the_rest_is_looked_at()
    {
        _folder.Write("connections/Far.yaml", "connection: Far\nplatform: PostgreSql\n"
            + "connectionString: Host=127.0.0.1;Port=1;Database=far;Username=nobody\n");

        var called = Called.With(_folder.Path, "doctor");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Error);
        Assert.That(called.Out, Does.Contain("error ORC4167: 'Far' could not be looked at")
            .And.Contain("next   orchestrator connections test Far").And.Contain("2 databases"));
    }

    [Test]
    public void A_ledger_that_nobody_answers_for_is_a_finding()
    {
        Write(port: 1);

        var called = Called.With(_folder.Path, "doctor");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Error);
        Assert.That(called.Out, Does.Contain("error ORC4160: the ledger cannot be read (ORC4102)")
            .And.Contain("next   orchestrator connections test Stage").And.Contain("error ORC4167: 'Stage'"));
    }

    [Test]
    public void What_the_engine_made_is_listed_with_the_ledger_that_is_needed_last()
    {
        var owned = Called.With(_folder.Path, "doctor", "--owned");

        Assert.That(owned.ExitCode, Is.Zero, owned.Error);
        Assert.That(owned.Out, Does.StartWith($"-- Stage ({_database}), PostgreSQL\n")
            .And.Contain("--   orchestrator.markers: claims: which run may write which table; needed: it keeps")
            .And.Contain("--   orchestrator.runs: a ledger's; needed: a ledger is in it\n"
                + "-- DROP TABLE IF EXISTS \"orchestrator\".\"runs\";\n")
            .And.EndWith("-- DROP SCHEMA \"orchestrator\";\n"));
        Execute(owned.Out.Replace("-- DROP", "DROP"));
        Assert.That(Number("SELECT count(*) FROM pg_namespace WHERE nspname = 'orchestrator'"), Is.Zero);
    }

    [Test]
    public void A_run_that_was_killed_is_ended_in_a_ledger_on_a_server()
    {
        RunningCommand.OnLinuxOnly();
        _folder.Write("projects/P/objects/sleep.yaml",
            "object: sleep\nkind: sql\nidempotent: true\nsql: select pg_sleep(600)\n");
        using (var run = new RunningCommand(_folder.Path, "run"))
        {
            run.AwaitLine("start  P/sleep");
            run.Send("KILL");
            run.ExitCode();
        }

        var mended = Called.With(_folder.Path, "doctor", "--fix");

        Assert.That(mended.ExitCode, Is.Zero, mended.Out);
        Assert.That(mended.Out, Does.Contain("run 2 is recorded as ended unexpectedly").And.Contain("nothing is odd"));
        Assert.That(Number("SELECT count(*) FROM orchestrator.leases"), Is.Zero);
    }

    private void Write(int port)
    {
        _folder.Write("pgpass", $"*:*:*:*:{Server.Cluster.Password}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(
                Path.Combine(_folder.Path, "pgpass"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        var login = $"Username={Cluster.User};Passfile={_folder.Path}/pgpass";
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            ledger: Stage
            connections:
              - connection: Stage
                platform: PostgreSql
                connectionString: Host=127.0.0.1;Port={{port}};Database={{_database}};{{login}}
            batches:
              - {batch: Nightly, projects: [P]}
            """);
        _folder.Write("projects/P/project.yaml", "project: P\nsource: Stage\ntarget: Stage\n");
        _folder.Write("projects/P/objects/t.yaml", """
            object: t
            source: {schema: src, name: t}
            errors: {table: "@@this_err"}
            columns: [{column: id, dataType: int}]
            """);
    }

    private static NpgsqlConnection Open(string database)
    {
        var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
        return connection;
    }

    private void Execute(string sql, string? where = null)
    {
        using var connection = Open(where ?? _database);
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    private long Number(string sql)
    {
        using var connection = Open(_database);
        using var command = new NpgsqlCommand(sql, connection);
        return (long)command.ExecuteScalar()!;
    }
}
