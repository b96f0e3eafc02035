using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Targets to which keys point that act on the rows of other tables.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class CascadingKeysTests(Platform platform)
{
    private const string Deferred = " that is DEFERRABLE INITIALLY DEFERRED";

    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Execute("CREATE TABLE t (\"Id\" INTEGER PRIMARY KEY, \"Parent\" INTEGER NOT NULL)");
        _rig.Execute("INSERT INTO t VALUES (1, 1)");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.TruncateInsert, "CASCADE")]
    [TestCase(LoadPattern.ReplaceRange, "CASCADE")]
    [TestCase(LoadPattern.DropAndReload, "CASCADE")]
    [TestCase(LoadPattern.DropAndReload, "SET NULL")]
    [TestCase(LoadPattern.DropAndReload, "SET DEFAULT")]
    public void What_replaces_rows_changes_those_of_no_other_table(LoadPattern pattern, string action)
    {
        Point(action);

        var result = _rig.Run(Load(pattern, Swap.Transaction), "Id,Parent", "1,1", "7,1");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3474"), $"{result.Counts} {result.Error?.Message}");
        Assert.That(_rig.Query("SELECT of FROM child"), Is.EqualTo(new[] { "1" }));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t"), Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void A_table_to_which_a_key_points_that_acts_on_nothing_is_dropped_by_no_load()
    {
        Point("NO ACTION");

        var result = _rig.Run(Load(LoadPattern.DropAndReload, Swap.Auto), "Id,Parent", "7,1");

        Assert.That(result.Error?.Code, Is.Not.Null.And.Not.EqualTo("ORC3474"));
        Assert.That(_rig.Query("SELECT of FROM child"), Is.EqualTo(new[] { "1" }));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t"), Is.EqualTo(new[] { "1" }));
    }

    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction, "`swap: shadow`, `foreignKeys: recreate` or ")]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace,
        "`swap: shadow`, `foreignKeys: recreate` (with `swap: transaction`) or ")]
    [TestCase(LoadPattern.ReplaceRange, Swap.Auto, "`foreignKeys: recreate` or ")]
    [TestCase(LoadPattern.DropAndReload, Swap.Auto, "`pattern: TruncateInsert` or ")]
    public void What_is_advised_where_rows_of_others_would_be_deleted_can_be_done_there(
        LoadPattern pattern, Swap swap, string advised)
    {
        Point("CASCADE");

        var result = _rig.Run(Load(pattern, swap), "Id,Parent", "1,1");

        Assert.That(result.Error?.Message,
            Does.EndWith($" Use {(_rig.IsServer ? advised : "")}a key without ON DELETE"
                + $"{(_rig.IsServer ? "" : Deferred)}."));
    }

    [Test]
    public void What_is_advised_where_an_exchange_loses_something_is_not_refused_for_such_a_key()
    {
        Point("CASCADE");
        _rig.Execute("CREATE VIEW v AS SELECT * FROM t");

        var result = _rig.Run(Load(LoadPattern.TruncateInsert, Swap.Shadow), "Id,Parent", "1,1", "7,1");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3414"));
        Assert.That(result.Error!.Message, Does.EndWith(" use `swap: transaction` "
            + (_rig.IsServer ? "with `foreignKeys: recreate`." : $"with a key without ON DELETE{Deferred}.")));
    }

    [Test]
    public void What_is_advised_there_loads_the_rows()
    {
        Point(_rig.IsServer ? "CASCADE" : "NO ACTION DEFERRABLE INITIALLY DEFERRED");
        _rig.Execute("CREATE VIEW v AS SELECT * FROM t");
        var keys = _rig.IsServer ? ForeignKeys.Recreate : ForeignKeys.Keep;
        var load = Load(LoadPattern.TruncateInsert, Swap.Transaction);
        load = load with { Load = load.Load with { ForeignKeys = Rig.Written(keys) } };

        var result = _rig.Run(load, "Id,Parent", "1,1", "7,1");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("SELECT of FROM child"), Is.EqualTo(new[] { "1" }));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo(new[] { "1", "7" }));
    }

    private void Point(string action)
    {
        _rig.Execute($"CREATE TABLE child (of INTEGER REFERENCES t (\"Id\") ON DELETE {action})");
        _rig.Execute("INSERT INTO child VALUES (1)");
    }

    private ObjectDefinition Load(LoadPattern pattern, Swap swap) => _rig.Load(
        new LoadOptions
        {
            Pattern = Rig.Written(pattern),
            Swap = Rig.Written(swap),
            Range = Rig.Written<LoadRange?>(new LoadRange("Id", "1", "9")),
        },
        Rig.Column("Id", "int", key: 1) with { Nullable = false },
        Rig.Column("Parent", "int") with { Nullable = false });
}
