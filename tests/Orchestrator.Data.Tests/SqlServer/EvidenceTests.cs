using Orchestrator.Data.Evidence;
using Orchestrator.Data.SqlServer;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>What a session that looks at a server is told, and what it says where it is told nothing.</summary>
internal sealed class EvidenceTests
{
    private TdsServer _server = null!;
    private TableStore _store = null!;

    [SetUp]
    public void Start()
    {
        _server = TdsServer.Start();
        _store = new TableStore(_server);
        _store.Run("CREATE TABLE [dbo].[t] ([id] int)");
    }

    [TearDown]
    public void Stop() => _server.Dispose();

    [Test]
    public void It_counts_transactions_flushes_and_bytes_of_log_by_difference()
    {
        using var evidence = Open();
        var before = evidence.Count();
        Commit(times: 5);
        _store.Durability["Staging"] = "FORCED";
        Commit(times: 7);

        var after = evidence.Count();

        Assert.That(
            (after.Commits - before.Commits, after.Flushes - before.Flushes, after.LogBytes - before.LogBytes),
            Is.EqualTo(((long?)12, (long?)5, (long?)(5 * ServerCounts.FlushBytes))));
        Assert.That(after.ServerTime, Is.EqualTo(TimeSpan.FromMicroseconds(500)), "two questions");
        Assert.That(evidence.Missing, Is.Empty);
        Assert.That((evidence.IsOnThisMachine, evidence.CountsWaits), Is.EqualTo((true, true)));
    }

    [Test]
    public void Waits_are_those_of_the_server_that_it_has_counted_and_what_is_idle_is_left_out()
    {
        using var evidence = Open();
        var before = evidence.Count();
        Commit(times: 5);

        var waits = WaitTotals.Between(before.Waits, evidence.Count().Waits);

        Assert.That(waits, Is.EqualTo(new[]
        {
            new ServerWait("WRITELOG", WaitClass.LogWrite,
                TimeSpan.FromMilliseconds(5 * ServerCounts.FlushMilliseconds), 5, IsSampled: false),
        }));
        Assert.That(evidence.Look(), Is.SameAs(EvidenceSnapshot.Nobody));
    }

    [TestCase(false, true, "VIEW SERVER PERFORMANCE STATE")]
    [TestCase(false, false, "VIEW SERVER STATE")]
    [TestCase(true, true, "VIEW DATABASE PERFORMANCE STATE")]
    [TestCase(true, false, "VIEW DATABASE STATE")]
    public void Who_lacks_the_right_is_told_which_one_this_version_asks_for(
        bool isHosted, bool hasPerformanceState, string right)
    {
        _store.Counts.IsHosted = isHosted;
        _store.Counts.HasPerformanceState = hasPerformanceState;
        _store.Counts.MaySeeCounters = _store.Counts.MaySeeWaits = false;
        using var evidence = Open();

        var counts = evidence.Count();
        evidence.Count();

        Assert.That((counts.Commits, counts.Flushes, counts.LogBytes, counts.Waits.Count),
            Is.EqualTo(((long?)null, (long?)null, (long?)null, 0)));
        Assert.That(evidence.Missing, Is.EqualTo(new[]
        {
            $"commits, flushes, log bytes: not available: needs {right}", $"waits: not available: needs {right}",
        }));
        Assert.That(_server.Recorder.Lines.Count(line => line.Contains("performance_counters")), Is.EqualTo(1));
    }

