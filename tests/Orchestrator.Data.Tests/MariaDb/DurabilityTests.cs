using Orchestrator.Data.Durability;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>What is watched of a server's durability, and that a flush is waited for. The setting is the server's, so
/// that they are one after the other.</summary>
[NonParallelizable]
internal sealed class DurabilityTests
{
    private TestDatabase _database = null!;
    private IDurability _durability = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _durability = Open();
    }

    [TearDown]
    public void Remove()
    {
        _database.Run("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        _durability.Dispose();
        _database.Dispose();
    }

    [TestCase(1)]
    [TestCase(2)]
    [TestCase(0)]
    public void A_flush_waits_until_the_log_is_on_disk(int setting)
    {
        _database.Run($"CREATE TABLE t (n int); SET GLOBAL innodb_flush_log_at_trx_commit = {setting}; "
            + "INSERT INTO t VALUES (1)");
        var written = long.Parse(Status("INNODB_LSN_CURRENT"));

        _durability.Flush(CancellationToken.None);

        Assert.That(long.Parse(Status("INNODB_LSN_FLUSHED")), Is.GreaterThanOrEqualTo(written));
        Assert.That(_durability.Setting(), Is.EqualTo($"{setting}"));
    }

    [TestCase("1", false)]
    [TestCase("3", false)]
    [TestCase("2", true)]
    [TestCase("0", true)]
    public void Commits_that_do_not_wait_for_the_disk_are_relaxed(string setting, bool isRelaxed) =>
        Assert.That(_durability.IsRelaxed(setting), Is.EqualTo(isRelaxed));

    [Test]
    public void A_lock_is_of_one_session_and_one_database()
    {
        using var elsewhere = new TestDatabase();
        using var there = Open(elsewhere);
        using var beside = Open();

        using var held = _durability.TryLock("some");

        Assert.That(held, Is.Not.Null);
        Assert.That(beside.TryLock("some"), Is.Null);
        using var other = there.TryLock("some");
        Assert.That(other, Is.Not.Null);
        held!.Dispose();
        using var free = beside.TryLock("some");
        Assert.That(free, Is.Not.Null);
    }

    [Test]
    public void What_others_have_relaxed_is_told()
    {
        var before = _durability.Obstacles();
        _database.Run("SET GLOBAL innodb_flush_log_at_trx_commit = 2");

        Assert.That(_durability.Obstacles().Select(obstacle => obstacle.What).Except(before.Select(one => one.What)),
            Is.EqualTo(new[] { "innodb_flush_log_at_trx_commit is 2 already" }));
    }

    [TestCase("true,me,false,,false,0,1,", "1", "")]
    [TestCase("true,me,true,,false,0,1,", "1", "the server only reads (read_only)!")]
    [TestCase("true,me,false,nosync,false,0,1,", "3", "innodb_flush_method = nosync brings nothing to disk!")]
    [TestCase("true,me,false,,true,0,1,", "1", "the binary log is not brought to disk with each commit (sync_binlog)")]
    [TestCase("true,me,false,,true,1,1,Aria", "1", "there are tables of other engines than InnoDB (Aria)")]
    public void Obstacles_are_read_from_what_the_server_says(string facts, string setting, string obstacles) =>
        Assert.That(
            string.Join('|', MariaDbObstacles.Of(facts.Split(','), setting)
                .Select(obstacle => obstacle.What + (obstacle.RulesOut ? "!" : ""))),
            Is.EqualTo(obstacles));

    [Test]
    public void Nothing_is_changed()
    {
        Assert.That(_durability.ChangesDatabase, Is.False);
        Assert.That(() => _durability.Change("2", CancellationToken.None), Throws.InvalidOperationException);
        using var ofDatabase = Open(ofDatabase: true);
        Assert.That(ofDatabase.ChangesDatabase, Is.False);
    }

    private string Status(string name) => _database.Ask(
        $"SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = '{name}'")!;

    private IDurability Open(TestDatabase? database = null, bool ofDatabase = false) =>
        TestDatabase.Platform.OpenDurability(
            new DatabaseAddress { Connection = "Dwh", ConnectionString = (database ?? _database).ConnectionString },
            new DatabaseUse { IsTarget = true, Time = TimeProvider.System }, ofDatabase);
}
