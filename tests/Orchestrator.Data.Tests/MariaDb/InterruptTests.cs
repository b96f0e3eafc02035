namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>Stopping from another thread, and what is left to do afterwards on the same connection.</summary>
internal sealed class InterruptTests
{
    private TestDatabase _database = null!;
    private IDatabase _target = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run("CREATE TABLE t (n int); INSERT INTO t VALUES (0)");
        _target = _database.Open();
    }

    [TearDown]
    public void Remove()
    {
        _target.Dispose();
        _database.Dispose();
    }

    [Test]
    public void A_statement_is_stopped_and_nothing_of_it_stays()
    {
        _target.Begin(CancellationToken.None);

        var fault = Stopped("INSERT INTO t SELECT seq FROM seq_1_to_1000000000", "%Sending data%");

        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
        GoesOn();
    }

    [Test]
    public void Who_waits_for_a_row_is_stopped()
    {
        using var other = _database.Open();
        other.Begin(CancellationToken.None);
        other.Execute("UPDATE t SET n = 0");
        _target.Begin(CancellationToken.None);

        var fault = Stopped("UPDATE t SET n = 5", "%pdat%");

        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
        other.Rollback();
        GoesOn();
    }

    [Test]
    public void A_statement_that_begins_behind_the_order_is_stopped_and_the_next_transaction_is_not()
    {
        _target.Begin(CancellationToken.None);
        _target.Interruption.Begin();

        var fault = TestDatabase.Platform.Explain(
            Assert.Catch(() => _target.Execute("INSERT INTO t SELECT seq FROM seq_1_to_1000000000")))!;

        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
        GoesOn();
    }

    [Test]
    public void One_that_comes_too_late_stops_nothing_else()
    {
        _target.Begin(CancellationToken.None);
        _target.Interruption.Begin();
        _target.Interruption.Begin();

        GoesOn();
    }

    [Test]
    public void A_failure_that_nobody_asked_for_is_no_stop()
    {
        _target.Begin(CancellationToken.None);

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() => _target.Execute("SELECT n FROM nowhere")))!;

        Assert.That((fault.Class, fault.Code), Is.EqualTo((DatabaseFaultClass.Config, "1146")));
    }

    private DatabaseFault Stopped(string sql, string state)
    {
        var session = _target.Number("SELECT CONNECTION_ID()");
        Exception? fault = null;
        var works = new Thread(() => fault = Assert.Catch(() => _target.Execute(sql)));
        works.Start();
        Assert.That(() => _database.Ask("SELECT count(*) FROM information_schema.PROCESSLIST "
                + $"WHERE ID = {session} AND STATE LIKE '{state}'"),
            Is.EqualTo("1").After(300).Seconds.PollEvery(10).MilliSeconds);
        _target.Interruption.Begin();
        works.Join();
        return TestDatabase.Platform.Explain(fault!)!;
    }

    private void GoesOn()
    {
        _target.Rollback();
        _target.Begin(CancellationToken.None);
        _target.Execute("INSERT INTO t VALUES (1)");
        _target.Commit();
        Assert.That(_database.Ask("SELECT group_concat(n ORDER BY n) FROM t"), Is.EqualTo("0,1"));
    }
}
