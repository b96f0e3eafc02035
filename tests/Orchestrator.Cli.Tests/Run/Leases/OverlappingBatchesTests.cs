namespace Orchestrator.Cli.Tests.Run.Leases;

/// <summary>Two batches that load one table at a time: what one has committed and not recorded yet is no rest of an
/// attempt that failed.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class OverlappingBatchesTests
{
    private const string Watermark = "watermarks: [{watermark: Id, column: id, dataType: int, default: \"0\"}], ";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        RunningCommand.OnLinuxOnly();
        _folder = new TemporaryFolder();
        DataFile.Execute(_folder.Path, "crm.db", "create table sale(id int); insert into sale values (1), (2)");
        DataFile.Make(_folder.Path, "lite.db", "create table empty(id int)");
    }

    [TearDown]
    public void Remove() => _folder?.Dispose();

    [TestCase("load: {pattern: Append}, ", "1 1 2 2 3", "load.commit.after")]
    [TestCase("load: {pattern: Append, commitRows: 1}, ", "1 1 2 2 3", "load.commit.after")]
    [TestCase($"load: {{pattern: Append}}, {Watermark}", "1 2 3", "load.commit.after")]
    [TestCase($"load: {{pattern: Append}}, {Watermark}", "1 2 3", "load.claim.before")]
    public void No_row_of_one_is_taken_back_or_added_twice_by_the_other(string load, string expected, string point)
    {
        Solution(load);
        using var first = new RunningCommand(
            _folder.Path,
            new Dictionary<string, string> { ["ORCHESTRATOR_TEST_STOP"] = $"{point}@P/sale" }, "run", "One");
        Await(() => point.EndsWith("before", StringComparison.Ordinal)
            ? Ledger("select count(*) from attempts").SequenceEqual(["1"]) : Ids() == "1 2");
        DataFile.Execute(_folder.Path, "crm.db", "insert into sale values (3)");

        using var second = new RunningCommand(_folder.Path, "run", "Two");
        Await(() => second.HasEndedWithin(TimeSpan.Zero)
            || Ledger("select count(*) from nodes where run = 2 and reason = 'Claim'").SequenceEqual(["1"]));
        Assert.That(second.HasEndedWithin(TimeSpan.Zero), Is.False, second.Said);
        first.Send("CONT");

        Assert.That((first.ExitCode(), second.ExitCode()), Is.EqualTo((0, 0)), first.Said + second.Said);
        Assert.That(Ids(), Is.EqualTo(point.EndsWith("before", StringComparison.Ordinal)
            ? "1 2 3" : expected));
        Assert.That(Called.With(_folder.Path, "run", "One").ExitCode, Is.Zero);
        Assert.That(load.Contains("watermarks", StringComparison.Ordinal) ? Ids() : "1 2 3", Is.EqualTo("1 2 3"));
    }

    [Test]
    public void What_a_dead_run_has_left_is_taken_back_and_nobody_waits_for_it()
    {
        Solution("load: {pattern: Append}, ");
        using (var first = new RunningCommand(
            _folder.Path,
            new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = "load.commit.after@P/sale" }, "run", "One"))
        {
            Assert.That(first.ExitCode(), Is.EqualTo(137));
        }

        Assert.That(Called.With(_folder.Path, "run", "Two").ExitCode, Is.Zero);
        Assert.That(Ids(), Is.EqualTo("1 2"));
    }

    private static void Await(Func<bool> isSo) =>
        Assert.That(isSo, Is.True.After(300).Seconds.PollEvery(50).MilliSeconds);

    private List<string> Ledger(string sql)
    {
        try
        {
            return LedgerTables.Rows(_folder.Path, sql);
        }
        catch (Microsoft.Data.Sqlite.SqliteException)
        {
            return [];
        }
    }

    private string Ids()
    {
        try
        {
            return string.Join(' ', DataFile.Rows(_folder.Path, "lite.db", "select id from sale order by id"));
        }
        catch (Microsoft.Data.Sqlite.SqliteException)
        {
            return "";
        }
    }

    private void Solution(string load) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Twice
        systemColumns:
          RowAuditId: {column: RowAuditId}
        connections:
          - {connection: Crm, platform: Sqlite, file: crm.db}
          - {connection: Lite, platform: Sqlite, file: lite.db}
        batches: [{batch: One, projects: [P]}, {batch: Two, projects: [P]}]
        projects:
          - project: P
            source: Crm
            target: Lite
            objects:
              - {object: sale, source: {name: sale}, {{load}}columns: [{column: id, dataType: int}]}
        """);
}
