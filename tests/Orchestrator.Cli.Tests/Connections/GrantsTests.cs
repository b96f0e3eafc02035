using System.Text.RegularExpressions;
using Npgsql;

namespace Orchestrator.Cli.Tests.Connections;

/// <summary>Roles with exactly the rights that `connections grants` prints, for a night with every pattern.</summary>
internal sealed partial class GrantsTests
{
    private const string Tables = """
        REVOKE ALL ON SCHEMA public FROM PUBLIC; CREATE SCHEMA src; CREATE SCHEMA dwh; CREATE SCHEMA "odd ""dwh";
        CREATE TABLE src.customer (id integer PRIMARY KEY, name varchar(40), day date);
        INSERT INTO src.customer VALUES (1, 'Ada', '2026-01-01'), (2, 'Bob', '2026-01-02'), (3, 'too long', NULL);
        CREATE TABLE src.other (id integer PRIMARY KEY, name varchar(40), day date);
        INSERT INTO src.other VALUES (1, 'Ada', '2026-01-01');
        CREATE TABLE dwh.replaced (id integer NOT NULL, name varchar(40), day date);
        CREATE TABLE dwh.appended (id integer NOT NULL, name varchar(40), day date);
        CREATE TABLE dwh.added (id integer NOT NULL, name varchar(40), day date);
        INSERT INTO dwh.added VALUES (1, 'Ada', '2026-01-01');
        CREATE TABLE dwh.merged (id integer NOT NULL, name varchar(40), day date);
        INSERT INTO dwh.merged VALUES (1, 'Eve', '2026-01-01');
        CREATE TABLE dwh.ranged (id integer NOT NULL, name varchar(40), day date);
        INSERT INTO dwh.ranged VALUES (9, 'Old', '2026-01-01');
        CREATE TABLE dwh.dropped (id integer);
        CREATE TABLE dwh.region (id integer PRIMARY KEY); INSERT INTO dwh.region VALUES (1);
        CREATE TABLE dwh.keyed (id integer PRIMARY KEY REFERENCES dwh.region, name varchar(40), day date);
        CREATE INDEX by_name ON dwh.keyed (name); CREATE TABLE dwh.of_keyed (id integer REFERENCES dwh.keyed);
        CREATE TABLE dwh.pointed (id integer PRIMARY KEY, name varchar(40), day date);
        CREATE TABLE dwh.of_pointed (id integer REFERENCES dwh.pointed);
        CREATE TABLE dwh.shadowed (id integer PRIMARY KEY REFERENCES dwh.region, name varchar(40), day date);
        CREATE TABLE dwh.of_shadowed (id integer REFERENCES dwh.shadowed);
        CREATE TABLE dwh.locked (id integer NOT NULL, name varchar(40), day date);
        CREATE TABLE dwh.sold (id integer, "RowAuditId" bigint);
        CREATE TABLE dwh.filed (id integer, "RowAuditId" bigint);
        CREATE TABLE "odd ""dwh"."odd ""table" (id integer NOT NULL, name varchar(5), day date);
        """;

    private const string Solution = """
        formatVersion: 1
        solution: Grants
        connections:
          - {connection: Src, platform: PostgreSql, connectionString: "${env:GRANTS_SRC}"}
          - {connection: Dwh, platform: PostgreSql, connectionString: "${env:GRANTS_DWH}"}
        batches:
          - {batch: Nightly, projects: [Dwh]}
        projects:
          - project: Dwh
            source: Src
            target: Dwh
            ordering: dependencies
            objects:
              - {object: replaced, source: {schema: src, name: customer}, target: {schema: dwh, name: replaced},
                 columns: &columns [{column: id, key: 1}, {column: name}, {column: day}]}
              - {object: appended, source: {schema: src, name: other}, target: {schema: dwh, name: appended},
                 columns: *columns, load: {pattern: Append}}
              - {object: added, source: {schema: src, name: customer}, target: {schema: dwh, name: added},
                 columns: *columns, load: {pattern: DeltaInsert}}
              - {object: merged, source: {schema: src, name: customer}, target: {schema: dwh, name: merged},
                 columns: *columns, load: {pattern: Merge}}
              - {object: ranged, source: {schema: src, name: customer, where: day is not null},
                 target: {schema: dwh, name: ranged},
                 columns: [{column: id, key: 1}, {column: name}, {column: day, dataType: date}],
                 load: {pattern: ReplaceRange, range: {column: day, from: "2026-01-01", to: "2026-02-01"}}}
              - {object: dropped, source: {schema: src, name: customer}, target: {schema: dwh, name: dropped},
                 columns: *columns, load: {pattern: DropAndReload}}
              - {object: keyed, source: {schema: src, name: other}, target: {schema: dwh, name: keyed},
                 columns: *columns, load: {swap: transaction, foreignKeys: recreate, indexes: rebuildAfter,
                   statistics: true, fireTriggers: false, tableLock: true}}
              - {object: pointed, source: {schema: src, name: other}, target: {schema: dwh, name: pointed},
                 columns: *columns, load: {swap: transaction, foreignKeys: recreate}}
              - {object: shadowed, source: {schema: src, name: other}, target: {schema: dwh, name: shadowed},
                 columns: *columns, load: {swap: shadow}}
              - {object: locked, source: {schema: src, name: other}, target: {schema: dwh, name: locked},
                 columns: *columns, load: {pattern: Append, tableLock: true}}
              - {object: made, source: {schema: src, name: customer}, target: {schema: made, name: made},
                 columns: *columns}
              - {object: odd, source: {schema: src, name: customer}, errors: {onError: redirect},
                 target: {schema: "odd \"dwh", name: "odd \"table"},
                 columns: [{column: id, key: 1}, {column: name, dataType: nvarchar(5)}, {column: day}]}
              - {object: counted, kind: check, target: {schema: dwh, name: merged}, check: {rowCount: "3"},
                 dependsOn: [merged]}
        """;

