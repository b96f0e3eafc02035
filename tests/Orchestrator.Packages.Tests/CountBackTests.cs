using Orchestrator.Data;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests;

/// <summary>How the rows of a table are counted once a load has been published, on PostgreSQL.</summary>
internal sealed class CountBackTests
{
    private PostgreSqlRig rig = null!;
    private RecordedPlatform platform = null!;
    private RecordedDatabase database = null!;
    private TableName table = null!;

    [SetUp]
    public void Make()
    {
        rig = new PostgreSqlRig();
        platform = new RecordedPlatform(PostgreSqlRig.PlatformOf(), PostgreSqlRig.PlatformOf().Abilities);
        database = new RecordedDatabase(rig.Open(), platform);
        table = platform.Dialect.Table(null, "customer");
        database.Begin(CancellationToken.None);
        database.Execute("CREATE TABLE customer AS SELECT FROM generate_series(1, 3)");
    }

    [TearDown]
    public void Remove()
    {
        database.Dispose();
        rig.Dispose();
    }

    [TestCase("on", true, ExpectedResult = false)]
    [TestCase("off", true, ExpectedResult = true)]
    [TestCase("on", false, ExpectedResult = true)]
    public bool All_rows_are_read_only_where_the_server_has_not_counted_them(string counts, bool isNew)
    {
        database.Execute($"SET LOCAL track_counts = {counts}");
        database.Execute("INSERT INTO customer SELECT FROM generate_series(1, 2)");

        TargetRows.CountBack(database, table, isNew, before: 0, written: 5);

        return platform.Log.Contains(platform.Dialect.Count(table));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Another_number_than_was_written_refuses_the_load(bool isNew)
    {
        var refused = Assert.Throws<PackageRefusedException>(
            () => TargetRows.CountBack(database, table, isNew, before: 0, written: 4));

        Assert.That(refused.Error.Code, Is.EqualTo("ORC3407"));
    }
}
