using Orchestrator.Core.Leases;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger.Tests.Leases;

internal sealed class LeaseKeeperTests(Place place) : ConformanceFixture(place)
{
    private readonly List<LedgerException> _lost = [];
    private MovedTime _time = null!;
    private RunUnderTest _run = null!;
    private LeaseKeeper _keeper = null!;
    private int _ended;

    [SetUp]
    public void BeginARun()
    {
        _lost.Clear();
        _ended = 0;
        _time = new MovedTime();
        _run = Begin();
        _keeper = new LeaseKeeper(
            Location, _run.Held, LeaseTerms.Default, _time.GetTimestamp(), _time, () => _ended++)
        { WhenLost = _lost.Add };
    }

    [TearDown]
    public void End()
    {
        _keeper?.Dispose();
        _run?.Dispose();
    }

    [Test]
    public void A_lease_that_is_renewed_lasts_and_nobody_is_told_anything()
    {
        var before = Lease()!;
        for (var beat = 0; beat < 20; beat++)
        {
            _time.Move(5);
            _keeper.Beat();
            _keeper.Look();
        }

        Assert.That((_lost.Count, _ended), Is.EqualTo((0, 0)));
        Assert.That(Lease()!.LastsUntil, Is.GreaterThan(before.LastsUntil));
        Assert.That(Lease()!.LastsUntil - Lease()!.RenewedAt, Is.EqualTo(LeaseTerms.Default.Duration));
    }

    [Test]
    public void Who_cannot_renew_stops_its_packages_once_and_ends_its_process_before_the_lease_is_over()
    {
        _time.Move(14.9);
        _keeper.Look();
        Assert.That(_lost, Is.Empty);
        Assert.That(_keeper.IsHeld, Is.True);

        _time.Move(0.1);
        _keeper.Look();
        _keeper.Look();
        Assert.That(_lost.Select(one => one.Code), Is.EqualTo(new[] { LedgerCodes.LeaseNotRenewed }));
        Assert.That((_ended, _keeper.IsHeld), Is.EqualTo((0, true)), "what is under way may still be committed");

        _time.Move(10);
        _keeper.Look();
        Assert.That((_ended, _keeper.IsHeld), Is.EqualTo((1, false)));
    }

    [Test]
    public void A_process_that_stood_still_beyond_its_lease_ends_at_its_first_look_and_renews_no_more()
    {
        var before = Lease()!;
        _time.Move(3600);
        Assert.That(_keeper.IsHeld, Is.False, "before anybody has looked");

        _keeper.Beat();
        _keeper.Look();

        Assert.That(_keeper.IsHeld, Is.False);
        Assert.That(_ended, Is.EqualTo(1));
        Assert.That(Lease()!.LastsUntil, Is.EqualTo(before.LastsUntil));
    }

    [Test]
    public void It_ends_also_before_it_writes_anything_to_the_ledger()
    {
        _run.Writer.BeforeCommit = _keeper.Look;
        _time.Move(3600);

        _run.Writer.Record(Turns.Running(1));

        Assert.That(_ended, Is.GreaterThanOrEqualTo(1));
    }

    [Test]
    public void A_heartbeat_beside_a_loop_that_is_stuck_renews_nothing()
    {
        var wakes = 0;
        _keeper.Wake = () => wakes++;
        _keeper.SinceTurn = () => TimeSpan.FromSeconds(11);
        var before = Lease()!;

        _time.Move(5);
        _keeper.Beat();
        _time.Move(10);
        _keeper.Look();

        Assert.That(Lease()!.LastsUntil, Is.EqualTo(before.LastsUntil));
        Assert.That(_lost.Single().Message, Does.Contain("its own loop is stuck").And.Contain("'Nightly'"));
        Assert.That(wakes, Is.EqualTo(1));
    }

    [Test]
    public void Whoever_stood_still_says_that_of_himself_and_blames_nobody()
    {
        _time.Move(16);
        _keeper.Look();

        Assert.That(_lost.Single().Message, Does.Contain("16 s: this process itself stood still for 16 s (")
            .And.Not.Contain("another process"));
    }

