using Orchestrator.Data.Durability;
using Orchestrator.Data.SqlServer;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Delayed durability of a database, as the real client speaks of it.</summary>
internal sealed class DurabilityTests
{
    private ScriptedDatabase _scripted = null!;
    private SqlServerPlatform _platform = null!;
    private DelayedDurability _server = null!;

    [SetUp]
    public void Start()
    {
        _scripted = new ScriptedDatabase();
        _platform = new SqlServerPlatform();
        _server = new DelayedDurability(_scripted.Server);
        _scripted.Server.On("change", reply => reply.Done(1));
    }

    [TearDown]
    public void Stop() => _scripted.Dispose();

    [Test]
    public void A_session_tells_its_database_and_that_relaxing_changes_it()
    {
        using var session = Open();

        Assert.That(session.Identity, Is.EqualTo(new DatabaseIdentity("SQL01", "Staging")));
        Assert.That(session.ChangesDatabase);
        Assert.That(session.RelaxedSetting, Is.EqualTo("FORCED"));
        Assert.That(session.Setting(), Is.EqualTo("DISABLED"));
    }

    [TestCase("FORCED")]
    [TestCase("ALLOWED")]
    [TestCase("DISABLED")]
    public void A_setting_is_changed_without_ending_anybody_and_read_back(string setting)
    {
        _server["Staging"] = setting == "DISABLED" ? "FORCED" : "DISABLED";
        using var session = Open();

        session.Change(setting, CancellationToken.None);

        Assert.That(_server["Staging"], Is.EqualTo(setting));
        Assert.That(session.Setting(), Is.EqualTo(setting));
        Assert.That(Sent("ALTER DATABASE"), Is.EqualTo(new[]
        {
            $"1 batch ALTER DATABASE CURRENT SET DELAYED_DURABILITY = {setting} WITH NO_WAIT",
        }));
    }

    [Test]
    public void A_setting_that_is_another_when_it_is_read_back_is_told()
    {
        _scripted.Server.On(request => request.Sql?.StartsWith("ALTER DATABASE", StringComparison.Ordinal) ?? false,
            (_, _) => _server["Staging"] = "ALLOWED");
        using var session = Open();

        var fault = FaultOf(() => session.Change("FORCED", CancellationToken.None));

        Assert.That(fault.Text, Is.EqualTo(
            "DELAYED_DURABILITY of Staging on SQL01 is ALLOWED right after it was set to FORCED"));
        Assert.That(fault.Advice, Does.Contain("find out who"));
    }

    [TestCase(5061)]
    [TestCase(5070)]
    [TestCase(1222)]
    public void Who_is_in_the_way_of_a_change_is_waited_for(int number)
    {
        _server.Refuse([.. Enumerable.Repeat(new ServerMessage(number, "In the way."), 2)]);
        var told = new List<string?>();
        using var session = Open(told.Add);

        session.Change("FORCED", CancellationToken.None);

        Assert.That(_server["Staging"], Is.EqualTo("FORCED"));
        Assert.That(Sent("ALTER DATABASE"), Has.Length.EqualTo(3));
        Assert.That(told, Is.EqualTo(new[]
        {
            "ALTER DATABASE of Staging on SQL01, which other sessions are in the way of", null,
        }));
    }

    [Test]
    public void A_change_waits_until_it_is_cancelled_and_no_longer()
    {
        using var cancel = new CancellationTokenSource();
        _server.Block(times: 1000);
        using var session = Open(waits =>
        {
            if (waits is not null)
            {
                cancel.Cancel();
            }
        });

        Assert.That(
            () => session.Change("FORCED", cancel.Token), Throws.InstanceOf<OperationCanceledException>());
        Assert.That(_server["Staging"], Is.EqualTo("DISABLED"));
    }

    [Test]
    public async Task A_change_that_hangs_is_given_up_and_tried_again_when_it_is_cancelled_meanwhile_it_ends()
    {
        var gate = new Gate();
        using var cancel = new CancellationTokenSource();
        _scripted.Server.On(
            request => request.Sql?.StartsWith("ALTER DATABASE", StringComparison.Ordinal) ?? false,
            (_, reply) => reply.Wait(gate));
        using var session = Open();

        var work = Task.Run(() => Assert.Catch(() => session.Change("FORCED", cancel.Token)));
        await gate.Reached;
        await cancel.CancelAsync();

        Assert.That(await work, Is.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public void What_the_server_refuses_is_not_tried_again()
    {
        _server.Obstruct("tracking");
        using var session = Open();

        var fault = FaultOf(() => session.Change("FORCED", CancellationToken.None));

        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Config));
        Assert.That(fault.Code, Is.EqualTo("22892"));
        Assert.That(fault.Advice, Does.Contain("reads the log").And.Contain("`delayedDurability`"));
        Assert.That(Sent("ALTER DATABASE"), Has.Length.EqualTo(1));
    }

    [Test]
    public void A_login_that_may_not_alter_the_database_is_told_which_verb_prints_the_grant()
    {
        _server.MayAlter = false;
        using var session = Open();

        var fault = FaultOf(() => session.Change("FORCED", CancellationToken.None));

        Assert.That(fault.Code, Is.EqualTo("5011"));
        Assert.That(fault.Advice, Does.Contain("orchestrator connections grants"));
    }

