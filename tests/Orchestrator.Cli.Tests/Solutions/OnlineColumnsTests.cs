namespace Orchestrator.Cli.Tests.Solutions;

/// <summary>`validate --online` holds what a check and a watermark name against the columns of the table.</summary>
internal sealed class OnlineColumnsTests
{
    [TestCase("notNull: [ID], unique: [id]", "Id", "")]
    [TestCase("notNull: [idd]", "id", "solution.yaml:19:62 ORC3511: the table 'sale' has no column 'idd'")]
    [TestCase("unique: [id]", "idd", "solution.yaml:14:34 ORC3511: the table 'sale' has no column 'idd'")]
    public void A_column_that_the_table_does_not_have_is_an_error_where_it_is_named(
        string rules, string column, string refused)
    {
        using var folder = new TemporaryFolder();
        DataFile.Execute(folder.Path, "lite.db", "create table sale(id integer primary key)");
        folder.Write("solution.yaml", $$$"""
            formatVersion: 1
            solution: Columns
            connections:
              - {connection: Lite, platform: Sqlite, file: lite.db}
              - {connection: Mart, platform: Sqlite}
            batches: [{batch: Nightly, projects: [P, Q]}]
            projects:
              - project: P
                source: Lite
                target: Mart
                objects:
                  - object: copy
                    load: {pattern: Merge}
                    watermarks: [{watermark: Newest, column: {{{column}}}, dataType: int}]
                    columns: [{column: id, dataType: int, key: 1}]
                    source: {name: sale}
              - project: Q
                target: Lite
                objects: [{object: asked, kind: check, check: {{{{rules}}}}, target: {name: sale}}]
            """);

        var looked = Called.With(folder.Path, "validate", "--online");

        Assert.That(looked.ExitCode, Is.EqualTo(refused.Length == 0 ? 0 : 2), looked.Out);
        Assert.That(looked.Out, Does.Contain(refused));
        Assert.That(looked.Out, Does.Contain(refused.Length == 0 ? "valid: Columns" : "did you mean 'id'?"));
    }

    [TestCase("select max(id) as Top from sale", "{Newest: Top}", "")]
    [TestCase("select max(id) as Top from sale", "{Newest: top}", "")]
    [TestCase("select max(id) as Tpo from sale", "{Newest: Top}",
        "ORC3662: 'Q/asked' takes 'Top' from its query, which gives Tpo")]
    [TestCase("select 1 as x; select id from sale", "{All: rows}",
        "ORC3662: 'Q/asked' takes 'No' from its query, which gives id")]
    [TestCase("select Top from made_later", "{Newest: Top}", "")]
    public void A_column_that_a_query_does_not_give_is_an_error_where_it_is_set(
        string sql, string sets, string refused)
    {
        using var folder = new TemporaryFolder();
        DataFile.Execute(folder.Path, "lite.db", "create table sale(id integer primary key)");
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Columns
            variables:
              - {variable: Newest, scope: run, dataType: int}
              - {variable: All, scope: run, rows: {No: int} }
            connections:
              - {connection: Lite, platform: Sqlite, file: lite.db}
            batches: [{batch: Nightly, projects: [Q]}]
            projects:
              - project: Q
                target: Lite
                objects:
                  - {object: asked, kind: sql, sql: "{{sql}}", sets: {{sets}} }
            """);

        var looked = Called.With(folder.Path, "validate", "--online");

        Assert.That(looked.Out, Does.Contain(refused));
        Assert.That(looked.Out.Contains("ORC3662", StringComparison.Ordinal), Is.EqualTo(refused.Length > 0));
    }
}
