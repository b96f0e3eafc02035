using Npgsql;
using Orchestrator.Data.Durability;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>What a crash of the server leaves of commits that did not wait for the disk.</summary>
internal sealed class CrashTests
{
    private const string Ledger = "01900000-0000-7000-8000-000000000001";

    private Cluster _cluster = null!;

    // Nobody but a flush brings the log to disk meanwhile.
    [OneTimeSetUp]
    public void Start()
    {
        _cluster = Cluster.Start("wal_writer_delay=10s", "autovacuum=off");
        Run("CREATE TABLE t (id bigint)");
        using var durable = Open(isRelaxed: false);
        new AttemptMarkers(durable, Ledger).Prepare(CancellationToken.None);
    }

    [OneTimeTearDown]
    public void Stop() => _cluster.Dispose();

    [Test]
    public void A_relaxed_commit_that_nobody_flushed_is_lost_and_its_marker_with_it()
    {
        Run("SELECT pg_switch_wal()");
        Load(1);

        _cluster.Kill();
        AwaitRecovery();

        Assert.That((Rows(1), Found(1)), Is.EqualTo((0L, false)));
    }

    [Test]
    public void One_session_that_is_killed_takes_the_relaxed_commits_of_all_others_with_it()
    {
        using var killed = Open(isRelaxed: false);
        using var witness = Open(isRelaxed: false);
        var process = (int)killed.Number("SELECT pg_backend_pid()");
        Run("SELECT pg_switch_wal()");
        Load(5);

        Assert.That(_cluster.KillSession(process));
        SpinWait.SpinUntil(() => !IsThere(() => witness.Number("SELECT 1")), TimeSpan.FromMinutes(5));
        AwaitRecovery();

        Assert.That((Rows(5), Found(5)), Is.EqualTo((0L, false)));
    }

    [Test]
    public void What_a_session_commits_that_nobody_relaxed_survives_in_a_database_that_somebody_else_relaxed()
    {
        Run("ALTER DATABASE postgres SET synchronous_commit = off");
        Run("SELECT pg_switch_wal()");
        Load(6, isRelaxed: false);

        _cluster.Kill();
        AwaitRecovery();
        Run("ALTER DATABASE postgres RESET synchronous_commit");

        Assert.That((Rows(6), Found(6)), Is.EqualTo((1L, true)));
    }

    [Test]
    public void What_was_flushed_survives_and_its_marker_tells_so()
    {
        Run("SELECT pg_switch_wal()");
        Load(2);
        using (var durability = OpenDurability())
        {
            durability.Flush(CancellationToken.None);
        }

        Load(3);
        _cluster.Restart();

        Assert.That((Rows(2), Found(2)), Is.EqualTo((1L, true)));
        Assert.That((Rows(3), Found(3)), Is.EqualTo((0L, false)));
    }

    [Test]
    public void A_flush_over_a_session_that_the_crash_ended_says_that_it_is_lost_and_its_locks_are_free()
    {
        using var durability = OpenDurability();
        using var held = durability.TryLock("run 7");
        _cluster.Restart();

        var fault = Assert.Catch(() => durability.Flush(CancellationToken.None));

        Assert.That(TestDatabase.Platform.Explain(fault!)?.IsConnectionLost, Is.True);
        using var other = OpenDurability();
        Assert.That(other.TryLock("run 7"), Is.Not.Null);
    }

    [Test]
    public void What_the_session_of_the_durability_commits_is_on_disk_whatever_the_database_says()
    {
        using var durability = OpenDurability(ofDatabase: true);
        durability.Change("off", CancellationToken.None);
        using var second = OpenDurability(ofDatabase: true);
        Run("SELECT pg_switch_wal()");

        OwnTable.Commit(second.Database, "INSERT INTO t VALUES (4)", CancellationToken.None);
        _cluster.Restart();

        Assert.That(Rows(4), Is.EqualTo(1));
        Run("ALTER DATABASE postgres RESET synchronous_commit");
    }

    private void AwaitRecovery() =>
        SpinWait.SpinUntil(() => IsThere(() => Open(isRelaxed: false).Dispose()), TimeSpan.FromMinutes(5));

    private static bool IsThere(Action asked)
    {
        try
        {
            asked();
            return true;
        }
        catch (NpgsqlException)
        {
            return false;
        }
    }

    private void Load(long attempt, bool isRelaxed = true)
    {
        using var database = Open(isRelaxed);
        var markers = new AttemptMarkers(database, Ledger);
        database.Begin(CancellationToken.None);
        database.Execute("INSERT INTO t VALUES (@id)", ("id", attempt));
        markers.Add(7, attempt);
        database.Commit();
    }

    private long Rows(long id)
    {
        using var database = Open(isRelaxed: false);
        return database.Number("SELECT count(*) FROM t WHERE id = @id", ("id", id));
    }

    private bool Found(long attempt)
    {
        using var database = Open(isRelaxed: false);
        return new AttemptMarkers(database, Ledger).Found([attempt]).Contains(attempt);
    }

    private IDatabase Open(bool isRelaxed) => TestDatabase.Platform.Open(Address, Use with { IsRelaxed = isRelaxed });

    private IDurability OpenDurability(bool ofDatabase = false) =>
        TestDatabase.Platform.OpenDurability(Address, Use, ofDatabase);

    private DatabaseAddress Address =>
        new() { Connection = "Dwh", ConnectionString = _cluster.ConnectionString() };

    private static DatabaseUse Use => new() { IsTarget = true, Time = TimeProvider.System };

    private void Run(string sql)
    {
        using var connection = new NpgsqlConnection(_cluster.ConnectionString() + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
