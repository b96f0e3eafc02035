using Orchestrator.Core;
using Orchestrator.Ledger.Leases;
using Orchestrator.Ledger.Serving;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Ledger.Tests;

/// <summary>What the ledger on SQL Server sends, over the wire of a scripted server.</summary>
internal sealed class SqlServerWireTests : LedgerFixture
{
    private ScriptedLedger _server = null!;

    [SetUp]
    public void Start() => _server = new ScriptedLedger();

    [TearDown]
    public void Stop() => _server.Dispose();

    [Test]
    [Category("Approved")]
    public void A_run_is_locked_begun_recorded_and_ended()
    {
        using (var held = Acquire())
        using (var writer = Open())
        {
            writer.FindEndedUnexpectedly(held);
            writer.Begin(Beginning(Plans.Of("Nightly", 1)), held);
            var begun = writer.Record(Turns.Running(1)).Attempts;
            writer.Record(Turns.Succeeded(1, TimeSpan.FromSeconds(1)));
            writer.Record(Turns.End(RunVerdict.Succeeded));
            Assert.That(begun.Select(one => one.AttemptId), Is.EqualTo(new[] { 1 }));
        }

        Approved.Check("sqlserver-run", _server.Sent);
    }

    [TestCase(1, "sqlserver-backup")]
    [TestCase(0, "sqlserver-backup-without-snapshots")]
    [Category("Approved")]
    public void A_ledger_is_copied(int hasSnapshots, string approved)
    {
        _server.Answer("server/has_snapshots", hasSnapshots);

        LedgerBackup.Make(Location(), Path.Combine(Folder, "copy.db"), "user", new StillTime());

        Approved.Check(approved, _server.Sent);
    }

