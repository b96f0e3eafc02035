using Orchestrator.Data;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>How the rows of a table are counted once a load has been published, on PostgreSQL.</summary>
internal sealed class CountBackTests
{
    private PostgreSqlRig _rig = null!;
    private RecordedPlatform _platform = null!;
    private RecordedDatabase _database = null!;
    private TableName _table = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PostgreSqlRig();
        _platform = new RecordedPlatform(PostgreSqlRig.PlatformOf(), PostgreSqlRig.PlatformOf().Abilities);
        _database = new RecordedDatabase(_rig.Open(), _platform);
        _table = _platform.Dialect.Table(null, "customer");
        _database.Begin(CancellationToken.None);
        _database.Execute("CREATE TABLE customer AS SELECT FROM generate_series(1, 3)");
    }

    [TearDown]
    public void Remove()
    {
        _database.Dispose();
        _rig.Dispose();
    }

    [TestCase("on", true, ExpectedResult = false)]
    [TestCase("off", true, ExpectedResult = true)]
    [TestCase("on", false, ExpectedResult = true)]
    public bool All_rows_are_read_only_where_the_server_has_not_counted_them(string counts, bool isNew)
    {
        _database.Execute($"SET LOCAL track_counts = {counts}");
        _database.Execute("INSERT INTO customer SELECT FROM generate_series(1, 2)");

        TargetRows.CountBack(_database, _table, isNew, before: 0, written: 5);

        return _platform.Log.Contains(_platform.Dialect.Count(_table));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Another_number_than_was_written_refuses_the_load(bool isNew)
    {
        var refused = Assert.Throws<PackageRefusedException>(
            () => TargetRows.CountBack(_database, _table, isNew, before: 0, written: 4));

        Assert.That(refused.Error.Code, Is.EqualTo("ORC3407"));
    }
}
