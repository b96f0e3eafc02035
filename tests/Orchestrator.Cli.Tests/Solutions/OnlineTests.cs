using System.Diagnostics;
using System.Text;
using System.Text.Json;
using Npgsql;

namespace Orchestrator.Cli.Tests.Solutions;

/// <summary>`validate --online` against PostgreSQL: what it finds, and what it does not do.</summary>
internal sealed class OnlineTests
{
    private const string Tables = """
        CREATE SCHEMA src; CREATE SCHEMA dwh;
        CREATE TABLE src.customer (id integer PRIMARY KEY, name varchar(40), day date);
        CREATE VIEW src.recent AS SELECT * FROM src.customer;
        CREATE TABLE dwh.other_type (id integer NOT NULL, name varchar(20), day date);
        CREATE TABLE dwh.one_more (id integer NOT NULL, name varchar(40), day date, late integer);
        CREATE VIEW dwh.seen AS SELECT 1 AS id;
        CREATE TABLE dwh.good (id integer NOT NULL, name varchar(40), day date);
        """;

    private const string Solution = """
        formatVersion: 1
        solution: Online
        connections:
          - {connection: Src, platform: PostgreSql, connectionString: "${env:ONLINE_SRC}"}
          - {connection: Dwh, platform: PostgreSql, connectionString: "${env:ONLINE_DWH}"}
        batches:
          - {batch: Nightly, default: true, projects: [Dwh]}
          - {batch: Good, projects: [Fine]}
        projects:
          - project: Fine
            source: Src
            target: Dwh
            objects:
              - {object: good, source: {schema: src, name: customer}, target: {schema: dwh, name: good},
                 columns: &columns [{column: id, key: 1}, {column: name}, {column: day}]}
          - project: Dwh
            source: Src
            target: Dwh
            objects:
              - {object: gone, source: {schema: src, name: gone}, target: {schema: dwh, name: gone}}
              - {object: misnamed, source: {schema: src, name: customer}, target: {schema: dwh, name: misnamed},
                 columns: [{column: id, key: 1}, {column: nane}]}
              - {object: narrow, source: {schema: src, name: customer}, target: {schema: dwh, name: narrow},
                 columns: [{column: id, key: 1}, {column: name, dataType: nvarchar(10), nullable: false}]}
              - {object: other_type, source: {schema: src, name: customer}, columns: *columns,
                 target: {schema: dwh, name: other_type}}
              - {object: one_more, source: {schema: src, name: recent}, columns: *columns,
                 target: {schema: dwh, name: one_more}}
              - {object: seen, source: {schema: src, name: customer}, target: {schema: dwh, name: seen},
                 columns: [{column: id}]}
              - {object: never, source: {schema: src, name: customer}, columns: *columns,
                 target: {schema: dwh, name: never, create: never}}
        """;

    private TemporaryFolder _folder = null!;

    [OneTimeSetUp]
    public void MakeDatabase()
    {
        Admin("postgres", "CREATE DATABASE online");
        Admin("online", Tables);
        Admin("online", """
            CREATE ROLE online_weak LOGIN PASSWORD 'geheim'; GRANT USAGE ON SCHEMA dwh TO online_weak;
            GRANT SELECT ON dwh.good TO online_weak;
            """);
    }

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("solution.yaml", Solution);
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    [Category("Approved")]
    public void Everything_that_a_load_would_stumble_over_is_found_at_once()
    {
        var offline = Call(Server.Cluster.ConnectionString("online"), "validate", "Nightly");
        var online = Call(Server.Cluster.ConnectionString("online"), "validate", "Nightly", "--online");

        Assert.That(offline.ExitCode, Is.Zero, offline.Out);
        Assert.That(online.ExitCode, Is.EqualTo(2), online.Error);
        Approved.Check("validate-online", online.Out, _folder.Path);
    }

    [Test]
    public void Only_the_batch_that_was_asked_for_is_looked_at()
    {
        var called = Call(Server.Cluster.ConnectionString("online"), "validate", "Good", "--online", "--warn-error");

        Assert.That(called.ExitCode, Is.Zero, called.Out);
        Assert.That(called.Out, Does.StartWith("valid"));
    }

