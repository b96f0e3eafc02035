using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>
/// Files that are loaded once and moved afterwards, in runs that are killed: no row is lost, and none stands there
/// twice.
/// </summary>
internal sealed class KilledFilesTests
{
    private const string Endless =
        "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";

    private TemporaryFolder _folder = null!;
    private string _source = "";

    [SetUp]
    public void Make()
    {
        RunningCommand.OnLinuxOnly();
        (_folder, _source) = (new TemporaryFolder(), "{file: \"*.csv\"}");
        _folder.Write("in/a.csv", "id\n1\n2\n");
        _folder.Write("in/b.csv", "id\n3\n");
    }

    [TearDown]
    public void Remove() => _folder?.Dispose();

    [Test]
    public void Killed_between_the_record_and_the_move_a_run_leaves_them_to_the_next_one_which_loads_them_no_more()
    {
        WriteSolution(afterProject: Endless);
        using (var run = new RunningCommand(_folder.Path, "run"))
        {
            run.AwaitLine("start  Later/last");
            run.Send("KILL");
            Assert.That(run.ExitCode(), Is.EqualTo(137), run.Said);
        }

        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(Files(), Is.EqualTo(new[] { "in/a.csv", "in/b.csv" }));
        WriteSolution(afterProject: "select 1");
        _folder.Write("in/c.csv", "id\n4\n");

        AssertTheNextRunLoads("1", "2", "3", "4");
    }

    [Test]
    public void Killed_between_the_rows_and_the_record_a_run_has_loaded_none_and_the_next_one_takes_its_rows_back()
    {
        WriteSolution(afterLoad: Endless);
        using (var run = new RunningCommand(_folder.Path, "run"))
        {
            run.AwaitLine("start  Early/sale");
            Assert.That(Rows, Has.Length.EqualTo(3).After(300).Seconds.PollEvery(20).MilliSeconds);
            run.Send("KILL");
            Assert.That(run.ExitCode(), Is.EqualTo(137), run.Said);
        }

        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2", "3" }));
        WriteSolution(afterLoad: "select 1");

        AssertTheNextRunLoads("1", "2", "3");
    }

    [Test]
    public void Members_of_a_zip_file_are_loaded_once_by_runs_that_are_killed_and_killed_again()
    {
        _source = "{file: \"*.zip\", member: \"*.csv\"}";
        File.WriteAllBytes(Path.Combine(_folder.Path, "in", "a.zip"),
            TestZip.Of("a.csv", "id\n1\n2\n", "b.csv", "id\n3\n"));
        File.Delete(Path.Combine(_folder.Path, "in", "a.csv"));
        File.Delete(Path.Combine(_folder.Path, "in", "b.csv"));
        WriteSolution(afterLoad: Endless);
        for (var kill = 0; kill < 2; kill++)
        {
            using var run = new RunningCommand(_folder.Path, "run");
            run.AwaitLine("start  Early/sale");
            Assert.That(Rows, Has.Length.EqualTo(3).After(300).Seconds.PollEvery(20).MilliSeconds);
            run.Send("KILL");
            Assert.That(run.ExitCode(), Is.EqualTo(137), run.Said);
        }

        WriteSolution(afterLoad: "select 1");
        var next = Called.With(_folder.Path, "run");

        Assert.That(next.ExitCode, Is.Zero, next.Out + next.Error);
        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(Files(), Is.EqualTo(new[] { "in/done/a.zip" }));
    }

    private void AssertTheNextRunLoads(params string[] rows)
    {
        var next = Called.With(_folder.Path, "run");

        Assert.That(next.ExitCode, Is.Zero, next.Out + next.Error);
        Assert.That(Rows(), Is.EqualTo(rows));
        Assert.That(Files(), Is.All.StartsWith("in/done/").And.Exactly(rows.Length - 1).Items);
    }

    private string[] Rows()
    {
        var file = Path.Combine(_folder.Path, ".orchestrator", "data", "Staging.db");
        if (!File.Exists(file))
        {
            return [];
        }

        using var staging = new SqliteConnection($"Data Source={file};Mode=ReadOnly;Pooling=False");
        staging.Open();
        return LedgerTables.Rows(staging, "select 1 from sqlite_master where name = 'sale'").Count == 0 ? []
            : [.. LedgerTables.Rows(staging, "select id from sale order by id")];
    }

    private string[] Files() =>
    [
        .. Directory.GetFiles(Path.Combine(_folder.Path, "in"), "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(_folder.Path, file)).Order(StringComparer.Ordinal),
    ];

    private void WriteSolution(string afterLoad = "select 1", string afterProject = "select 1") => _folder.Write(
        "solution.yaml", $$"""
        formatVersion: 1
        solution: Shop
        systemColumns:
          RowAuditId: {column: RowAuditId, dataType: bigint}
        connections:
          - {connection: Inbox, platform: Files, folder: in, files: {take: new, archive: done} }
          - {connection: Staging, platform: Sqlite}
        batches:
          - {batch: Nightly, projects: [Early, Later]}
        projects:
          - project: Early
            source: Inbox
            target: Staging
            objects:
              - object: sale
                source: {{_source}}
                load: {pattern: Append}
                columns: [{column: id, dataType: int}]
                hooks: [{hook: tidy, when: after, sql: "{{afterLoad}}"}]
          - project: Later
            target: Staging
            objects:
              - {object: last, kind: sql, idempotent: true, sql: "{{afterProject}}"}
        """);
}
