using Orchestrator.Data.Evidence;
using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Data.Tests.PostgreSql;

internal sealed class EvidenceTests
{
    private TestDatabase _database = null!;

    [SetUp]
    public void Make() => _database = new TestDatabase();

    [TearDown]
    public void Remove() => _database.Dispose();

    [Test]
    public async Task It_sees_what_each_session_waits_for_by_the_number_that_its_meter_knows()
    {
        _database.Run("CREATE TABLE t (id int)");
        var meter = new AttemptMeter();
        using var holder = _database.Open();
        holder.Begin(CancellationToken.None);
        holder.Execute("LOCK TABLE t");
        using var waiting = _database.Open(meter: meter);
        var blocked = Task.Run(() =>
        {
            waiting.Begin(CancellationToken.None);
            waiting.Execute("LOCK TABLE t");
            waiting.Commit();
        });

        using var evidence = Open();
        EvidenceSnapshot look;
        do
        {
            look = evidence.Look();
        }
        while (!look.Sessions.Any(one => one.Class == WaitClass.Lock));

        var seen = look.Sessions.Single(one => one.Class == WaitClass.Lock);
        var inTheWay = evidence.Blocked().Single();
        Assert.That(inTheWay.Session, Is.EqualTo(seen.Session));
        Assert.That(inTheWay.By, Does.Match(@"^session \d+"));
        Assert.That((seen.Wait, meter.Has(seen.Session)), Is.EqualTo(("Lock:relation", true)));
        Assert.That(look.Sessions, Has.Count.EqualTo(1), "neither the idle one nor the one that looks");
        Assert.That(evidence.IsOnThisMachine, Is.True);
        Assert.That(look.ServerTime, Is.GreaterThan(TimeSpan.Zero));
        holder.Commit();
        await blocked;
        Assert.That(meter.Read()!.Commits, Is.EqualTo(1));
        waiting.Dispose();
        Assert.That(meter.Has(seen.Session), Is.False);
    }

    [Test]
    public void Nobody_at_work_is_nobody() => Assert.That(Looked().Sessions, Is.Empty);

    [Test]
    public void It_counts_commits_flushes_and_bytes_of_log_by_difference()
    {
        _database.Run("CREATE TABLE t (id int)");
        using var evidence = Open();
        var before = evidence.Count();
        using (var session = _database.Open())
        {
            for (var i = 0; i < 20; i++)
            {
                session.Begin(CancellationToken.None);
                session.Execute($"INSERT INTO t VALUES ({i})");
                session.Commit();
            }
        }

        EvidenceCounts after;
        do
        {
            after = evidence.Count();
        }
        while (after.Commits - before.Commits < 20);

        Assert.That(after.LogBytes - before.LogBytes, Is.GreaterThan(20 * 50));
        var syncs = _database.Ask("SHOW fsync") == "on";
        Assert.That(after.Flushes is not null, Is.EqualTo(syncs));
        Assert.That(evidence.Missing.Any(text => text.StartsWith("flushes: ")), Is.EqualTo(!syncs));
    }

    [Test]
    public void Who_may_not_see_others_waits_says_which_role_would_help()
    {
        _database.Run("CREATE ROLE looker LOGIN PASSWORD 'x'");
        try
        {
            using var evidence = Open(new Npgsql.NpgsqlConnectionStringBuilder(_database.ConnectionString)
            {
                Username = "looker",
                Password = "x",
            }.ConnectionString);

            Assert.That(evidence.Missing,
                Has.Member("waits of other users: not available: needs pg_read_all_stats"));
        }
        finally
        {
            _database.Run("DROP ROLE looker");
        }
    }

    [TestCase(null, null, "CPU", WaitClass.Cpu)]
    [TestCase("LWLock", "WALWrite", "LWLock:WALWrite", WaitClass.LogWrite)]
    [TestCase("LWLock", "WALWriteLock", "LWLock:WALWriteLock", WaitClass.LogWrite)]
    [TestCase("IO", "WALSync", "IO:WALSync", WaitClass.LogWrite)]
    [TestCase("IO", "WalSync", "IO:WalSync", WaitClass.LogWrite)]
    [TestCase("IPC", "SyncRep", "IPC:SyncRep", WaitClass.LogWrite)]
    [TestCase("IPC", "BgWorkerShutdown", "IPC:BgWorkerShutdown", WaitClass.Other)]
    [TestCase("LWLock", "WALInsert", "LWLock:WALInsert", WaitClass.Latch)]
    [TestCase("BufferPin", "BufferPin", "BufferPin:BufferPin", WaitClass.Latch)]
    [TestCase("Lock", "transactionid", "Lock:transactionid", WaitClass.Lock)]
    [TestCase("IO", "DataFileRead", "IO:DataFileRead", WaitClass.Io)]
    [TestCase("Client", "ClientRead", "Client:ClientRead", WaitClass.Network)]
    [TestCase("Timeout", "PgSleep", "Timeout:PgSleep", WaitClass.Other)]
    [TestCase("Extension", "Extension", "Extension:Extension", WaitClass.Other)]
    public void Each_wait_has_its_name_and_a_class(string? type, string? name, string expected, WaitClass expectedClass)
    {
        var wait = PostgreSqlWaits.NameOf(type, name);

        Assert.That((wait, PostgreSqlWaits.ClassOf(wait)), Is.EqualTo((expected, expectedClass)));
    }

    private EvidenceSnapshot Looked()
    {
        using var evidence = Open();
        return evidence.Look();
    }

    private IEvidence Open(string? connectionString = null) => TestDatabase.Platform.OpenEvidence(
        new DatabaseAddress { Connection = "Dwh", ConnectionString = connectionString ?? _database.ConnectionString },
        new DatabaseUse { IsTarget = false, Time = TimeProvider.System, Application = "orchestrator 7 evidence" })!;
}