    [Test]
    public void Whoever_stood_still_while_he_renewed_blames_nobody_either()
    {
        _keeper.Wake = () =>
        {
            _time.Move(16);
            throw new OperationCanceledException("its patience was over when it came back");
        };

        _keeper.Beat();
        _keeper.Look();

        Assert.That(_lost.Single().Message, Does.Contain("16 s: this process itself stood still for 16 s (")
            .And.Not.Contain("another process"));
    }

    [Test]
    public void A_renewal_that_was_asked_for_before_he_stood_still_does_not_make_it_forgotten()
    {
        _keeper.Wake = () =>
        {
            _time.Move(9);
            _keeper.Look();
        };
        _keeper.Beat();

        _time.Move(4);
        _keeper.Look();
        _time.Move(4);
        _keeper.Look();

        Assert.That(_lost.Single().Message, Does.Contain("17 s: this process itself stood still for 9 s ("));
    }

    [Test]
    public void A_wait_for_the_ledger_is_told_to_end_with_the_process_where_that_comes_first()
    {
        _time.Move(5);
        var (since, left) = (new DateTimeOffset(2026, 1, 1, 2, 0, 0, TimeSpan.Zero), _keeper.LeftToEnd);
        var hold = new LedgerHold(since, since + TimeSpan.FromSeconds(30));

        Assert.That(left, Is.EqualTo(TimeSpan.FromSeconds(20)));
        Assert.That(hold.Says("l.db"), Does.EndWith("; the wait is given up at 2026-01-01 02:00:30Z"));
        Assert.That(hold.EndedBy(left, since).Says("l.db"),
            Does.Contain("since 2026-01-01 02:00:00Z; the process ends itself at 2026-01-01 02:00:20Z"));
        Assert.That(hold.EndedBy(left, since + TimeSpan.FromSeconds(10)), Is.EqualTo(hold), "the wait is over before");
        _keeper.Dispose();
        Assert.That(_keeper.LeftToEnd, Is.Null);
        Assert.That(hold.EndedBy(null, since), Is.EqualTo(hold));
    }

    [Test]
    public void Whoever_looks_all_the_time_did_not_stand_still()
    {
        for (var look = 0; look < 30; look++)
        {
            _time.Move(0.5);
            _keeper.Look();
        }

        Assert.That(_lost.Single().Message, Does.Contain("for 15 s. The run stops").And.Not.Contain("stood still"));
    }

    [Test]
    public void Nor_did_whoever_waited_long_for_his_claim()
    {
        var asked = _time.GetTimestamp();
        _time.Move(16);
        using var keeper = new LeaseKeeper(Location, _run.Held, LeaseTerms.Default, asked, _time, () => { })
        {
            WhenLost = _lost.Add,
        };

        keeper.Look();

        Assert.That(_lost.Single().Message, Does.Contain("for 16 s. The run stops").And.Not.Contain("stood still"));
    }