    [Test]
    public void A_target_that_a_crash_empties_is_a_warning_with_what_makes_it_last()
    {
        Admin("online", "ALTER TABLE dwh.good SET UNLOGGED");
        try
        {
            var called = Call(Server.Cluster.ConnectionString("online"), "validate", "Good", "--online");

            Assert.That(called.ExitCode, Is.Zero, called.Out);
            Assert.That(called.Out, Does.Contain(
                "warning ORC3521: 'Fine/good' loads a table that does not last: a crash of the server empties "
                + "'dwh.good', whatever is flushed: it is UNLOGGED"));
            Assert.That(called.Out, Does.Contain("`ALTER TABLE dwh.good SET LOGGED`, or keep it as it is if the source "
                + "is loaded anew each night"));
        }
        finally
        {
            Admin("online", "ALTER TABLE dwh.good SET LOGGED");
        }
    }

    [TestCase("", "hidden", true)]
    [TestCase(", rowSecurity: accepted", "hidden", false)]
    [TestCase("", "asker", true)]
    [TestCase("", "owner", false)]
    public void A_table_of_which_a_part_is_shown_is_an_error_unless_the_connection_takes_it(
        string key, string table, bool isRefused)
    {
        var role = $"online_part_{Guid.NewGuid():N}"[..30];
        Admin("online", $"""
            CREATE ROLE {role} LOGIN PASSWORD 'geheim'; CREATE SCHEMA {role};
            CREATE TABLE {role}.hidden (id integer PRIMARY KEY, at text);
            CREATE VIEW {role}.owner AS SELECT * FROM {role}.hidden;
            CREATE VIEW {role}.asker WITH (security_invoker) AS SELECT * FROM {role}.hidden;
            ALTER TABLE {role}.hidden ENABLE ROW LEVEL SECURITY;
            GRANT USAGE ON SCHEMA {role} TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA {role} TO {role};
            """);
        _folder.Write("solution.yaml", Solution.Replace(
            "\"${env:ONLINE_SRC}\"", "\"${env:ONLINE_SRC}\"" + key, StringComparison.Ordinal)
            .Replace("source: {schema: src, name: customer}, target: {schema: dwh, name: good},\n"
                + "         columns: &columns [{column: id, key: 1}, {column: name}, {column: day}]",
                $"source: {{schema: {role}, name: {table}}}, target: {{schema: dwh, name: part}},\n"
                + "         watermarks: [{watermark: M, column: at, dataType: datetime2(3)}], load: {pattern: Merge},\n"
                + "         columns: [{column: id, key: 1}]", StringComparison.Ordinal)
            .Split("  - project: Dwh\n")[0].Replace(
                "  - {batch: Nightly, default: true, projects: [Dwh]}\n", "", StringComparison.Ordinal));
        var all = Server.Cluster.ConnectionString("online");
        var part = new NpgsqlConnectionStringBuilder(all) { Username = role, Password = "geheim" }.ConnectionString;

        var called = Called.With(_folder.Path, new() { ["ONLINE_SRC"] = part, ["ONLINE_DWH"] = all }, false,
            "validate", "Good", "--online");

        Assert.That(called.ExitCode, Is.EqualTo(isRefused ? 2 : 0), called.Out);
        Assert.That(called.Out, Does.Contain("warning ORC3522: the watermark 'M' of 'Fine/good' is datetime2(3), and "
            + "its column 'at' is nvarchar"));
        Assert.That(called.Out, isRefused
            ? Does.Contain($"ORC3465: 'Fine/good' reads '{role}.{table}', of which the server shows a part: row-level "
                + $"security of {role}.hidden hides rows from {role}")
            : Does.Not.Contain("ORC3465"));
    }

