using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Ledger.Leases;
using Orchestrator.Ledger.Tests.Leases;

namespace Orchestrator.Ledger.Tests.Servers;

/// <summary>What becomes of a run when its PostgreSQL server, or a session there, is lost.</summary>
internal sealed class ServerFaultTests : LedgerFixture
{
    private const string EndOthers =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        + "WHERE datname = current_database() AND pid <> pg_backend_pid()";

    protected override LedgerLocation MakeLocation(string folder) => Places.Empty(Place.PostgreSql, folder);

    [Test]
    public void A_session_that_was_ended_between_two_turns_is_made_anew_and_the_lock_taken_again()
    {
        using var run = Begin();
        run.Writer.Record(Turns.Running(1));
        Places.Run(Location, EndOthers);

        var receipt = run.Writer.Record(Turns.Running(2));

        Assert.That(receipt.Attempts, Is.EqualTo(new[] { new AttemptBegun(2, 1, 2) }));
        Assert.That(RunLock.IsHeld(Location, "Nightly", "default"), Is.True);
        using var reader = Read();
        Assert.That(reader.Attempts(run.Number).Select(one => one.Node), Is.EqualTo(new[] { 1, 2 }));
    }

    [TestCase("COMMIT")]
    [TestCase("INSERT INTO orchestrator.attempts")]
    public void What_got_no_answer_is_recorded_once(string behind)
    {
        using var cut = new CutConnections(Server.Cluster.Port);
        var through = Places.Of(
            Place.PostgreSql,
            Location.Server!.ConnectionString.Replace($"Port={Server.Cluster.Port}", $"Port={cut.Port}"), Folder);
        using var run = Begin(through, Plans.Of("Nightly", 3));
        run.Writer.Record(Turns.Running(1));
        cut.CutBehind(behind);

        var receipt = run.Writer.Record(Turns.Running(2));
        var next = run.Writer.Record(Turns.Running(3));

        using var reader = Read();
        var attempts = reader.Attempts(run.Number);
        Assert.That(attempts.Select(one => one.Node), Is.EqualTo(new[] { 1, 2, 3 }));
        Assert.That(receipt.Attempts.Single().AttemptId, Is.EqualTo(attempts[1].Id));
        Assert.That(next.Attempts.Single().AttemptId, Is.EqualTo(attempts[2].Id));
        Assert.That(reader.Transitions(run.Number).Select(change => change.Sequence), Is.EqualTo(new[] { 1, 2, 3 }));
    }

    [Test]
    public void The_beginning_of_a_run_that_got_no_answer_is_one_run()
    {
        using var cut = new CutConnections(Server.Cluster.Port);
        var through = Places.Of(
            Place.PostgreSql,
            Location.Server!.ConnectionString.Replace($"Port={Server.Cluster.Port}", $"Port={cut.Port}"), Folder);
        LedgerWriter.Open(through, TimeProvider.System).Dispose();
        var plan = Plans.Of("Nightly", 3);
        using var held = RunLock.Acquire(through, plan.Batch, plan.Environment);
        using var writer = LedgerWriter.Open(through, TimeProvider.System);
        cut.CutBehind("COMMIT");

        var number = writer.Begin(Beginning(plan), held);

        using var reader = Read();
        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { number }));
        Assert.That(reader.Nodes(number), Has.Count.EqualTo(4));
    }

    [Test]
    public void A_run_whose_lock_was_lost_to_another_run_writes_nothing_more()
    {
        using var run = Begin();
        run.Writer.Record(Turns.Running(1));
        Places.Run(Location, EndOthers + "; UPDATE orchestrator.leases SET host = 'elsewhere', lasts_until = 1");
        using var second = Begin(Places.Parse(Places.Text(Location)), Plans.Of("Nightly", 3));
        second.Writer.FindEndedUnexpectedly(second.Held);

        var refusal = Assert.Throws<LedgerException>(() => run.Writer.Record(Turns.Running(2)));

        Assert.That(refusal!.Code, Is.EqualTo(LedgerCodes.LockLost));
        using var reader = Read();
        Assert.That(reader.Run(run.Number)!.Verdict, Is.EqualTo(RunVerdict.EndedUnexpectedly));
        Assert.That(reader.Attempts(run.Number), Has.Count.EqualTo(1));
    }

    [Test]
    public void A_run_whose_lock_was_lost_to_another_one_before_it_began_does_not_begin()
    {
        LedgerWriter.Open(Location, TimeProvider.System).Dispose();
        var patience = new LedgerPatience { Lost = TimeSpan.FromMilliseconds(300) };
        using var held = RunLock.Acquire(Location, "Nightly", "default");
        Places.Run(Location, EndOthers);
        using var other = RunLock.Acquire(Location, "Nightly", "default");

        using var finding = LedgerWriter.Open(Location, TimeProvider.System, patience);
        using var beginning = LedgerWriter.Open(Location, TimeProvider.System, patience);

        Assert.That(
            () => finding.FindEndedUnexpectedly(held),
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.LockLost));
        Assert.That(
            () => beginning.Begin(Beginning(Plans.Of("Nightly", 3)), held),
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.LockLost)
                .And.Message.Contains("'Nightly'"));
        using var reader = Read();
        Assert.That(reader.Count, Is.Zero);
    }

    [Test]
    public void A_lock_that_was_lost_and_is_free_is_taken_again_before_the_run_begins()
    {
        LedgerWriter.Open(Location, TimeProvider.System).Dispose();
        using var held = RunLock.Acquire(Location, "Nightly", "default");
        Places.Run(Location, EndOthers);
        using var writer = LedgerWriter.Open(Location, TimeProvider.System);

        writer.Begin(Beginning(Plans.Of("Nightly", 3)), held);

        Assert.That(RunLock.IsHeld(Location, "Nightly", "default"), Is.True);
    }

    [Test]
    public void A_lock_that_is_lost_is_taken_again_with_the_next_beat_and_missed_where_another_run_has_it()
    {
        var time = new MovedTime();
        using var run = Begin();
        List<LedgerException> lost = [];
        using var keeper = new LeaseKeeper(
            Location, run.Held, LeaseTerms.Default, time.GetTimestamp(), time, () => { })
        { WhenLost = lost.Add };
        Places.Run(Location, EndOthers);
        keeper.Beat();
        var isTaken = RunLock.IsHeld(Location, "Nightly", "default");
        Places.Run(Location, EndOthers);
        using var other = Location.Platform.TryLock(Location, "Nightly", "default");

        time.Move(15);
        keeper.Beat();
        keeper.Look();

        Assert.That(isTaken, Is.True);
        Assert.That(lost.Single().Message, Does.Contain("another session has the lock"));
    }

    [Test]
    public void A_server_that_stays_away_ends_the_run_as_a_file_that_cannot_be_written_does()
    {
        var cluster = Cluster.Start();
        var there = Places.Of(Place.PostgreSql, cluster.ConnectionString(), Folder);
        using var held = RunLock.Acquire(there, "Nightly", "default");
        using var writer = LedgerWriter.Open(
            there, TimeProvider.System, new LedgerPatience { Lost = TimeSpan.FromMilliseconds(300) });
        writer.Begin(Beginning(Plans.Of("Nightly", 3)), held);
        cluster.Dispose();

        var refusal = Assert.Throws<LedgerException>(() => writer.Record(Turns.Running(1)));

        Assert.That(refusal!.Code, Is.EqualTo(LedgerCodes.WriteFailed));
        Assert.That(refusal.Message, Does.Contain("'Ledger'").And.Contain("nobody listens"));
    }
}
