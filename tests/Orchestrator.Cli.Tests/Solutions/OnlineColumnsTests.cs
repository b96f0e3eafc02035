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
}
