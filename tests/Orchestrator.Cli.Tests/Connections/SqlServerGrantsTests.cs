namespace Orchestrator.Cli.Tests.Connections;

/// <summary>What `connections grants` prints for SQL Server of what the server asks for beside the obvious.</summary>
internal sealed class SqlServerGrantsTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("", true)]
    [TestCase(", fireTriggers: true", false)]
    [TestCase(", fireTriggers: false", false)]
    [TestCase(", fastLoad: false", false)]
    [TestCase(", commitRows: 5", false)]
    public void Who_appends_to_a_table_of_SqlServer_is_told_what_its_triggers_ask_for(string more, bool isTold)
    {
        WriteSold($"pattern: Append{more}");

        var called = Grants();

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Out.Contains("(not with `fireTriggers: true`): dwh.sold", StringComparison.Ordinal),
            Is.EqualTo(isTold), called.Out);
    }

    [TestCase("swap: transaction", "VIEW DEFINITION")]
    [TestCase("swap: transaction, foreignKeys: disable", "ALTER")]
    [TestCase("pattern: DeltaInsert", null)]
    public void Who_deletes_rows_on_SqlServer_sees_the_keys_that_point_to_them(string load, string? expected)
    {
        WriteSold(load);
        _folder.Write("catalog/Dwh/of_sold.yaml", "catalog: Dwh\nschema: dwh\ntable: of_sold\n"
            + "foreignKeys: [{key: k, columns: [id], schema: dwh, table: sold}]\n");

        var called = Grants();

        Assert.That(called.Out, expected is null
            ? Does.Not.Contain("of_sold")
            : Does.Contain($"GRANT {expected} ON OBJECT::[dwh].[of_sold] TO [etl];"), called.Error);
    }

    [Test]
    [Category("Approved")]
    public void Who_relaxes_a_database_is_told_what_that_asks_for()
    {
        WriteRelaxed("{mode: forced}");

        var called = Grants();

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Approved.Check("grants-relaxed-sqlserver", called.Out);
    }

    [Test]
    public void Who_relaxes_it_through_another_connection_is_told_that_this_one_needs_nothing_else()
    {
        WriteRelaxed("{mode: forced, connection: DwhAdmin}");

        var (own, other) = (Grants(), Grants("DwhAdmin"));

        Assert.That(own.Out, Does.Contain("GRANT CREATE TABLE").And.Not.Contain("GRANT ALTER TO"), own.Error);
        Assert.That(other.Out, Is.EqualTo("""
            -- DwhAdmin (SQL Server), for an administrator of the database to run
            -- to change durability, as orchestrator_durability
            GRANT ALTER TO [orchestrator_durability];

            """), other.Error);
    }

    [TestCase("mode: forced", "")]
    [TestCase("mode: forced, scope: database", "ALTER DATABASE \"dwh\" OWNER TO \"etl\";")]
    public void Who_relaxes_a_database_of_PostgreSql_must_own_it_and_for_sessions_needs_nothing(
        string durability, string expected)
    {
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Grants
            connections:
              - {connection: Dwh, platform: PostgreSql, connectionString: "${env:GRANTS_DWH}", reloadable: true,
                 delayedDurability: { {{durability}} } }
            batches: [{batch: Nightly, projects: [Dwh]}]
            projects: [{project: Dwh, target: Dwh, objects: [{object: nothing, kind: sql, sql: select 1}]}]
            """);

        var printed = Statements("Host=db;Database=dwh");
        var unnamed = Statements("Host=db");

        Assert.That(printed.FirstOrDefault(line => line.Contains("OWNER", StringComparison.Ordinal)) ?? "",
            Is.EqualTo(expected));
        Assert.That(printed, Has.Some.EqualTo("GRANT USAGE, CREATE ON SCHEMA \"orchestrator\" TO \"etl\";"));
        Assert.That(unnamed.Any(line => line.StartsWith("-- ALTER DATABASE … OWNER", StringComparison.Ordinal)),
            Is.EqualTo(expected.Length > 0));
    }

    private string[] Statements(string connection)
    {
        var called = Called.With(
            _folder.Path, new() { ["GRANTS_DWH"] = connection }, false, "connections", "grants", "Dwh", "--role",
            "etl");
        Assert.That(called.ExitCode, Is.Zero, called.Error);
        return called.Out.Split('\n');
    }

    private void WriteRelaxed(string durability) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Grants
        connections:
          - {connection: Dwh, platform: SqlServer, connectionString: "${env:GRANTS_DWH}", reloadable: true,
             delayedDurability: {{durability}} }
          - {connection: DwhAdmin, platform: SqlServer, connectionString: "${env:GRANTS_DWH}"}
        batches: [{batch: Nightly, projects: [Dwh]}]
        projects: [{project: Dwh, target: Dwh, objects: [{object: nothing, kind: sql, sql: select 1}]}]
        """);

    private void WriteSold(string load)
    {
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Grants
            connections:
              - {connection: Src, platform: PostgreSql, connectionString: "${env:GRANTS_SRC}"}
              - {connection: Dwh, platform: SqlServer, connectionString: "${env:GRANTS_DWH}"}
            batches:
              - {batch: Nightly, projects: [Dwh]}
            projects:
              - project: Dwh
                source: Src
                target: Dwh
                objects:
                  - {object: sold, source: {schema: src, name: sold}, target: {schema: dwh, name: sold},
                     columns: [{column: id}], load: {{{load}} } }
            """);
        _folder.Write("catalog/Dwh/sold.yaml",
            "catalog: Dwh\nschema: dwh\ntable: sold\ncolumns: [{column: id, dataType: int}]");
    }

    private Called Grants(string connection = "Dwh") => Called.With(
        _folder.Path, new() { ["GRANTS_SRC"] = "Host=db;Username=etl", ["GRANTS_DWH"] = "Server=db;User ID=etl" },
        false,
        ["connections", "grants", connection, .. connection == "Dwh" ? (string[])["--role", "etl"] : []]);
}