    [TestCase("", "", true)]
    [TestCase("", ", load: {pattern: DeltaInsert}", true)]
    [TestCase("", ", load: {pattern: Append}", false)]
    [TestCase(", rowSecurity: accepted", "", false)]
    public void So_is_a_target_by_whose_rows_a_load_goes(string key, string load, bool isRefused)
    {
        var role = $"online_target_{Guid.NewGuid():N}"[..30];
        Admin("online", $"""
            CREATE ROLE {role} LOGIN PASSWORD 'geheim'; CREATE SCHEMA {role};
            CREATE TABLE {role}.hidden (id integer PRIMARY KEY, name varchar(40), day date);
            ALTER TABLE {role}.hidden ENABLE ROW LEVEL SECURITY;
            GRANT ALL ON SCHEMA {role} TO {role}; GRANT ALL ON ALL TABLES IN SCHEMA {role} TO {role};
            """);
        _folder.Write("solution.yaml", Solution
            .Replace("\"${env:ONLINE_DWH}\"", "\"${env:ONLINE_DWH}\"" + key, StringComparison.Ordinal)
            .Replace("target: {schema: dwh, name: good}", $"target: {{schema: {role}, name: hidden}}{load}",
                StringComparison.Ordinal)
            .Split("  - project: Dwh\n")[0].Replace(
                "  - {batch: Nightly, default: true, projects: [Dwh]}\n", "", StringComparison.Ordinal));
        var all = Server.Cluster.ConnectionString("online");
        var part = new NpgsqlConnectionStringBuilder(all) { Username = role, Password = "geheim" }.ConnectionString;

        var called = Called.With(_folder.Path, new() { ["ONLINE_SRC"] = all, ["ONLINE_DWH"] = part }, false,
            "validate", "Good", "--online");

        Assert.That(called.Out, isRefused
            ? Does.Contain($"ORC3465: 'Fine/good' loads '{role}.hidden', of which the server shows a part: row-level "
                + $"security of {role}.hidden hides rows from {role}")
            : Does.Not.Contain("ORC3465").And.Not.Contain("ORC3518"));
    }

    [Test]
    public void Rights_that_a_role_lacks_are_named()
    {
        var weak = new NpgsqlConnectionStringBuilder(Server.Cluster.ConnectionString("online"))
        {
            Username = "online_weak",
            Password = "geheim",
        }.ConnectionString;

        var called = Call(weak, "validate", "Good", "--online", "-o", "json");

        var messages = JsonDocument.Parse(called.Out).RootElement.GetProperty("diagnostics").EnumerateArray()
            .Select(each => $"{each.GetProperty("code")} {each.GetProperty("message")}").ToArray();
        Assert.That(messages, Is.EquivalentTo(new[]
        {
            "ORC3514 'online_weak' lacks USAGE on the schema src of 'Src', which Fine/good needs",
            "ORC3514 'online_weak' lacks SELECT on src.customer of 'Src', which Fine/good needs",
            "ORC3514 'online_weak' lacks CREATE on the database, for the schema orchestrator of 'Dwh', which Fine/good "
                + "needs",
            "ORC3514 'online_weak' lacks INSERT on dwh.good of 'Dwh', which Fine/good needs",
            "ORC3514 'online_weak' lacks DELETE on dwh.good of 'Dwh', which Fine/good needs",
        }));
    }

    [Test]
    public void Each_connection_that_cannot_be_used_is_one_diagnostic_with_its_class()
    {
        var called = Call("Host=127.0.0.1;Port=1;Username=a;Password=geheim", "validate", "--online");

        Assert.That(called.ExitCode, Is.EqualTo(4));
        Assert.That(called.Out.Split("ORC3518").Length - 1, Is.EqualTo(2));
        Assert.That(called.Out, Does.Contain("ORC3409 Transient").And.Not.Contain("geheim"));
    }

