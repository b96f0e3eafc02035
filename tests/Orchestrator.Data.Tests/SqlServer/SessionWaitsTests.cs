using Orchestrator.Data.Evidence;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>What an attempt is told of the commits and waits of its sessions.</summary>
internal sealed class SessionWaitsTests
{
    private AttemptMeter _meter = null!;
    private TdsServer _server = null!;
    private TableStore _store = null!;

    [SetUp]
    public void Start()
    {
        _meter = new AttemptMeter();
        _server = TdsServer.Start();
        _store = new TableStore(_server);
        _store.Run("CREATE TABLE [dbo].[t] ([id] int)");
    }

    [TearDown]
    public void Stop() => _server.Dispose();

    [Test]
    public void A_session_that_ends_tells_its_commits_and_its_own_waits_and_nobody_elses()
    {
        using (var other = Open(meter: null))
        {
            Commit(other, times: 9);
        }

        using (var database = Open(_meter))
        {
            Commit(database, times: 3);
            _store.Counts.Wait(_server.Sessions[^1], "LCK_M_X", 70);
        }

        var found = _meter.Read()!;
        var log = TimeSpan.FromMilliseconds(3 * ServerCounts.FlushMilliseconds);
        Assert.That(found.Waits, Is.EqualTo(new[]
        {
            new ServerWait("LCK_M_X", WaitClass.Lock, TimeSpan.FromMilliseconds(70), 1, IsSampled: false),
            new ServerWait("WRITELOG", WaitClass.LogWrite, log, 3, IsSampled: false),
        }));
        Assert.That((found.Commits, found.LogTime, found.LogTimeHow),
            Is.EqualTo((3L, (TimeSpan?)log, "counted by the server: WRITELOG")));
        Assert.That(found.Missing, Is.Empty);
    }

    [Test]
    public void Sessions_of_one_attempt_add_up()
    {
        for (var i = 1; i <= 2; i++)
        {
            using var database = Open(_meter);
            Commit(database, times: i);
        }

        Assert.That((_meter.Read()!.Commits, _meter.Read()!.Waits.Single().Count), Is.EqualTo((3L, 3L)));
    }

    [Test]
    public void Rows_that_are_committed_one_by_one_are_counted_with_what_each_has_waited()
    {
        _server.On(
            request => request.Sql?.StartsWith("DECLARE @taken", StringComparison.Ordinal) ?? false,
            (request, reply) =>
            {
                _store.Counts.Wait(request.Session, "WRITELOG", 4);
                reply.Value("int", 1);
            });
        using (var database = Open(_meter))
        using (var batch = Databases.Numbers(3))
        using (var writer = database.WriteSingly(
            new TableName("dbo", "t"), [new RowColumn("id", Databases.Type("int"))], [], new WriteOptions(), AnyClaim))
        {
            List<int> left = [];
            Assert.That(
                Enumerable.Range(0, 3).Select(row => writer!.Write(batch, row, 1, row, left)), Is.All.EqualTo(1));
            Assert.That(left, Is.Empty);
        }

        var found = _meter.Read()!;
        Assert.That((found.Commits, found.CommitTime, found.LogTimePerCommit),
            Is.EqualTo((3L, (TimeSpan?)null, (TimeSpan?)TimeSpan.FromMilliseconds(4))));
    }

    [Test]
    public void A_row_that_was_not_taken_is_no_commit()
    {
        _server.On(
            request => request.Sql?.StartsWith("DECLARE @taken", StringComparison.Ordinal) ?? false,
            (_, reply) => reply.Value("int", 0));
        using (var database = Open(_meter))
        using (var batch = Databases.Numbers(1))
        using (var writer = database.WriteSingly(
            new TableName("dbo", "t"), [new RowColumn("id", Databases.Type("int"))], [], new WriteOptions(), AnyClaim))
        {
            List<int> left = [];
            writer!.Write(batch, 0, 1, 1, left);
            Assert.That(left, Is.EqualTo(new[] { 0 }));
        }

        Assert.That(_meter.Read(), Is.Null);
    }

    [Test]
    public void A_transaction_that_is_open_at_the_end_is_rolled_back_before_its_session_is_asked()
    {
        using (var database = Open(_meter))
        {
            Commit(database, times: 1);
            database.Begin(CancellationToken.None);
            database.Execute("DELETE FROM [dbo].[t]");
        }

        Assert.That((_meter.Read()!.Commits, _meter.Read()!.Waits.Single().Count), Is.EqualTo((1L, 1L)));
        Assert.That(_server.Failures, Is.Empty);
    }