    [Test]
    public void A_run_whose_lease_another_one_has_taken_is_told_at_once_and_writes_nothing_more()
    {
        ChangeLease(Over);
        using var other = LedgerWriter.Open(Another(), TimeProvider.System);
        other.Claim(new HeldByNobody());

        _keeper.Beat();

        Assert.That(_lost.Single().Code, Is.EqualTo(LedgerCodes.LockLost));
        Assert.That(_keeper.IsHeld, Is.False, "although its own clock would let it go on");
        Action[] writes =
        [
            () => _run.Writer.Record(Turns.Running(1)),
            () => FileWriter.Moved(
                Location, TimeProvider.System, new LeaseFence(_run.Held.Batch, _run.Held.Environment), []),
        ];
        Assert.Multiple(() => Array.ForEach(writes, write => Assert.That(
            write, Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.LockLost))));
    }

    [Test]
    public void The_lease_of_a_run_that_lives_is_not_claimed_by_whoever_had_the_lock_for_a_moment()
    {
        using var other = LedgerWriter.Open(Another(), TimeProvider.System);

        // The lock of a file is no session's: whoever has it is alone.
        Assert.That(
            () => other.Claim(new HeldByNobody()),
            Place == Place.Sqlite ? Throws.Nothing
                : Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.LockLost));
    }

    [Test]
    public void A_lease_of_a_run_that_has_no_number_yet_is_one()
    {
        _run.Dispose();
        using var held = RunLock.Acquire(Location, "Nightly", "default");
        using var writer = LedgerWriter.Open(Location, TimeProvider.System);
        writer.Claim(held);

        Assert.That(
            () => FileWriter.Moved(
                Location, TimeProvider.System, new LeaseFence(held.Batch, held.Environment), []),
            Throws.Nothing);
        Assert.That(() => writer.FindEndedUnexpectedly(held), Throws.Nothing);
    }

    [Test]
    public void Whoever_lost_the_lease_before_his_run_has_begun_ends_nobody_and_begins_nothing()
    {
        _run.Dispose();
        using var writer = LedgerWriter.Open(Location, TimeProvider.System);
        using var second = LedgerWriter.Open(Location, TimeProvider.System);
        writer.Claim(new HeldByNobody());
        second.Claim(new HeldByNobody());
        ChangeLease(Over);
        using var other = LedgerWriter.Open(Another(), TimeProvider.System);
        other.Claim(new HeldByNobody());

        Assert.That(
            () => writer.FindEndedUnexpectedly(new HeldByNobody()),
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.LockLost));
        Assert.That(
            () => second.Begin(Beginning(Plans.Of("Nightly", 1)), new HeldByNobody()),
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.LockLost));
    }

    [Test]
    public void A_ledger_that_is_deleted_before_the_first_heartbeat_is_not_made_anew_and_nobody_has_taken_over()
    {
        if (Place != Place.Sqlite)
        {
            Assert.Ignore("a file is what people delete");
        }

        File.Delete(Location.File);
        _keeper.Beat();
        Assert.That((_lost.Count, _keeper.IsHeld), Is.EqualTo((0, true)), "its lease lasts as long as it did");

        _time.Move(15);
        _keeper.Look();

        Assert.That(_lost.Single().Code, Is.EqualTo(LedgerCodes.LeaseNotRenewed));
        Assert.That(_lost.Single().Message, Does.Contain("was deleted while the run was at work")
            .And.Not.Contain("taken it over"));
        Assert.That(File.Exists(Location.File), Is.False);
    }

    [Test]
    public void Who_listens_late_is_told_all_the_same()
    {
        _keeper.WhenLost = null;
        _time.Move(15);
        _keeper.Look();

        _keeper.WhenLost = _lost.Add;

        Assert.That(_lost, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_lease_is_there_from_the_claim_to_the_end_of_the_writer()
    {
        Assert.That(Lease()!.Run, Is.EqualTo(_run.Number));
        _keeper.Dispose();
        _run.Dispose();
        Assert.That(Lease(), Is.Null);

        using var held = RunLock.Acquire(Location, "Nightly", "default");
        using (var writer = LedgerWriter.Open(Location, TimeProvider.System))
        {
            writer.Claim(held);
            Assert.That(Lease()!.Run, Is.Zero);
            Assert.That(Lease()!.Found, Is.EqualTo(new LeaseFound(IsOver: false, HolderProcess.Own)));
        }

        Assert.That(Lease(), Is.Null);
    }

    private LeaseRecord? Lease()
    {
        using var database = Location.OpenForReading(TimeProvider.System)!;
        using var statements = new StatementCache(database);
        return LeaseStatements.Read(database, statements, "Nightly", "default");
    }

    /// <summary>The same ledger, as another process knows it.</summary>
    private LedgerLocation Another() => Places.Parse(Places.Text(Location));

    /// <summary>What a run believes to hold that has lost it.</summary>
    private sealed class HeldByNobody() : RunLock("Nightly", "default")
    {
        public override void Dispose()
        {
        }
    }
}