    [TestCase("DELETE FROM dwh.good WITH (NOLOCK)", "14:40 ORC3664", "syntax error")]
    [TestCase("DELETE FROM dwh.good WHERE id = 1; TRUNCATE TABLE dwh.good IF", "14:40 ORC3664", "syntax error")]
    [TestCase("UPDATE dwh.good SET day = GETDATE()", "warning ORC3664", "getdate()")]
    [TestCase("UPDATE dwh.good SET day = CustomerDay", "warning ORC3664", "customerday")]
    [TestCase("DELETE FROM dwh.not_there_yet", "", "")]
    [TestCase("DELETE FROM dwh.good WHERE id = @OnlyTheRunKnows AND", "", "")]
    [TestCase("TRUNCATE TABLE dwh.good; INSERT INTO dwh.good (id) SELECT count(*) FROM src.customer", "", "")]
    public void A_statement_that_the_server_does_not_take_is_told_and_none_is_run(string sql, string code, string said)
    {
        Admin("online", "INSERT INTO dwh.good VALUES (7, 'stays', NULL)");
        _folder.Write("solution.yaml", Solution.Replace("      - {object: good, source", "      - {object: tidy, "
            + $"kind: sql, sql: \"{sql}\"}}\n      - {{object: good, source", StringComparison.Ordinal));
        try
        {
            var called = Call(Server.Cluster.ConnectionString("online"), "validate", "Good", "--online");

            Assert.That(called.Out, code.Length > 0 ? Does.Contain(code).And.Contain("'Fine/tidy'").And.Contain(said)
                : Does.Not.Contain("ORC3664"));
            using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString("online") + ";Pooling=false");
            connection.Open();
            using var command = new NpgsqlCommand("SELECT count(*) FROM dwh.good WHERE id = 7", connection);
            Assert.That(command.ExecuteScalar(), Is.EqualTo(1L));
        }
        finally
        {
            Admin("online", "DELETE FROM dwh.good WHERE id = 7");
        }
    }

    [Test]
    public void A_right_that_only_a_query_needs_is_missed_without_running_it()
    {
        const string Target = "target: {schema: dwh, name: good}";
        _folder.Write("solution.yaml", Solution.Replace($"source: {{schema: src, name: customer}}, {Target}",
            $"source: {{query: \"select id, name, day from dwh.one_more\"}}, {Target}", StringComparison.Ordinal));
        var weak = new NpgsqlConnectionStringBuilder(Server.Cluster.ConnectionString("online"))
        {
            Username = "online_weak",
            Password = "geheim",
        }.ConnectionString;

        var called = Call(weak, "validate", "Good", "--online");

        Assert.That(called.Out, Does.Contain("ORC3514: 'online_weak' may not run the statement of 'Fine/good' on 'Src'")
            .And.Contain("one_more").And.Contain("does not know what statements and queries read"));
    }

    [Test]
    public void Six_hundred_objects_take_seconds()
    {
        var sql = new StringBuilder("CREATE SCHEMA many;");
        var objects = new StringBuilder();
        for (var i = 0; i < 600; i++)
        {
            sql.Append($"CREATE TABLE many.t{i} (id integer PRIMARY KEY, name varchar(40), price numeric(12,2));");
            objects.Append($"\n      - {{object: t{i}, source: {{schema: many, name: t{i}}}, "
                + $"target: {{schema: made, name: t{i}}}, columns: [{{column: id, key: 1}}, {{column: name}}]}}");
        }

        Admin("postgres", "CREATE DATABASE online_many");
        Admin("online_many", sql.ToString());
        _folder.Write("solution.yaml", Solution[..Solution.IndexOf("projects:\n", StringComparison.Ordinal)]
            .Replace("  - {batch: Good, projects: [Fine]}\n", "", StringComparison.Ordinal)
            + $"projects:\n  - project: Dwh\n    source: Src\n    target: Dwh\n    objects:{objects}\n");
        var clock = Stopwatch.StartNew();

        var called = Call(Server.Cluster.ConnectionString("online_many"), "validate", "--online");

        Assert.That(called.ExitCode, Is.Zero, called.Out);
        Assert.That(called.Out, Does.Contain("600 objects"));
        TestContext.Out.WriteLine($"600 objects: {clock.Elapsed.TotalSeconds:0.0} s");
    }

    private Called Call(string database, params string[] arguments) => Called.With(
        _folder.Path, new() { ["ONLINE_SRC"] = database, ["ONLINE_DWH"] = database }, false, arguments);

    private static void Admin(string database, string sql)
    {
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
