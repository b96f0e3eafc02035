namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>`columns: fromTarget` through the command: nothing connects but who is asked to.</summary>
internal sealed class ColumnsOfTargetTests
{
    [Test]
    public void The_columns_of_the_target_are_fetched_once_and_are_text_from_then_on()
    {
        using var folder = new TemporaryFolder();
        DataFile.Make(folder.Path, "mart.db",
            "create table sale (id integer primary key, name text, made integer not null default 7)");
        folder.Write("in/sale.csv", "id,name\n1,a\n2,b\n");
        folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Asked
            connections:
              - {connection: Files, platform: Files, folder: in}
              - {connection: Mart, platform: Sqlite, file: mart.db}
            batches: [{batch: Nightly, projects: [P]}]
            projects:
              - project: P
                source: Files
                target: Mart
                objects:
                  - {object: sale, source: {file: sale.csv}, load: {pattern: Merge}, target: {create: never},
                     columns: fromTarget}
            """);

        var unknown = Called.With(folder.Path, "validate");
        var refreshed = Called.With(folder.Path, "connections", "refresh", "Mart");
        var looked = Called.With(folder.Path, "validate", "--online");
        var shown = Called.With(folder.Path, "show", "P/sale");
        var run = Called.With(folder.Path, "run");

        Assert.That(unknown.ExitCode, Is.EqualTo(2), unknown.Out);
        Assert.That(unknown.Out, Does.Contain("ORC1119").And.Contain("connections refresh Mart"));
        Assert.That((refreshed.ExitCode, looked.ExitCode, run.ExitCode), Is.EqualTo((0, 0, 0)),
            refreshed.Error + looked.Out + run.Error);
        Assert.That(shown.Out, Does.Match("columns\\.id\\.key +1").And.Not.Contain("columns.made"));
        Assert.That(
            DataFile.Rows(folder.Path, "mart.db", "select id || name || made from sale order by id"),
            Is.EqualTo((string[])["1a7", "2b7"]));
    }
}
