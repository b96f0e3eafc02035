namespace Orchestrator.Cli.Tests;

/// <summary>What `connections grants` prints for SQL Server of what the server asks for beside the obvious.</summary>
internal sealed class SqlServerGrantsTests
{
    private TemporaryFolder folder = null!;

    [SetUp]
    public void Make() => folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => folder.Dispose();

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
        folder.Write("catalog/Dwh/of_sold.yaml", "catalog: Dwh\nschema: dwh\ntable: of_sold\n"
            + "foreignKeys: [{key: k, columns: [id], schema: dwh, table: sold}]\n");

        var called = Grants();

        Assert.That(called.Out, expected is null
            ? Does.Not.Contain("of_sold")
            : Does.Contain($"GRANT {expected} ON OBJECT::[dwh].[of_sold] TO [etl];"), called.Error);
    }

    private void WriteSold(string load)
    {
        folder.Write("solution.yaml", $$"""
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
        folder.Write("catalog/Dwh/sold.yaml",
            "catalog: Dwh\nschema: dwh\ntable: sold\ncolumns: [{column: id, dataType: int}]");
    }

    private Called Grants() => Called.With(
        folder.Path, new() { ["GRANTS_SRC"] = "Host=db;Username=etl", ["GRANTS_DWH"] = "Server=db;User ID=etl" }, false,
        "connections", "grants", "Dwh", "--role", "etl");
}