    [Test]
    public void What_is_refused_of_one_leaves_the_other()
    {
        _store.Counts.MaySeeCounters = false;
        using var evidence = Open();

        var counts = evidence.Count();

        Assert.That((counts.Commits, counts.Waits.Single().Name), Is.EqualTo(((long?)null, "WRITELOG")));
        Assert.That(evidence.Missing, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_hosted_database_is_counted_by_its_other_name_and_shows_waits_of_its_own()
    {
        _store.Counts.IsHosted = true;
        using var evidence = Open();
        var before = evidence.Count();
        Commit(times: 3);

        var after = evidence.Count();

        Assert.That(after.Commits - before.Commits, Is.EqualTo(3));
        Assert.That(after.Waits.Single().Name, Is.EqualTo("WRITELOG"));
        Assert.That(evidence.Missing, Is.Empty);
    }

    [Test]
    public void A_hosted_server_that_refuses_to_who_has_the_right_asks_for_a_role()
    {
        _store.Counts.IsHosted = true;
        _store.Counts.MaySeeCounters = false;
        using var evidence = Open();

        Assert.That(evidence.Count().Waits, Is.Not.Empty);
        Assert.That(evidence.Missing, Is.EqualTo(new[]
        {
            "commits, flushes, log bytes: not available: needs the role ##MS_ServerStateReader##",
        }));
    }

    [Test]
    public void Counters_that_the_server_does_not_have_are_not_known()
    {
        _store.Counts.HasNoCounters = true;
        using var evidence = Open();

        Assert.That((evidence.Count().Commits, evidence.Count().Flushes), Is.EqualTo(((long?)null, (long?)null)));
        Assert.That(evidence.Missing, Is.EqualTo(new[]
        {
            "commits, flushes, log bytes: not available: the server has no counters of this database",
        }));
    }

    [TestCase(208, "Invalid object name 'sys.dm_os_wait_stats'.")]
    [TestCase(207, "Invalid column name 'wait_time_ms'.")]
    public void A_view_that_the_server_does_not_have_is_said_once_and_the_rest_goes_on(int number, string text)
    {
        using var evidence = Open();
        _server.On(
            request => request.Sql?.Contains("dm_os_wait_stats", StringComparison.Ordinal) ?? false,
            (_, reply) => reply.Error(number, text));

        Assert.That(evidence.Count().Commits, Is.Not.Null);
        Assert.That(evidence.Count().Commits, Is.Not.Null);
        Assert.That(evidence.Missing, Is.EqualTo(new[] { "waits: not available: the server does not have it" }));
        Assert.That(_server.Recorder.Lines.Count(line => line.Contains("dm_os_wait_stats")), Is.EqualTo(1));
    }

    [Test]
    public void Any_other_failure_is_the_drivers_own()
    {
        using var evidence = Open();
        _server.On(
            request => request.Sql?.Contains("dm_os_wait_stats", StringComparison.Ordinal) ?? false,
            (_, reply) => reply.Error(701, "There is insufficient system memory."));

        Assert.That(
            evidence.Count,
            Throws.InstanceOf<Microsoft.Data.SqlClient.SqlException>().With.Property("Number").EqualTo(701));
    }

    [TestCase("WRITELOG", WaitClass.LogWrite)]
    [TestCase("LOGBUFFER", WaitClass.LogWrite)]
    [TestCase("HADR_SYNC_COMMIT", WaitClass.LogWrite)]
    [TestCase("LOG_RATE_GOVERNOR", WaitClass.Other)]
    [TestCase("LCK_M_IX", WaitClass.Lock)]
    [TestCase("PAGELATCH_EX", WaitClass.Latch)]
    [TestCase("LATCH_SH", WaitClass.Latch)]
    [TestCase("PAGEIOLATCH_SH", WaitClass.Io)]
    [TestCase("ASYNC_IO_COMPLETION", WaitClass.Io)]
    [TestCase("IO_COMPLETION", WaitClass.Io)]
    [TestCase("WRITE_COMPLETION", WaitClass.Io)]
    [TestCase("ASYNC_NETWORK_IO", WaitClass.Network)]
    [TestCase("SOS_SCHEDULER_YIELD", WaitClass.Cpu)]
    [TestCase("CXPACKET", WaitClass.Cpu)]
    [TestCase("CXSYNC_PORT", WaitClass.Cpu)]
    [TestCase("RESOURCE_SEMAPHORE", WaitClass.Other)]
    public void Each_wait_has_a_class_and_is_somebodys(string wait, WaitClass expected) => Assert.That(
        (SqlServerWaits.ClassOf(wait), SqlServerWaits.IsIdle(wait)), Is.EqualTo((expected, false)));

    [TestCase("SLEEP_TASK")]
    [TestCase("XE_TIMER_EVENT")]
    [TestCase("HADR_WORK_QUEUE")]
    [TestCase("WAITFOR")]
    [TestCase("QDS_PERSIST_TASK_MAIN_LOOP_SLEEP")]
    [TestCase("BROKER_TO_FLUSH")]
    [TestCase("LOGMGR_QUEUE")]
    [TestCase("PREEMPTIVE_XE_GETTARGETSTATE")]
    public void What_waits_for_work_is_nobodys(string wait) => Assert.That(SqlServerWaits.IsIdle(wait), Is.True);

    private IEvidence Open() => Databases.Platform.OpenEvidence(
        new DatabaseAddress { Connection = "Dwh", ConnectionString = Databases.ConnectionTo(_server) },
        new DatabaseUse { IsTarget = false, Time = TimeProvider.System, Application = "orchestrator 7 evidence" })!;

    private void Commit(int times)
    {
        using var database = Databases.Open(Databases.ConnectionTo(_server));
        for (var i = 0; i < times; i++)
        {
            database.Begin(CancellationToken.None);
            database.Execute("DELETE FROM [dbo].[t]");
            database.Commit();
        }
    }
}