    [Test]
    public void Nothing_but_a_setting_that_is_known_reaches_the_statement()
    {
        using var session = Open();

        Assert.That(
            () => session.Change("FORCED; DROP DATABASE x", CancellationToken.None), Throws.ArgumentException);
        Assert.That(() => session.Change("", CancellationToken.None), Throws.ArgumentException);
    }

    [Test]
    public void A_change_within_a_transaction_is_our_own_mistake()
    {
        using var session = Open();
        session.Database.Begin(CancellationToken.None);

        Assert.That(() => session.Change("FORCED", CancellationToken.None), Throws.InvalidOperationException);
    }

    [TestCase(1)]
    [TestCase(0)]
    [TestCase(7)]
    public void What_the_first_flush_returns_while_commits_are_durable_is_success(int code)
    {
        _server.FlushCode = code;
        using var session = Open();
        session.Flush(CancellationToken.None);
        session.Change("FORCED", CancellationToken.None);

        session.Flush(CancellationToken.None);

        Assert.That(_server.Flushes, Is.EqualTo(2));
    }

    [TestCase(2)]
    [TestCase(0)]
    [TestCase(-1)]
    [TestCase(null)]
    public void A_flush_that_returns_something_else_has_failed(int? code)
    {
        using var session = Open();
        session.Flush(CancellationToken.None);
        session.Change("FORCED", CancellationToken.None);
        _server.FailFlushes(code);

        var fault = FaultOf(() => session.Flush(CancellationToken.None));

        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Transient));
        Assert.That(fault.Text, Is.EqualTo(
            $"sys.sp_flush_log of Staging on SQL01 returned {code?.ToString() ?? "nothing"} where one that worked had "
            + "returned 1"));
        Assert.That(fault.Advice, Does.Contain("may not be on disk"));
    }

    [TestCase(0, true)]
    [TestCase(1, true)]
    [TestCase(2, false)]
    [TestCase(null, false)]
    public void Where_others_had_relaxed_the_database_before_only_the_usual_codes_are_success(int? code, bool isSuccess)
    {
        _server["Staging"] = "FORCED";
        _server.FailFlushes(code);
        using var session = Open();

        Assert.That(
            () => session.Flush(CancellationToken.None),
            isSuccess ? Throws.Nothing : Throws.Exception.With.Message.Contains("which says that it failed"));
    }

    [Test]
    public void A_session_that_comes_later_knows_what_was_learned_before()
    {
        using (var first = Open())
        {
            first.Flush(CancellationToken.None);
            first.Change("FORCED", CancellationToken.None);
        }

        _server.FailFlushes(0);
        using var later = Open();

        Assert.That(FaultOf(() => later.Flush(CancellationToken.None)).Text, Does.Contain("had returned 1"));
    }

    [Test]
    public void Every_commit_of_the_session_is_flushed_at_once()
    {
        _server["Staging"] = "FORCED";
        using var session = Open();

        session.Database.Begin(CancellationToken.None);
        session.Database.Execute("change");
        var within = _server.Flushes;
        session.Database.Commit();
        var behind = _server.Flushes;
        session.Database.Execute("change");

        Assert.That((within, behind, _server.Flushes), Is.EqualTo((0, 1, 2)));
    }

    [Test]
    public void A_commit_whose_flush_fails_is_no_success()
    {
        using var session = Open();
        session.Flush(CancellationToken.None);
        _server.FailFlushes(3);
        session.Database.Begin(CancellationToken.None);
        session.Database.Execute("change");

        Assert.That(FaultOf(session.Database.Commit).Text, Does.Contain("returned 3"));
    }

    [Test]
    public void Another_session_of_the_driver_flushes_nothing_by_itself()
    {
        using var database = _scripted.Open();

        database.Begin(CancellationToken.None);
        database.Execute("change");
        database.Commit();

        Assert.That(_server.Flushes, Is.Zero);
    }

    [Test]
    public async Task A_flush_that_hangs_can_be_cancelled()
    {
        var gate = new Gate();
        using var cancel = new CancellationTokenSource();
        _scripted.Server.On(
            request => request.Sql?.Contains("sp_flush_log", StringComparison.Ordinal) ?? false,
            (_, reply) => reply.Wait(gate));
        using var session = Open();

        var work = Task.Run(() => Assert.Catch(() => session.Flush(cancel.Token)));
        await gate.Reached;
        await cancel.CancelAsync();

        Assert.That(await work, Is.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public void A_session_goes_on_after_one_of_its_calls_was_cancelled()
    {
        using var cancel = new CancellationTokenSource();
        using var session = Open();
        cancel.Cancel();

        Assert.That(() => session.Flush(cancel.Token), Throws.InstanceOf<OperationCanceledException>());
        session.Change("FORCED", CancellationToken.None);
        session.Flush(CancellationToken.None);

        Assert.That(_server.Flushes, Is.EqualTo(1));
    }

    private IDurability Open(Action<string?>? heldUp = null) =>
        Databases.OpenDurability(_scripted.ConnectionString, heldUp, _platform);

    private string[] Sent(string what) =>
        [.. _scripted.Server.Recorder.Lines.Where(line => line.Contains(what, StringComparison.Ordinal))];

    private static DatabaseFault FaultOf(Action work)
    {
        var thrown = Assert.Catch(() => work())!;
        return Databases.Platform.Explain(thrown) ?? throw new InvalidOperationException($"{thrown}");
    }
}
