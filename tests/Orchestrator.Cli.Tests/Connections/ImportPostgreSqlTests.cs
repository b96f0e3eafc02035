using Npgsql;

namespace Orchestrator.Cli.Tests.Connections;

/// <summary>Imports of PostgreSQL databases whose tables and users are not what one expects.</summary>
internal sealed class ImportPostgreSqlTests
{
    private const string Source = "ORCHESTRATOR_TEST_IMPORT_SOURCE";
    private const string Target = "ORCHESTRATOR_TEST_IMPORT_TARGET";

    private TemporaryFolder _folder = null!;
    private Dictionary<string, string> _variables = [];

    [SetUp]
    public void Make() => _folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void What_metadata_cannot_say_is_left_out_and_the_rest_is_valid_and_runs()
    {
        Databases("import_odd", """
            CREATE SCHEMA " blank"; CREATE TABLE " blank".t (n integer);
            CREATE TABLE twins ("Name" text, "name" text); CREATE TABLE nothing ();
            CREATE SCHEMA "a.b"; CREATE TABLE "a.b".c (n integer); CREATE SCHEMA a; CREATE TABLE a."b.c" (n integer);
            CREATE TABLE "Customer" (n integer); CREATE TABLE customer (n integer);
            CREATE TABLE "select" ("from" integer, "1e3" text, "null" text, "a""b]c" text, "😀" text, "yes" text);
            INSERT INTO "select" VALUES (1, 'a', 'b', 'c', 'd', 'e');
            CREATE TABLE parted (n integer, at date) PARTITION BY RANGE (at);
            CREATE TABLE parted_2026 PARTITION OF parted FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
            INSERT INTO parted VALUES (1, '2026-02-03');
            CREATE DOMAIN price AS numeric(9,2) NOT NULL; CREATE TYPE place AS (x integer, y integer);
            CREATE TABLE typed (id integer GENERATED ALWAYS AS IDENTITY, cost price, at place, tags text[],
              twice integer GENERATED ALWAYS AS (1 + 1) STORED, span interval, range int4range);
            INSERT INTO typed (cost, at, tags) VALUES (1.5, '(1,2)', '{a,b}');
            """);
        Solution("Sqlite", "");

        var imported = Import();
        var validated = Call("validate");
        var run = Call("run");
        var again = Import();

        Assert.That(imported.ExitCode, Is.Zero, imported.Error);
        Assert.That(imported.Error, Does.Not.Contain("twins: ").And.Contain("begins or ends with a blank")
            .And.Contain("public.nothing: it has no columns"));
        Assert.That(validated.ExitCode, Is.Zero, validated.Out);
        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(again.ExitCode, Is.Zero, again.Out);
        Assert.That(again.Out, Does.Contain("wrote 0 files"));
    }

    [TestCase("PostgreSql", "{column: name}")]
    [TestCase("Sqlite", "{column: name, target: name_3, dataType: nvarchar(max)}")]
    public void Names_that_differ_only_in_case_are_told_apart_where_the_target_does_and_numbered_where_not(
        string target, string column)
    {
        Databases($"import_twins_{target.ToLowerInvariant()}", """
            CREATE TABLE "Twins" ("Name" text, name text, "name_2" text);
            INSERT INTO "Twins" VALUES ('upper', 'lower', 'two');
            CREATE TABLE twins ("Name" text); INSERT INTO twins VALUES ('other');
            """);
        var isServer = target == "PostgreSql";
        Solution(target, isServer ? $", connectionString: \"${{env:{Target}}}\"" : "");

        var imported = Import();
        var online = Call("validate", "--online");
        var run = Call("run");
        var drifted = Call("connections", "drift", "Crm");
        var again = Import();

        Assert.That(imported.Error, Does.Not.Contain("warning"));
        Assert.That(
            File.ReadAllText(Path.Combine(_folder.Path, "projects/Crm/objects/Twins.yaml")),
            Does.Contain(isServer ? column.Replace("}", ", dataType: nvarchar(max)}") : column));
        Assert.That(online.ExitCode, Is.Zero, online.Out + online.Error);
        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(drifted.Out, Is.EqualTo("Crm: no change\n"));
        Assert.That(again.Out, Does.Contain("wrote 0 files"));
        if (isServer)
        {
            Assert.That(Value("SELECT \"Name\" || ' ' || name FROM \"Twins\""), Is.EqualTo("upper lower"));
            Assert.That(Value("SELECT \"Name\" FROM twins_2"), Is.EqualTo("other"));
        }
    }

    [Test]
    public void Looking_online_tells_columns_as_the_run_will_find_them()
    {
        Databases("import_online", "CREATE TABLE t (\"Id\" integer, name varchar(20)); INSERT INTO t VALUES (1, 'x')");
        Solution("PostgreSql", $", connectionString: \"${{env:{Target}}}\"");
        _folder.Write("projects/Crm/objects/made.yaml", """
            object: made
            source: {name: t}
            columns:
              - {column: Id}
              - {column: name, sourceExpression: "upper(@@this)"}
              - {column: both, sourceExpression: "name || name"}
            """);
        var run = Call("run");
        var fine = Call("validate", "--online");
        _folder.Write("projects/Crm/objects/cased.yaml", "object: cased\nsource: {name: t}\ncolumns: [{column: id}]\n");

        var online = Call("validate", "--online");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(fine.ExitCode, Is.Zero, fine.Out);
        Assert.That(online.Out, Does.Contain("ORC3511: the source of 'Crm/cased' has no column 'id'"));
    }