    [Test]
    [Category("Approved")]
    public void A_backup_is_put_back()
    {
        var file = new LedgerLocation(Path.Combine(Folder, "other", "ledger.db"));
        using (var run = Begin(file, Plans.Of("Nightly", 1)))
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Turns.Ended(1, NodeState.Succeeded));
            run.Writer.Record(Turns.End(RunVerdict.Succeeded));
        }

        LedgerBackup.Restore(Location(), file.File, new StillTime());

        Approved.Check("sqlserver-restore", _server.Sent);
    }

    [Test]
    [Category("Approved")]
    public void A_service_claims_passes_over_and_takes_over_and_people_pause_and_ask()
    {
        var time = new StillTime();
        var at = DateTimeOffset.UnixEpoch.AddYears(50);
        var claim = new FiringClaim
        {
            Batch = "Nightly",
            Trigger = "night",
            Scheduled = at,
            AsOf = new DateOnly(2020, 1, 1),
            LocalTime = "2020-01-01 00:00",
            Cause = FiringCause.Schedule,
        };
        var audit = new AuditEntry
        {
            Environment = "default",
            At = at,
            Who = "ann",
            Action = "pause",
            Outcome = "done",
        };
        var asked = new StartRequest { Environment = "default", Batch = "Nightly", Key = "k", Who = "ann", Asked = at };
        var part = new PausedPart("default", "Nightly");

        using (var service = ServiceLedger.Register(
            Location(), time, new ServiceBeginning { Solution = "shop", Environment = "default" }))
        {
            service.Define([new DefinedTrigger("Nightly", "night", "a")]);
            var hold = service.Claim(claim)!.Value;
            service.PassOver(claim, "paused");
            service.NoteRun(hold, 7);
            service.End(hold, RunVerdict.Succeeded);
            service.Renew(TimeSpan.FromSeconds(30));
            service.Claim(claim, request: 3);
            service.Stop();
        }

        ScheduleWriter.Pause(
            Location(), time, new SchedulePause { Of = part, Paused = at, PausedBy = "ann" }, audit);
        ScheduleWriter.Resume(Location(), time, part, audit);
        ScheduleWriter.Ask(Location(), time, asked, audit);
        TokenWriter.First(
            Location(), time,
            new TokenRecord
            {
                Id = "abcdefgh",
                Name = "ann",
                Role = TokenRole.Admin,
                Hash = "abc",
                Created = at,
                CreatedBy = "local user",
            },
            audit);
        Approved.Check("sqlserver-service", _server.Sent);
    }

    [Test]
    [Category("Approved")]
    public void What_is_asked_on_the_page_is_recorded_with_what_it_does()
    {
        var (time, at) = (new StillTime(), DateTimeOffset.UnixEpoch.AddYears(50));
        _server.Answer("insert_action", 1L);
        _server.Answer("insert_request", 4L);
        var action = new ActionRecord
        {
            Environment = "default",
            Key = "k",
            Command = "cancel --run 7 --reason late",
            Who = "ann",
            Asked = at,
        };
        var audit = new AuditEntry
        {
            Environment = "default",
            At = at,
            Who = "ann",
            Action = "cancel",
            Outcome = "done",
        };

        ActionWriter.Do(Location(), time, action, new RequestToRun(new RequestRecord
        {
            Run = 7,
            Verb = RequestVerb.Cancel,
            Node = 0,
            Reason = "late",
            Who = "ann",
            Asked = at,
        }), audit);
        ActionWriter.Do(Location(), time, action, new Approve(new ApprovalRecord
        {
            Environment = "default",
            Kind = PermissionKind.Plugin,
            Hash = "abc",
            Name = "plugins/a.dll",
            Approved = at,
            ApprovedBy = "ann",
        }), audit);
        Approved.Check("sqlserver-actions", _server.Sent);
    }

    [Test]
    public void A_commit_without_an_answer_that_has_happened_is_not_done_again()
    {
        using var held = Acquire();
        using var writer = Open();
        writer.Begin(Beginning(Plans.Of("Nightly", 1)), held);
        _server.Server.OnCommit(reply =>
        {
            _server.Answer("update_run_commits", null);
            _server.Answer("select_run_commits", 1L);
            reply.Commit().Cut();
        }).Once();

        var receipt = writer.Record(Turns.Running(1));

        Assert.That(receipt.Failure, Is.Null);
        Assert.That(receipt.Attempts.Select(one => one.AttemptId), Is.EqualTo(new[] { 1 }));
        Assert.That(_server.Sent.Split('\n').Count(line => line.Contains("INSERT INTO orchestrator.attempts")),
            Is.EqualTo(1));
    }

    [Test]
    public void A_commit_that_was_cut_off_before_it_happened_is_done_again_once_the_lock_is_sure()
    {
        using var held = Acquire();
        using var writer = Open();
        writer.Begin(Beginning(Plans.Of("Nightly", 1)), held);
        _server.Server.OnCommit(reply => reply.Cut()).Once();

        var receipt = writer.Record(Turns.Running(1));

        Assert.That(receipt.Attempts.Select(one => one.AttemptId), Is.EqualTo(new[] { 2 }));
        var sent = _server.Sent.Split('\n');
        Assert.That(sent.Count(line => line.Contains("INSERT INTO orchestrator.attempts")), Is.EqualTo(2));
        Assert.That(sent.Count(line => line.Contains("APPLOCK_MODE")), Is.EqualTo(2), "at the beginning and here");
    }

    [Test]
    public void A_lock_that_another_session_has_refuses_the_run_and_one_that_is_lost_lets_none_begin()
    {
        using var held = Acquire();
        _server.Answer("server/try_lock", 0);
        _server.Answer("server/lock_is_ours", 0);

        Assert.That(
            () => new TakeOver(Location(), "Nightly", "default") { Patience = TimeSpan.Zero }.Acquire(),
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.HeldByAnotherRun));
        using var writer = Open(new LedgerPatience { Lost = TimeSpan.Zero });
        Assert.That(
            () => writer.Begin(Beginning(Plans.Of("Nightly", 1)), held),
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.LockLost));
        Assert.That(_server.Sent, Does.Not.Contain("commit transaction").IgnoreCase);
    }

    private new LedgerLocation Location() => _server.Location(Folder);

    private RunLock Acquire() => RunLock.Acquire(Location(), "Nightly", "default");

    private LedgerWriter Open(LedgerPatience? patience = null) =>
        LedgerWriter.Open(Location(), new StillTime(), patience);

    /// <summary>A clock whose timers never go off: no heartbeat comes between.</summary>
    private sealed class StillTime : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            System.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }
}