    [Test]
    public void What_a_script_has_set_does_not_cut_the_answer()
    {
        using (var database = Open(_meter))
        {
            database.RunStatement(new ScriptStatement("SET ROWCOUNT 1", 1, "SET"));
        }

        var asked = _server.Recorder.Lines.SkipWhile(line => !line.Contains("ROWCOUNT 1")).ToArray();
        Assert.That(asked[1], Does.Contain("SET ROWCOUNT 0"));
        Assert.That(asked[2], Does.Contain("session_wait_stats"));
    }

    [Test]
    public void Nobody_is_asked_for_whom_nobody_wants_to_know()
    {
        using (var database = Open(meter: null))
        {
            Commit(database, times: 1);
        }

        Assert.That(_server.Recorder.Lines, Has.None.Contains("session_wait_stats"));
    }

    [Test]
    public void A_server_that_shows_a_session_nothing_without_a_right_is_told_by_the_name_of_the_right()
    {
        _store.Counts.MaySeeWaits = false;
        using (var database = Open(_meter))
        {
            Commit(database, times: 1);
        }

        var found = _meter.Read()!;
        Assert.That((found.Commits, found.LogTime, found.Waits.Count), Is.EqualTo((1L, (TimeSpan?)null, 0)));
        Assert.That(found.Missing, Is.EqualTo(new[]
        {
            "waits: not available: needs VIEW SERVER PERFORMANCE STATE",
            "the log's part of commits: not available: needs the waits of all its sessions",
        }));
    }

    [Test]
    public void A_server_before_2022_shows_a_session_its_own_without_any_right()
    {
        _store.Counts.MaySeeWaits = _store.Counts.HasPerformanceState = false;
        using (var database = Open(_meter))
        {
            Commit(database, times: 1);
        }

        Assert.That(_meter.Read()!.Waits.Single().Count, Is.EqualTo(1));
    }

    [Test]
    public void What_a_session_that_was_cut_has_waited_for_is_not_known_and_says_so()
    {
        using (var database = Open(_meter))
        {
            Commit(database, times: 1);
            _server.CutAll();
            Assert.That(() => database.Execute("DELETE FROM [dbo].[t]"), Throws.Exception);
            database.Rollback();
            Commit(database, times: 1);
        }

        var found = _meter.Read()!;
        Assert.That((found.Commits, found.LogTime), Is.EqualTo((2L, (TimeSpan?)null)));
        Assert.That(found.Missing[0], Is.EqualTo("waits: not available: a session was lost"));
    }

    [Test]
    public void A_session_that_was_stopped_is_not_asked()
    {
        using (var database = Open(_meter))
        {
            Commit(database, times: 1);
            database.Begin(CancellationToken.None);
            database.Interruption.Begin();
        }

        Assert.That(_meter.Read()!.Missing[0], Is.EqualTo("waits: not available: a session was stopped or lost"));
        Assert.That(_server.Recorder.Lines, Has.None.Contains("session_wait_stats"));
    }

    [Test]
    public void A_server_without_the_waits_of_sessions_is_told()
    {
        _server.On(
            request => request.Sql?.Contains("session_wait_stats", StringComparison.Ordinal) ?? false,
            (_, reply) => reply.Error(208, "Invalid object name 'sys.dm_exec_session_wait_stats'."));
        using (var database = Open(_meter))
        {
            Commit(database, times: 1);
        }

        Assert.That(_meter.Read()!.Missing[0], Is.EqualTo("waits: not available: the server does not have it"));
    }

    [Test]
    public void A_session_that_never_came_about_has_left_nothing()
    {
        _server.OnLogin((login, reply) => reply.Error(ServerErrors.LoginFailed(login.User)));

        Assert.That(() => Open(_meter), Throws.Exception);
        Assert.That(_meter.Read(), Is.Null);
    }

    private static Claim AnyClaim =>
        new(new TableName("orchestrator", "markers"), "UPDATE markers SET step = @step", []);

    private IDatabase Open(AttemptMeter? meter) => Databases.Open(Databases.ConnectionTo(_server), meter: meter);

    private static void Commit(IDatabase database, int times)
    {
        for (var i = 0; i < times; i++)
        {
            database.Begin(CancellationToken.None);
            database.Execute("DELETE FROM [dbo].[t]");
            database.Commit();
        }
    }
}
