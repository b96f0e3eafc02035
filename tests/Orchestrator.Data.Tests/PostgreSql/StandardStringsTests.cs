namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>
/// A server on which a backslash in a plain literal takes its meaning from the sign behind it: scripts are cut by the
/// standard's rule all the same, so that no name of a value stands within a literal there.
/// </summary>
internal sealed class StandardStringsTests
{
    private TestDatabase _database = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run("CREATE TABLE canary (n int); CREATE TABLE kept (v text)");
        var name = _database.Ask("SELECT current_database()");
        _database.Run($"ALTER DATABASE {name} SET standard_conforming_strings = off");
    }

    [TearDown]
    public void Remove() => _database.Dispose();

    [Test]
    public void A_backslash_ends_no_literal_early_and_keeps_none_open()
    {
        var dialect = TestDatabase.Platform.Dialect;
        using var target = _database.Open();
        foreach (var value in HostileTexts.All.Where(value => dialect.ColumnRefusal(value) is null))
        {
            target.Begin(CancellationToken.None);
            var script = $"INSERT INTO kept SELECT {dialect.Quote("a")} || '\\' || {dialect.Quote(value)} || '\\' "
                + $"FROM (SELECT '1' AS {dialect.Quote("a")}, '2' AS {dialect.Quote(value)}) AS q";

            foreach (var statement in dialect.Split(script))
            {
                target.RunStatement(statement);
            }

            target.Commit();
        }

        Assert.That(_database.Ask("SELECT string_agg(DISTINCT v, ',') FROM kept"), Is.EqualTo("1\\2\\"));
        Assert.That(_database.Ask("SELECT count(*) FROM canary"), Is.EqualTo("0"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Each_transaction_reads_them_so(bool isTarget)
    {
        using var database = _database.Open(isTarget);
        database.Begin(CancellationToken.None);

        Assert.That(database.Ask("SELECT current_setting('standard_conforming_strings')").First[0], Is.EqualTo("on"));
        Assert.That(_database.Ask("SELECT current_setting('standard_conforming_strings')"), Is.EqualTo("off"));
    }
}
