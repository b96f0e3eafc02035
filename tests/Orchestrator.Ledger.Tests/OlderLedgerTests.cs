using System.Text.RegularExpressions;
using Orchestrator.Core;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Ledger.Tests;

/// <summary>A ledger whose schema is the first one, or one of those since, with a run in it.</summary>
internal sealed partial class OlderLedgerTests : LedgerFixture
{
    private const string OneRun = """
        INSERT INTO plans VALUES ('abc', '{}', 1);
        INSERT INTO runs (id, solution, batch, environment, plan_hash, gate_slots, processors, git_commit, version,
                          host, user_name, process_id, boot_id, started_at, ended_at, verdict)
        VALUES ('019a0000-0000-7000-8000-000000000000', 'shop', 'Nightly', 'default', 'abc', 4, 2, '', '0.1', 'host',
                'user', 1, '', 1000000, 9000000, 'Succeeded');
        INSERT INTO nodes VALUES (1, 0, 'Batch', 'Nightly', -1, '', 'h', 'Succeeded', 9000000, 'all ended', NULL),
                                 (1, 1, 'Package', 'S/p1', 0, 'load', 'h', 'Succeeded', 8000000, 'it succeeded', 1);
        INSERT INTO attempts (run, node, number, state, started_at, ended_at, working)
        VALUES (1, 1, 1, 'Succeeded', 1000000, 8000000, 7000000);
        INSERT INTO waits VALUES (1, 'Gate', 5), (1, 'Working', 7000000);
        """;

    private const string OneAdoption = """
        INSERT INTO watermarks (environment, node, watermark, data_type, value, why, who, changed_at)
        VALUES ('default', 'S/p1', 'Id', 'int64', '5', '', 'user', 10000000);
        INSERT INTO adoptions (environment, node, last_attempt, who, adopted_at)
        VALUES ('default', 'S/p1', 0, 'user', 20000000);
        """;

    [SetUp]
    public void MakeTheFirstSchema()
    {
        Directory.CreateDirectory(Location.Locks);
        var options = new SqliteOptions { Path = Location.File, Access = SqliteAccess.Create };
        using var database = SqliteDatabase.Open(options, TimeProvider.System);
        database.Execute(LedgerSql.Sqlite.Migrations[0]);
        database.Execute(OneRun);
        database.Execute($"PRAGMA application_id={0x4F726368}");
        database.Execute("PRAGMA user_version=1");
    }

    [Test]
    public void It_is_read_as_it_is_and_left_so()
    {
        using (var reader = Read())
        {
            AssertHasTheRun(reader);
        }

        Assert.That(Version(), Is.EqualTo(1));
    }

    [Test]
    public void The_next_run_brings_it_up_to_date_and_keeps_what_is_in_it()
    {
        using (var run = Begin())
        {
            Assert.That(run.Number, Is.EqualTo(2));
            Assert.That(run.Writer.Record(Turns.Running(1)).Attempts[0].AttemptId, Is.EqualTo(2));
        }

        using var reader = Read();
        AssertHasTheRun(reader);
        Assert.That(reader.Waits(1).Select(wait => wait.Reason), Is.EqualTo(new[] { WaitReason.Gate }));
        Assert.That(Version(), Is.EqualTo(LedgerSql.Version));
    }

    [TestCase("load", PackagePurpose.Load)]
    [TestCase("scd", PackagePurpose.Load)]
    [TestCase("absorb", PackagePurpose.Load)]
    [TestCase("dataflow", PackagePurpose.Load)]
    [TestCase("sql", PackagePurpose.Task)]
    [TestCase("check", PackagePurpose.Task)]
    [TestCase("process", PackagePurpose.Task)]
    [TestCase("hook", PackagePurpose.Hook)]
    [TestCase("replay", PackagePurpose.Replay)]
    public void What_its_packages_were_for_is_known_by_their_kind_before_and_after(string kind, PackagePurpose purpose)
    {
        Execute($"UPDATE nodes SET package_kind = '{kind}' WHERE node = 1");

        AssertIs(purpose);
        Begin().Dispose();
        AssertIs(purpose);
    }

    [TestCaseSource(nameof(Versions))]
    public void One_of_any_version_is_read_as_it_is_and_goes_on(int version)
    {
        BringTo(version);

        using (var reader = Read())
        {
            AssertHasTheRun(reader);
        }

        AssertIs(PackagePurpose.Load);
        Assert.That(Version(), Is.EqualTo(version));
        Begin().Dispose();
        AssertIs(PackagePurpose.Load);
        Assert.That(Version(), Is.EqualTo(LedgerSql.Version));
    }

    [TestCaseSource(nameof(Versions))]
    public void One_of_any_version_shows_what_it_will_hold(int version)
    {
        BringTo(version);
        // The second migration forgets such rows, which whoever reads the first schema still sees.
        Execute("DELETE FROM waits WHERE reason = 'Working'");

        var before = Shown();
        Migrate();

        Assert.That(before, Is.EqualTo(Shown()));
    }

    [TestCaseSource(nameof(Versions))]
    public void Each_question_can_be_asked_of_one_of_any_version(int version)
    {
        BringTo(version);
        using var database = LedgerFile.OpenForReading(Location, TimeProvider.System)!;

        foreach (var name in LedgerSql.Sqlite.Names().Where(IsQuestion))
        {
            Assert.That(() => new SqliteLedgerStatement(database, LedgerSql.Sqlite.Of(name)).Dispose(),
                Throws.Nothing, name);
        }
    }