    [Test]
    public void Types_that_only_the_source_has_become_what_they_hold()
    {
        Databases("import_types", """
            CREATE TYPE mood AS ENUM ('good', 'bad'); CREATE DOMAIN price AS numeric(9,2);
            CREATE TYPE place AS (x integer, y integer); CREATE COLLATION own (provider = libc, locale = 'C');
            CREATE TABLE t (id integer PRIMARY KEY, mood mood, price price, place place, moods mood[], span interval,
              name varchar(20) COLLATE own);
            INSERT INTO t VALUES (1, 'good', 1.25, '(1,2)', '{good,bad}', '1 day', 'x');
            """);
        Solution("PostgreSql", $", connectionString: \"${{env:{Target}}}\"");

        var imported = Import();
        var run = Call("run");

        Assert.That(imported.ExitCode, Is.Zero, imported.Error);
        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
    }

    [Test]
    public void The_catalog_reads_the_same_whatever_its_reader_has_set()
    {
        var database = Databases("import_path", """
            CREATE SCHEMA crm;
            CREATE TABLE crm.t (id serial, at timestamptz DEFAULT '2020-01-01 00:00Z');
            """);
        Solution("Sqlite", "");
        Import();
        Execute(database, """
            ALTER DATABASE import_path SET search_path = crm, public;
            ALTER DATABASE import_path SET TimeZone = 'Asia/Tokyo';
            """);

        var drifted = Call("connections", "drift", "Crm");

        Assert.That(drifted.Out, Is.EqualTo("Crm: no change\n"), drifted.Error);
    }

    [Test]
    public void What_no_list_of_tables_shows_is_there_all_the_same_to_who_reads_it()
    {
        Databases("import_parted", """
            CREATE TABLE parted (n integer, at date) PARTITION BY RANGE (at);
            CREATE TABLE parted_2026 PARTITION OF parted FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
            """);
        Solution("Sqlite", "");
        _folder.Write("projects/Crm/objects/only.yaml", """
            object: only
            source: {name: parted_2026}
            columns: [{column: n, dataType: int}]
            """);
        _folder.Write("projects/Crm/objects/server.yaml", """
            object: server
            source: {schema: information_schema, name: schemata}
            """);

        var online = Call("validate", "--online");
        var drifted = Call("connections", "drift", "Crm");
        var imported = Import();

        Assert.That(online.ExitCode, Is.Zero, online.Out);
        Assert.That(drifted.Out, Does.StartWith("Crm: no change"));
        Assert.That(imported.ExitCode, Is.Zero, imported.Out);
        Assert.That(imported.Out, Does.Not.Contain("gone"));
    }

    [Test]
    public void Tables_that_the_user_may_not_read_are_named_and_what_is_disabled_needs_no_right()
    {
        Databases("import_locked", """
            CREATE TABLE open (n integer); CREATE TABLE locked (n integer);
            CREATE ROLE import_weak LOGIN PASSWORD 'geheim'; GRANT SELECT ON open TO import_weak;
            """);
        _variables[Source] = new NpgsqlConnectionStringBuilder(_variables[Source])
        {
            Username = "import_weak",
            Password = "geheim",
        }.ConnectionString;
        Environment.SetEnvironmentVariable(Source, _variables[Source]);
        Solution("Sqlite", "");

        var imported = Import();
        var lacking = Call("validate", "--online");
        _folder.Write("projects/Crm/objects/locked.yaml",
            File.ReadAllText(Path.Combine(_folder.Path, "projects/Crm/objects/locked.yaml")) + "enabled: false\n");
        var disabled = Call("validate", "--online");

        Assert.That(imported.Error, Does.Contain("may not read 1 table (public.locked)"));
        Assert.That(lacking.Out, Does.Contain("ORC3514"));
        Assert.That(disabled.ExitCode, Is.Zero, disabled.Out);
    }

    private Called Import() => Call("import", "database", "Crm");

    private Called Call(params string[] arguments) => Called.With(_folder.Path, _variables, false, arguments);

    private void Solution(string platform, string more) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Odd
        connections:
          - {connection: Crm, platform: PostgreSql, connectionString: "${env:{{Source}}}"}
          - {connection: Dwh, platform: {{platform}}, stage: STG{{more}}}
        batches:
          - {batch: Nightly, projects: [Crm]}
        projects:
          - {project: Crm, source: Crm, target: Dwh, ordering: dependencies}
        """);

    private string Databases(string name, string sql)
    {
        Execute(Server.Cluster.ConnectionString(), $"CREATE DATABASE {name}");
        Execute(Server.Cluster.ConnectionString(), $"CREATE DATABASE {name}_target");
        _variables = new()
        {
            [Source] = Server.Cluster.ConnectionString(name),
            [Target] = Server.Cluster.ConnectionString($"{name}_target"),
        };
        Environment.SetEnvironmentVariable(Source, _variables[Source]);
        Environment.SetEnvironmentVariable(Target, _variables[Target]);
        Execute(_variables[Source], sql);
        return _variables[Source];
    }

    private string? Value(string sql)
    {
        using var connection = new NpgsqlConnection(_variables[Target] + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        return command.ExecuteScalar() as string;
    }

    private static void Execute(string database, string sql)
    {
        using var connection = new NpgsqlConnection(database + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
