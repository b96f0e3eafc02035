using Orchestrator.Core.Leases;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger.Tests.Leases;

internal sealed class LeaseKeeperTests(Place place) : ConformanceFixture(place)
{
    private readonly List<LedgerException> lost = [];
    private MovedTime time = null!;
    private RunUnderTest run = null!;
    private LeaseKeeper keeper = null!;
    private int ended;

    [SetUp]
    public void BeginARun()
    {
        lost.Clear();
        ended = 0;
        time = new MovedTime();
        run = Begin();
        keeper = new LeaseKeeper(
            Location, run.Held, LeaseTerms.Default, time.GetTimestamp(), time, () => ended++)
        { WhenLost = lost.Add };
    }

    [TearDown]
    public void End()
    {
        keeper?.Dispose();
        run?.Dispose();
    }

    [Test]
    public void A_lease_that_is_renewed_lasts_and_nobody_is_told_anything()
    {
        var before = Lease()!;
        for (var beat = 0; beat < 20; beat++)
        {
            time.Move(5);
            keeper.Beat();
            keeper.Look();
        }

        Assert.That((lost.Count, ended), Is.EqualTo((0, 0)));
        Assert.That(Lease()!.LastsUntil, Is.GreaterThan(before.LastsUntil));
        Assert.That(Lease()!.LastsUntil - Lease()!.RenewedAt, Is.EqualTo(LeaseTerms.Default.Duration));
    }

    [Test]
    public void Who_cannot_renew_stops_its_packages_once_and_ends_its_process_before_the_lease_is_over()
    {
        time.Move(14.9);
        keeper.Look();
        Assert.That(lost, Is.Empty);
        Assert.That(keeper.IsHeld, Is.True);

        time.Move(0.1);
        keeper.Look();
        keeper.Look();
        Assert.That(lost.Select(one => one.Code), Is.EqualTo(new[] { LedgerCodes.LeaseNotRenewed }));
        Assert.That((ended, keeper.IsHeld), Is.EqualTo((0, true)), "what is under way may still be committed");

        time.Move(10);
        keeper.Look();
        Assert.That((ended, keeper.IsHeld), Is.EqualTo((1, false)));
    }

    [Test]
    public void A_process_that_stood_still_beyond_its_lease_ends_at_its_first_look_and_renews_no_more()
    {
        var before = Lease()!;
        time.Move(3600);
        Assert.That(keeper.IsHeld, Is.False, "before anybody has looked");

        keeper.Beat();
        keeper.Look();

        Assert.That(keeper.IsHeld, Is.False);
        Assert.That(ended, Is.EqualTo(1));
        Assert.That(Lease()!.LastsUntil, Is.EqualTo(before.LastsUntil));
    }

    [Test]
    public void It_ends_also_before_it_writes_anything_to_the_ledger()
    {
        run.Writer.BeforeCommit = keeper.Look;
        time.Move(3600);

        run.Writer.Record(Turns.Running(1));

        Assert.That(ended, Is.GreaterThanOrEqualTo(1));
    }

    [Test]
    public void A_heartbeat_beside_a_loop_that_is_stuck_renews_nothing()
    {
        var wakes = 0;
        keeper.Wake = () => wakes++;
        keeper.SinceTurn = () => TimeSpan.FromSeconds(11);
        var before = Lease()!;

        time.Move(5);
        keeper.Beat();
        time.Move(10);
        keeper.Look();

        Assert.That(Lease()!.LastsUntil, Is.EqualTo(before.LastsUntil));
        Assert.That(lost.Single().Message, Does.Contain("its own loop is stuck").And.Contain("'Nightly'"));
        Assert.That(wakes, Is.EqualTo(1));
    }

    [Test]
    public void A_run_whose_lease_another_one_has_taken_is_told_at_once_and_writes_nothing_more()
    {
        ChangeLease(Over);
        using var other = LedgerWriter.Open(Another(), TimeProvider.System);
        other.Claim(new HeldByNobody());

        keeper.Beat();

        Assert.That(lost.Single().Code, Is.EqualTo(LedgerCodes.LockLost));
        Assert.That(keeper.IsHeld, Is.False, "although its own clock would let it go on");
        Action[] writes =
        [
            () => run.Writer.Record(Turns.Running(1)),
            () => FileWriter.Moved(
                Location, TimeProvider.System, new LeaseFence(run.Held.Batch, run.Held.Environment), []),
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
        run.Dispose();
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
        run.Dispose();
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
    public void Who_listens_late_is_told_all_the_same()
    {
        keeper.WhenLost = null;
        time.Move(15);
        keeper.Look();

        keeper.WhenLost = lost.Add;

        Assert.That(lost, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_lease_is_there_from_the_claim_to_the_end_of_the_writer()
    {
        Assert.That(Lease()!.Run, Is.EqualTo(run.Number));
        keeper.Dispose();
        run.Dispose();
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
