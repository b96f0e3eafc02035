using Orchestrator.Data.MariaDb;
using Cluster = Orchestrator.MariaDbCluster.Cluster;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>A server that goes away, stands still or is killed; it is one of its own.</summary>
internal sealed class CrashTests
{
    private static readonly MariaDbPlatform Platform = new();

    private Cluster _cluster = null!;

    [OneTimeSetUp]
    public void Start()
    {
        _cluster = Cluster.Start();
        using var target = Open();
        target.Execute("CREATE TABLE `t` (`n` int)");
    }

    [OneTimeTearDown]
    public void Stop() => _cluster.Dispose();

    [Test]
    public void A_killed_server_has_what_was_committed_and_a_session_begins_anew()
    {
        using var target = Open();
        target.Begin(CancellationToken.None);
        target.Execute("DELETE FROM t");
        target.Execute("INSERT INTO t VALUES (1)");
        target.Commit();
        target.Begin(CancellationToken.None);
        target.Execute("INSERT INTO t VALUES (2)");

        _cluster.Kill();
        var fault = Platform.Explain(Assert.Catch(target.Commit))!;
        target.Rollback();
        target.Begin(CancellationToken.None);
        target.Execute("INSERT INTO t VALUES (3)");
        target.Commit();

        Assert.That((fault.Class, fault.IsConnectionLost), Is.EqualTo((DatabaseFaultClass.Transient, true)));
        Assert.That(target.Ask("SELECT group_concat(n ORDER BY n) FROM t").First[0], Is.EqualTo("1,3"));
    }

    [Test]
    public void A_load_table_of_a_killed_server_is_found_by_the_next_attempt()
    {
        var load = Platform.Dialect.LoadTable(new TableName(null, "t"), 9);
        using (var target = Open())
        {
            target.Begin(CancellationToken.None);
            target.CreateLoadTable(
                load, new TableName(null, "t"), 9, [new RowColumn("n", TestDatabase.Type("int"))]);
            _cluster.Kill();
        }

        using var next = Open();
        Assert.That(next.LeftLoadTables(new TableName(null, "t")), Is.EqualTo(new[] { load }));
        next.DropLoadTable(load);
        Assert.That((next.KindOf(load), next.LeftLoadTables(new TableName(null, "t")).Count),
            Is.EqualTo(((string?)null, 0)));
    }

    [Test]
    public void A_server_that_stands_still_is_no_server_for_who_connects()
    {
        _cluster.Pause();
        try
        {
            var fault = Platform.Explain(Assert.Catch(() => Open(";Connection Timeout=1").Dispose()))!;

            Assert.That((fault.Class, fault.Code, fault.Text),
                Is.EqualTo((DatabaseFaultClass.Transient, "time-out", "the server did not answer within 1 s")));
        }
        finally
        {
            _cluster.Resume();
        }
    }

    [Test]
    public void A_session_that_is_killed_is_one_of_many()
    {
        using var one = Open();
        using var other = Open();

        Assert.That(_cluster.KillSession(one.Number("SELECT CONNECTION_ID()")), Is.True);

        Assert.That(Platform.Explain(Assert.Catch(() => one.Number("SELECT 1")))!.IsConnectionLost, Is.True);
        Assert.That(other.Number("SELECT 1"), Is.EqualTo(1));
    }

    private IDatabase Open(string more = "") => Platform.Open(
        new DatabaseAddress { Connection = "Dwh", ConnectionString = _cluster.ConnectionString() + more },
        new DatabaseUse { IsTarget = true, Time = TimeProvider.System });
}
