using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Publish;

/// <summary>Foreign keys that wait for the commit: a row that breaks one is rejected, where rows are.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class DeferredKeyTests(Platform platform)
{
    private PatternRig _rig = null!;

    private string Errors => _rig.IsServer ? "err.t" : "err_t";

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction, 0)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Auto, 0)]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace, 0)]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace, 2)]
    [TestCase(LoadPattern.Append, Swap.Auto, 0)]
    [TestCase(LoadPattern.Append, Swap.Auto, 2)]
    [TestCase(LoadPattern.Merge, Swap.Auto, 0)]
    [TestCase(LoadPattern.DeltaInsert, Swap.Auto, 0)]
    [TestCase(LoadPattern.ReplaceRange, Swap.Auto, 0)]
    public void A_row_that_points_to_nothing_is_a_rejected_row(LoadPattern pattern, Swap swap, long commitRows)
    {
        _rig.Execute("CREATE TABLE parent (p int PRIMARY KEY)");
        _rig.Execute("INSERT INTO parent VALUES (1), (2)");
        MakeTable("parent (p)");

        var result = _rig.Run(Load(pattern, swap, commitRows), "Id,P", "1,1", "2,9", "3,2");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 2 inserted + 1 rejected"), result.Error?.Message);
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1", "3"]));
        Assert.That(_rig.Query($"SELECT \"Message\" FROM {Errors}")[0], Does.Match("(?i)foreign key"));
    }

    [Test]
    public void A_row_that_is_changed_so_is_one_as_well()
    {
        _rig.Execute("CREATE TABLE parent (p int PRIMARY KEY)");
        _rig.Execute("INSERT INTO parent VALUES (1), (2)");
        MakeTable("parent (p)");
        _rig.Execute("INSERT INTO t VALUES (1, 1), (2, 1)");

        var result = _rig.Run(Load(LoadPattern.Merge, Swap.Auto, 0), "Id,P", "1,9", "2,2");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 1 updated + 1 rejected"), result.Error?.Message);
        Assert.That(_rig.Query("SELECT \"Id\", \"P\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1|1", "2|2"]));
    }

    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction)]
    [TestCase(LoadPattern.Append, Swap.Auto)]
    [TestCase(LoadPattern.Merge, Swap.Auto)]
    public void Rows_that_point_to_one_another_are_looked_at_together(LoadPattern pattern, Swap swap)
    {
        if (_rig.IsServer && pattern == LoadPattern.Append)
        {
            Assert.Ignore("PostgreSQL looks at each batch by itself");
        }

        MakeTable("t (\"Id\")");

        var result = _rig.Run(Load(pattern, swap, 0), "Id,P", "1,2", "2,", "3,9");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 2 inserted + 1 rejected"), result.Error?.Message);
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1", "2"]));
    }

    [Test]
    public void A_load_table_that_was_made_for_them_is_gone_where_the_key_is_gone_meanwhile()
    {
        if (_rig.IsServer)
        {
            Assert.Ignore("PostgreSQL looks at each batch by itself");
        }

        MakeTable("t (\"Id\")");
        var recorded = new RecordedPlatform(
            SqlitePlatform.Instance, SqlitePlatform.Instance.Abilities with { LoadsInOneTransaction = false });
        _rig.Rig.PlatformOf = connection => Packages.Store.Platforms.Of(connection) is null ? null : recorded;
        recorded.Committed = () =>
        {
            if (recorded.Log.Contains("create load table of t"))
            {
                recorded.Committed = () => { };
                _rig.Execute("DROP TABLE t");
                _rig.Execute("CREATE TABLE t (\"Id\" int PRIMARY KEY NOT NULL, \"P\" int)");
            }
        };

        var result = _rig.Run(Load(LoadPattern.Append, Swap.Auto, 0), "Id,P", "1,2", "2,9");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 2 inserted"), result.Error?.Message);
        Assert.That(result.LoadPath, Does.Contain("because its rows point to one another"));
        Assert.That(_rig.Query("SELECT load_table FROM orchestrator_loads"), Is.Empty);
    }

    [TestCase(Swap.Transaction)]
    [TestCase(Swap.InPlace)]
    public void Rows_to_which_others_point_are_replaced_by_such_as_these_find(Swap swap)
    {
        if (_rig.IsServer)
        {
            Assert.Ignore("PostgreSQL looks at them with each statement, where rows are redirected");
        }

        _rig.Execute("CREATE TABLE t (\"Id\" int PRIMARY KEY NOT NULL, \"P\" int)");
        _rig.Execute("CREATE TABLE child (c int REFERENCES t (\"Id\") DEFERRABLE INITIALLY DEFERRED)");
        _rig.Execute("INSERT INTO t VALUES (1, 1)");
        _rig.Execute("INSERT INTO child VALUES (1)");

        var result = _rig.Run(Load(LoadPattern.TruncateInsert, swap, 0), "Id,P", "2,1", "1,5");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 2 inserted"), result.Error?.Message);
    }

    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction)]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace)]
    [TestCase(LoadPattern.ReplaceRange, Swap.Auto)]
    public void A_row_that_points_to_nothing_is_one_also_while_others_point_to_those_that_are_replaced(
        LoadPattern pattern, Swap swap)
    {
        MakeParentAndChild();

        var result = _rig.Run(Load(pattern, swap, 0), "Id,P", "2,9", "1,1", "3,2", "4,8");

        Assert.That($"{result.Counts}", Is.EqualTo("4 read = 2 inserted + 2 rejected"), result.Error?.Message);
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1", "3"]));
        Assert.That(_rig.Query($"SELECT \"Message\" FROM {Errors}")[0], Does.Match("(?i)foreign key"));
    }

    [Test]
    public void A_row_that_was_broken_before_is_no_fault_of_those_that_are_loaded()
    {
        MakeParentAndChild();
        _rig.Execute("PRAGMA foreign_keys = OFF; INSERT INTO t VALUES (20, 77)");

        var result = _rig.Run(Load(LoadPattern.ReplaceRange, Swap.Auto, 0), "Id,P", "1,2", "2,2");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 2 inserted"), result.Error?.Message);
    }

    private void MakeParentAndChild()
    {
        if (_rig.IsServer)
        {
            Assert.Ignore("PostgreSQL looks at them with each statement, where rows are redirected");
        }

        _rig.Execute("CREATE TABLE parent (p int PRIMARY KEY)");
        _rig.Execute("INSERT INTO parent VALUES (1), (2)");
        MakeTable("parent (p)");
        _rig.Execute("CREATE TABLE child (c int REFERENCES t (\"Id\") DEFERRABLE INITIALLY DEFERRED)");
        _rig.Execute("INSERT INTO t VALUES (1, 1)");
        _rig.Execute("INSERT INTO child VALUES (1)");
    }

    private void MakeTable(string points) => _rig.Execute("CREATE TABLE t (\"Id\" int PRIMARY KEY NOT NULL, "
        + $"\"P\" int REFERENCES {points} DEFERRABLE INITIALLY DEFERRED)");

    private ObjectDefinition Load(LoadPattern pattern, Swap swap, long commitRows)
    {
        var load = _rig.Load(
            new LoadOptions
            {
                Pattern = Rig.Written(pattern),
                Swap = Rig.Written(swap),
                CommitRows = Rig.Written(commitRows),
                Range = Rig.Written<LoadRange?>(new LoadRange("Id", "1", "9")),
            },
            Rig.Column("Id", "int", key: 1) with { Nullable = false }, Rig.Column("P", "int"));
        return load with { Errors = load.Errors with { OnError = Rig.Written(Policy.Redirect) } };
    }
}