    [TestCaseSource(nameof(Versions))]
    public void A_table_that_one_of_any_version_has_lost_is_missed_and_not_taken_for_an_empty_one(int version)
    {
        BringTo(version);
        Execute("PRAGMA foreign_keys=0", "DROP TABLE runs");

        using var reader = Read();

        Assert.That(() => reader.Runs(), Throws.TypeOf<LedgerException>()
            .With.Property("Code").EqualTo(LedgerCodes.CannotOpen).And.Message.Contains("runs"));
    }

    [Test]
    public void A_table_of_somebody_else_is_not_looked_at_whatever_it_is_called()
    {
        Execute(
            "CREATE TABLE alerts (alert INTEGER)", "INSERT INTO alerts VALUES (1)", "PRAGMA writable_schema=1",
            "INSERT INTO sqlite_master VALUES ('table', 'theirs', 'theirs', 0, "
            + "'CREATE VIRTUAL TABLE theirs USING of_another_program(a)')");

        using var reader = Read();
        using var database = LedgerFile.OpenForReading(Location, TimeProvider.System)!;

        AssertHasTheRun(reader);
        Assert.That(SqliteScalar.Long(database, "SELECT count(*) FROM alerts"), Is.Zero);
    }

    // Of a column that a later version adds it has none.
    [Test]
    public void Whether_a_run_is_at_work_is_asked_of_no_column_but_those_that_tell_it()
    {
        Execute("ALTER TABLE runs DROP COLUMN git_commit", "UPDATE runs SET ended_at = NULL, verdict = NULL");

        using (RunLock.Acquire(Location, "Nightly", "default"))
        {
            Assert.That(Migrate, Throws.TypeOf<LedgerException>()
                .With.Property("Code").EqualTo(LedgerCodes.RunsAtWork).And.Message.Contains("run 1 is at work"));
        }

        Assert.That(Migrate, Throws.Nothing);
        Assert.That(Version(), Is.EqualTo(LedgerSql.Version));
    }

    [Test]
    public void What_a_version_lacks_is_written_once_in_a_process()
    {
        var views = OlderLedger.Views(1, TimeProvider.System);

        Assert.That(views, Is.Not.Empty);
        Assert.That(OlderLedger.Views(1, TimeProvider.System), Is.SameAs(views));
    }

    [Test]
    public void What_a_migration_fills_by_more_than_a_default_is_written_for_who_makes_none()
    {
        var filled = LedgerSql.Sqlite.Migrations.SelectMany(text => Filled().Matches(text))
            .Select(update => $"older/{update.Groups[1].Value}_{update.Groups[2].Value}");

        Assert.That(
            LedgerSql.Sqlite.Names().Where(name => name.StartsWith("older/", StringComparison.Ordinal)),
            Is.EquivalentTo(filled));
    }

    private static IEnumerable<int> Versions() => Enumerable.Range(1, LedgerSql.Version - 1);

    private static bool IsQuestion(string name) => name.Split('_')[0] is "select" or "count";

    // Since version 10 a ledger knows what was taken over.
    private void BringTo(int version) => Execute([
        .. LedgerSql.Sqlite.Migrations.Take(version).Skip(1), $"PRAGMA user_version={version}",
        version < 10 ? "" : OneAdoption,
    ]);

    private void Migrate() => LedgerFile.OpenForWriting(Location, TimeProvider.System).Dispose();

    /// <summary>All that is seen in the tables of today by whoever only reads.</summary>
    private string[] Shown()
    {
        using var today = LedgerFile.Make(Path.Combine(Folder, "today.db"), LedgerSql.Version, TimeProvider.System);
        using var database = LedgerFile.OpenForReading(Location, TimeProvider.System)!;
        return [.. LedgerCopy.Tables(today).SelectMany(table => Rows(database, table))];
    }

    private static IEnumerable<string> Rows(SqliteDatabase database, LedgerTable table)
    {
        using var statement = new SqliteLedgerStatement(database, new CopyDialect(LedgerSql.Sqlite).Select(table));
        return LedgerRows.All(statement, row => $"{table.Name}: " + string.Join(" | ", table.Columns.Select(
            (column, place) => $"{column.Name} = {(row.IsNull(place) ? "NULL" : row.Text(place))}"))).Order();
    }

    private void Execute(params string[] statements)
    {
        var options = new SqliteOptions { Path = Location.File, Access = SqliteAccess.Create };
        using var database = SqliteDatabase.Open(options, TimeProvider.System);
        Array.ForEach(statements, database.Execute);
    }

    private void AssertIs(PackagePurpose purpose)
    {
        using var reader = Read();
        Assert.That(reader.Nodes(1).Select(node => node.Purpose), Is.EqualTo(new[] { PackagePurpose.None, purpose }));
        Assert.That(reader.LastLoads(1).Select(load => load.Attempt!.Run),
            Is.EqualTo(purpose == PackagePurpose.Load ? new[] { 1L } : []));
    }

    private static void AssertHasTheRun(LedgerReader reader)
    {
        var nodes = reader.Nodes(1);
        Assert.That(nodes.Select(node => (node.Name, node.State, node.Reason)), Is.EqualTo(new[]
        {
            ("Nightly", NodeState.Succeeded, (WaitReason?)null), ("S/p1", NodeState.Succeeded, null),
        }));
        Assert.That(nodes[1].Last!.Working, Is.EqualTo(TimeSpan.FromSeconds(7)));
        Assert.That(reader.Run(1)!.Verdict, Is.EqualTo(RunVerdict.Succeeded));
    }

    private long Version()
    {
        using var database = SqliteDatabase.Open(new SqliteOptions { Path = Location.File }, TimeProvider.System);
        return SqliteScalar.Long(database, "PRAGMA user_version");
    }

    [GeneratedRegex(@"^UPDATE (\w+) SET (\w+)", RegexOptions.Multiline)]
    private static partial Regex Filled();
}