    // Each right has a night of its own; a share of them, which the seed chooses, or all with ORCHESTRATOR_TEST_FULL=1.
    private static int Share => Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") == "1" ? 1 : 10;

    private static int Seed =>
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 0;

    private TemporaryFolder _folder = null!;
    private int _databases;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("solution.yaml", Solution);
        Admin("postgres", "CREATE DATABASE grants_base");
        Admin("grants_base", Tables);
    }

    [TearDown]
    public void Remove()
    {
        Admin("postgres", "DROP DATABASE grants_base");
        _folder.Dispose();
    }

    [Test]
    public void A_night_with_every_pattern_needs_exactly_what_is_printed()
    {
        Assert.That(Refresh("Src").ExitCode + Refresh("Dwh").ExitCode, Is.Zero);
        var (source, target) = (Printed("Src"), Printed("Dwh"));
        var rights = source.Select(right => (Connection: "Src", Right: right))
            .Concat(target.Select(right => (Connection: "Dwh", Right: right))).ToArray();

        var all = Night(source, target);
        Assert.That(all.ExitCode, Is.Zero, all.Out + all.Error);
        var without = rights.Where((_, i) => (i + (long)Seed) % Share == 0).Select(missing => (
            missing.Right,
            Night: Night(
                [.. source.Where(right => missing.Connection != "Src" || right != missing.Right)],
                [.. target.Where(right => missing.Connection != "Dwh" || right != missing.Right)]))).ToArray();

        Assert.That(all.Out, Does.Contain("13 ok, 0 failed"));
        Assert.That(all.Error, Does.Contain("valid: Grants").And.Not.Contain(" lacks "));
        Assert.That(rights, Has.Length.GreaterThan(20));
        Assert.Multiple(() =>
        {
            foreach (var (right, night) in without)
            {
                var what = $"without: {right} (replay with ORCHESTRATOR_TEST_SEED={Seed})";
                Assert.That(night.ExitCode, Is.Not.Zero, what);
                Assert.That(
                    night.Out + night.Error, Does.Match("server code 42501|ORC3414").And.Contain("connections grants")
                        .And.Match("' lacks |ORC3518: the connection"),
                    what);
            }
        });
    }

    [Test]
    public void A_role_keeps_a_ledger_with_exactly_what_is_printed()
    {
        _folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Grants
            ledger: Dwh
            connections: [{connection: Dwh, platform: PostgreSql, connectionString: "${env:GRANTS_DWH}"}]
            batches: [{batch: Nightly, projects: [Dwh]}]
            projects: [{project: Dwh, target: Dwh, objects: [{object: nothing, kind: sql, sql: select 1}]}]
            """);
        var printed = Printed("Dwh");
        string[][] verbs =
        [
            ["validate", "--online"], ["run"], ["status", "latest", "--why"], ["history"], ["ledger", "status"],
            ["ledger", "backup", "copy.db"], ["ledger", "restore", "copy.db", "--yes"], ["run"],
        ];

        var all = Calls("template1", printed, verbs);
        var without = printed.Select(missing => (
            Right: missing, Run: Calls("template1", [.. printed.Where(right => right != missing)], [["run"]])[0]))
            .ToArray();

        Assert.That(printed, Has.Length.GreaterThan(2));
        Assert.That(all.Select(called => called.ExitCode), Has.All.Zero, string.Concat(all.Select(call => call.Error)));
        Assert.Multiple(() =>
        {
            foreach (var (right, run) in without)
            {
                Assert.That(run.ExitCode, Is.EqualTo(4), $"without: {right}");
                Assert.That(run.Error, Does.Contain("ORC4102").And.Contain("connections grants"), $"without: {right}");
            }
        });
    }

    [Test]
    public void An_append_whose_rows_may_be_taken_back_needs_what_is_printed()
    {
        _folder.Write("in/filed.csv", "id\n7\n");
        _folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Grants
            systemColumns: {RowAuditId: {column: RowAuditId, dataType: bigint}}
            connections:
              - {connection: Dwh, platform: PostgreSql, connectionString: "${env:GRANTS_DWH}"}
              - {connection: In, platform: Files, folder: in, files: {take: new}}
            batches: [{batch: Nightly, projects: [Dwh, Files]}]
            projects:
              - project: Dwh
                source: Dwh
                target: Dwh
                objects:
                  - {object: sold, source: {schema: src, name: other}, target: {schema: dwh, name: sold},
                     columns: [{column: id, dataType: int}], load: {pattern: Append},
                     watermarks: [{watermark: Sold, column: id, dataType: int}]}
              - project: Files
                source: In
                target: Dwh
                objects:
                  - {object: filed, source: {file: filed.csv}, target: {schema: dwh, name: filed},
                     columns: [{column: id, dataType: int}], load: {pattern: Append}}
            """);
        var refreshed = Refresh("Dwh");
        Assert.That(refreshed.ExitCode, Is.Zero, refreshed.Error);
        var printed = Printed("Dwh");

        var all = Calls("grants_base", printed, [["run"], ["run", "--full-refresh", "--yes"]]);
        var deletes = printed.Where(right => right.StartsWith("GRANT DELETE", StringComparison.Ordinal)).ToArray();
        var without = deletes.Select(missing =>
            Calls("grants_base", [.. printed.Where(right => right != missing)],
                [["run"], ["run", "--full-refresh", "--yes"]])[1]).ToArray();

        Assert.That(all.Select(called => called.ExitCode), Has.All.Zero, string.Concat(all.Select(call => call.Out)));
        Assert.That(deletes, Has.Length.EqualTo(2));
        Assert.That(without.Select(night => night.ExitCode), Has.All.Not.Zero);
        Assert.That(without.Select(night => night.Out + night.Error), Has.All.Contains("server code 42501"));
    }

    [Test]
    [Category("Approved")]
    public void The_statements_are_a_script()
    {
        Refresh("Src");
        Refresh("Dwh");

        var source = Call(Connections("postgres"), "connections", "grants", "Src");
        var target = Call(Connections("postgres"), "connections", "grants", "Dwh");
        var json = Call(Connections("postgres"), "connections", "grants", "Dwh", "--role", "etl", "-o", "json");

        Approved.Check("grants-postgresql", source.Out + target.Out);
        Assert.That(json.Out, Does.Contain("\"role\": \"etl\""));
        Assert.That(Call(Unnamed, "connections", "grants", "Dwh").Out,
            Does.Contain("GRANT USAGE").And.Not.Contain("GRANT CONNECT"));
        Assert.That(Call(Unnamed, "connections", "grants").ExitCode, Is.EqualTo(2));
        Assert.That(Call(Unnamed, "connections", "list", "--role", "etl").ExitCode, Is.EqualTo(2));
    }

    [Test]
    [Category("Approved")]
    public void Users_of_SqlServer_get_theirs_in_its_own_words()
    {
        _folder.Write("solution.yaml", Solution
            .Replace("PostgreSql", "SqlServer", StringComparison.Ordinal)
            .Replace("foreignKeys: recreate", "foreignKeys: disable", StringComparison.Ordinal));
        _folder.Write("catalog/Dwh/merged.yaml", """
            catalog: Dwh
            schema: dwh
            table: merged
            columns: [{column: id, dataType: int, identity: identity}, {column: name}, {column: day}]
            """);
        _folder.Write("catalog/Dwh/shadowed.yaml", """
            catalog: Dwh
            schema: dwh
            table: shadowed
            columns: [{column: id, dataType: int, identity: identity}, {column: name}, {column: day}]
            foreignKeys: [{key: k, columns: [id], schema: dwh, table: region}]
            """);
        _folder.Write("catalog/Dwh/dropped.yaml", "catalog: Dwh\nschema: dwh\ntable: dropped");
        foreach (var (table, to) in (ValueTuple<string, string>[])
            [("region", ""), ("keyed", "region"), ("of_keyed", "keyed"), ("of_shadowed", "shadowed"), ("locked", "")])
        {
            _folder.Write($"catalog/Dwh/{table}.yaml", $"catalog: Dwh\nschema: dwh\ntable: {table}\n"
                + (to.Length == 0 ? "" : "foreignKeys: [{key: k, columns: [id], schema: dwh, table: " + to + "}]\n"));
        }

        var called = Call(Unnamed, "connections", "grants", "Dwh", "--role", "etl's [role]");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Approved.Check("grants-sqlserver", called.Out);
    }

    private static Dictionary<string, string> Unnamed =>
        new() { ["GRANTS_SRC"] = "Host=db;Username=etl", ["GRANTS_DWH"] = "Host=db;Username=etl" };

    private static Dictionary<string, string> Connections(string database) => new()
    {
        ["GRANTS_SRC"] = Server.Cluster.ConnectionString(database),
        ["GRANTS_DWH"] = Server.Cluster.ConnectionString(database),
    };

    private Called Refresh(string connection) =>
        Call(Connections("grants_base"), "connections", "refresh", connection);

    /// <summary>The statements with one right each; a schema that is made is no right.</summary>
    private string[] Printed(string connection) =>
        [.. Call(Connections("DATABASE"), "connections", "grants", connection, "--role", "ROLE").Out.Split('\n')
            .Where(line => line.Length > 0 && !line.StartsWith("--", StringComparison.Ordinal))
            .SelectMany(line => Grant().Match(line) is { Success: true } grant
                ? grant.Groups["rights"].Value.Split(", ")
                    .Select(right => $"GRANT {right} {grant.Groups["rest"].Value}")
                : [line])];

    /// <summary>A night in a database of its own, with roles of its own that have these rights alone.</summary>
    private Called Night(string[] source, string[] target)
    {
        var name = $"grants_{++_databases}";
        Admin("postgres", $"CREATE DATABASE {name} TEMPLATE grants_base");
        Admin("postgres", $"REVOKE ALL ON DATABASE {name} FROM PUBLIC");
        var connections = new Dictionary<string, string>
        {
            ["GRANTS_SRC"] = RoleOf(name, $"{name}_src", source),
            ["GRANTS_DWH"] = RoleOf(name, $"{name}_dwh", target),
        };
        Directory.Delete(Path.Combine(_folder.Path, ".orchestrator"), true);
        var looked = Call(connections, "validate", "--online");
        var night = Call(connections, "run");
        NpgsqlConnection.ClearAllPools();
        Admin("postgres", $"DROP DATABASE {name} WITH (FORCE)");
        Admin("postgres", $"DROP ROLE {name}_src; DROP ROLE {name}_dwh");
        return night with { Error = night.Error + looked.Out + looked.Error };
    }

    /// <summary>Calls with a database of its own made like another, by a role that has these rights alone.</summary>
    private Called[] Calls(string template, string[] rights, string[][] verbs)
    {
        var name = $"grants_{++_databases}";
        Admin("postgres", $"CREATE DATABASE {name} TEMPLATE {template}");
        Admin("postgres", $"REVOKE ALL ON DATABASE {name} FROM PUBLIC");
        Admin(name, "REVOKE ALL ON SCHEMA public FROM PUBLIC");
        var connection = new Dictionary<string, string> { ["GRANTS_DWH"] = RoleOf(name, $"{name}_dwh", rights) };
        Directory.Delete(Path.Combine(_folder.Path, ".orchestrator"), true);
        Called[] called = [.. verbs.Select(verb => Call(connection, verb))];
        NpgsqlConnection.ClearAllPools();
        Admin("postgres", $"DROP DATABASE {name} WITH (FORCE)");
        Admin("postgres", $"DROP ROLE {name}_dwh");
        return called;
    }

    private static string RoleOf(string database, string role, string[] statements)
    {
        var possible = statements.Where(each => IsPossible(each, statements));
        Admin(database, $"CREATE ROLE {role} LOGIN PASSWORD 'geheim';" + string.Concat(possible)
            .Replace("\"ROLE\"", role, StringComparison.Ordinal)
            .Replace("\"DATABASE\"", database, StringComparison.Ordinal));
        return new NpgsqlConnectionStringBuilder(Server.Cluster.ConnectionString(database))
        {
            Username = role,
            Password = "geheim",
        }.ConnectionString;
    }

    // Rights on a schema that nobody made cannot be given.
    private static bool IsPossible(string statement, string[] statements) =>
        !((string[])["err", "made", "orchestrator"]).Any(schema =>
            statement.Contains($"ON SCHEMA \"{schema}\"", StringComparison.Ordinal)
            && !statements.Contains($"CREATE SCHEMA IF NOT EXISTS \"{schema}\";"));

    private Called Call(Dictionary<string, string> variables, params string[] arguments)
    {
        Directory.CreateDirectory(Path.Combine(_folder.Path, ".orchestrator"));
        return Called.With(_folder.Path, variables, false, arguments);
    }

    private static void Admin(string database, string sql)
    {
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    [GeneratedRegex(@"^GRANT (?<rights>[A-Z, ]+) (?<rest>ON .*;)$")]
    private static partial Regex Grant();
}
