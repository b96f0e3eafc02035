using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Data.Tests.Sqlite;

/// <summary>Stopping what a connection does, where the order to comes before there is anything to stop.</summary>
internal sealed class InterruptTests
{
    // The clock goes on while it runs; unless it is stopped it comes to its end.
    private const string Slow = "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT tick(n) + 1 FROM c LIMIT 100000) "
        + "SELECT count(*) FROM c";

    private string _folder = "";
    private LadderClock _clock = null!;
    private SqliteDatabase _database = null!;

    [SetUp]
    public void Make()
    {
        _folder = Directory.CreateTempSubdirectory("sqlite").FullName;
        _clock = new LadderClock();
        _database = SqliteDatabase.Open(
            new SqliteOptions { Path = Path.Combine(_folder, "t.db"), Access = SqliteAccess.Create }, _clock);
        _database.Connection.CreateFunction<long, long>("tick", Tick);
        _database.Execute("CREATE TABLE t (n INTEGER)");
    }

    [TearDown]
    public void Remove()
    {
        _database.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Test]
    public void An_order_that_is_lost_before_a_statement_comes_again_while_it_runs()
    {
        using var stop = new CancellationTokenSource();
        using var asked = _database.Interruption.On(stop.Token);
        stop.Cancel();

        var fault = Assert.Catch(() => _database.Execute(Slow));

        Assert.That(SqlitePlatform.Instance.Explain(fault!)?.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
    }

    [Test]
    public void Once_it_is_rolled_back_the_next_transaction_goes_through()
    {
        using var stop = new CancellationTokenSource();
        using var asked = _database.Interruption.On(stop.Token);
        _database.BeginImmediate(CancellationToken.None);
        stop.Cancel();
        Assert.That(() => _database.Execute($"INSERT INTO t {Slow}"), Throws.InstanceOf<SqliteException>());

        _database.Rollback();
        _database.BeginImmediate(CancellationToken.None);
        _database.Execute($"INSERT INTO t {Slow}");
        _database.Commit();

        Assert.That(SqliteScalar.Long(_database, "SELECT n FROM t"), Is.EqualTo(100000));
    }

    [Test]
    public void What_was_to_stop_has_ended_and_what_comes_behind_it_goes_through()
    {
        using var stop = new CancellationTokenSource();
        using (_database.Interruption.On(stop.Token))
        {
            stop.Cancel();
        }

        Assert.That(() => _database.Execute(Slow), Throws.Nothing);
    }

    [Test]
    public void A_file_that_is_closed_is_left_alone()
    {
        _database.Interruption.Begin();
        _database.Dispose();

        Assert.That(_clock.Fire, Throws.Nothing);
        Assert.That(_database.Interruption.Begin, Throws.Nothing);
    }

    private long Tick(long row)
    {
        if (row == 1000)
        {
            _clock.Fire();
        }

        return row;
    }
}
