using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>When a flush is asked for, and what waits for it.</summary>
internal sealed class HardeningTests
{
    [Test]
    public void Where_nothing_is_relaxed_a_success_is_the_end_of_it()
    {
        var night = new Night(FlushWhen.Package);

        var rig = new Rig(night.Sketch).Succeed(1, night.One, night.Two).Succeed(2, night.Later);

        Assert.That(rig.Last.OfType<HardenDatabase>(), Is.Empty);
        Assert.That((rig[night.One], rig.Machine.Verdict), Is.EqualTo((NodeState.Succeeded, RunVerdict.Succeeded)));
    }

    [Test]
    public void Flushed_by_packages_a_success_gives_back_its_slot_and_ends_when_it_is_hardened()
    {
        var night = new Night(FlushWhen.Package);
        night.Sketch.Change(night.Two, node => node with { Constraints = [new(night.One, Outcome.Success)] });

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One);
        var asked = rig.Last.OfType<HardenDatabase>().Single();
        var (reason, slots, two) = (rig.Machine.ReasonOf(night.One), rig.Machine.SlotsInUse, rig[night.Two]);
        rig.Harden(3, 0);

        Assert.That((asked.Database, asked.Attempts), Is.EqualTo((0, new[] { (night.One, 1) })));
        Assert.That(reason, Is.EqualTo(new NodeReason(WaitReason.Flush, "Staging", Rig.Seconds(1))));
        Assert.That((slots, two), Is.EqualTo((0, NodeState.Pending)));
        Assert.That((rig[night.One], rig[night.Two]), Is.EqualTo((NodeState.Hardened, NodeState.Running)));
    }

    [Test]
    public void Flushed_by_levels_a_barrier_opens_only_on_what_is_on_disk()
    {
        var night = new Night(FlushWhen.Level);

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One);
        var early = rig.Last.OfType<HardenDatabase>().ToArray();
        rig.Succeed(2, night.Two);
        var asked = rig.Last.OfType<HardenDatabase>().Single();
        var (reason, later) = (rig.Machine.ReasonOf(night.Level), rig[night.Later]);
        rig.Harden(5, 0);

        Assert.That(early, Is.Empty);
        Assert.That(asked.Attempts, Is.EqualTo(new[] { (night.One, 1), (night.Two, 1) }));
        Assert.That(reason, Is.EqualTo(new NodeReason(WaitReason.Flush, "Staging", Rig.Seconds(2))));
        Assert.That((later, rig[night.Later]), Is.EqualTo((NodeState.Pending, NodeState.Running)));
    }

    [TestCase(FlushWhen.Level)]
    [TestCase(FlushWhen.Run)]
    public void While_a_package_waits_for_what_another_run_has_loaded_nothing_stays_unhardened(FlushWhen flush)
    {
        var night = new Night(flush);

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One);
        var before = rig.Last.OfType<HardenDatabase>().ToArray();
        rig.Apply(new HeldUp(Rig.Seconds(2), night.Two, WaitReason.Claim, "t, held by run 7"));
        var asked = rig.Last.OfType<HardenDatabase>().Single();

        Assert.That(before, Is.Empty);
        Assert.That(asked.Attempts, Is.EqualTo(new[] { (night.One, 1) }));
    }

    [Test]
    public void What_succeeds_while_a_package_waits_for_another_run_is_flushed_at_once()
    {
        var night = new Night(FlushWhen.Run);
        var rig = new Rig(night.Sketch, relaxed: 0);
        rig.Apply(new HeldUp(Rig.Seconds(1), night.Two, WaitReason.Claim, "t, held by run 7"));

        rig.Succeed(2, night.One);

        Assert.That(rig.Last.OfType<HardenDatabase>().Single().Attempts, Is.EqualTo(new[] { (night.One, 1) }));
    }

    [Test]
    public void A_success_counts_at_once_for_who_waits_for_it_in_its_level()
    {
        var night = new Night(FlushWhen.Level);
        night.Sketch.Change(night.Two, node => node with { Constraints = [new(night.One, Outcome.Success)] });

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One);

        Assert.That((rig[night.One], rig[night.Two]), Is.EqualTo((NodeState.Succeeded, NodeState.Running)));
    }

    [Test]
    public void Flushed_by_the_run_all_is_hardened_by_one_flush_before_it_ends()
    {
        var night = new Night(FlushWhen.Run);

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One, night.Two).Succeed(2, night.Later);
        var (asked, reason, ended) =
            (rig.Last.OfType<HardenDatabase>().Single(), rig.Machine.ReasonOf(0), rig.Machine.Verdict);
        rig.Harden(3, 0);

        Assert.That(asked.Attempts.Select(one => one.Node), Is.EqualTo(new[] { night.One, night.Two, night.Later }));
        Assert.That((reason?.Reason, reason?.Object, ended), Is.EqualTo((WaitReason.Flush, "Staging", (object?)null)));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        Assert.That(new[] { night.One, night.Two, night.Later }.Select(node => rig[node]),
            Is.All.EqualTo(NodeState.Hardened));
    }

    [Test]
    public void Flushed_in_between_nothing_waits_longer_than_that_for_a_flush()
    {
        var night = new Night(FlushWhen.Every, Rig.Seconds(30));

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(10, night.One);
        var asked = rig.Last.OfType<WakeAt>().Single().At;
        rig.Tick(40);
        var first = rig.Last.OfType<HardenDatabase>().Single();
        rig.Succeed(41, night.Two).Harden(45, 0);
        var second = rig.Last.OfType<WakeAt>().Single().At;

        Assert.That((asked, second), Is.EqualTo((Rig.Seconds(40), Rig.Seconds(70))));
        Assert.That(first.Attempts, Is.EqualTo(new[] { (night.One, 1) }));
        Assert.That(rig[night.Later], Is.EqualTo(NodeState.Running), "a barrier does not wait for it");
    }

    [Test]
    public void Requests_for_a_flush_that_come_while_one_is_under_way_become_one()
    {
        var night = new Night(FlushWhen.Package);
        night.Sketch.Change(night.LevelBehind, node => node with { Constraints = [] });

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One).Succeed(2, night.Two).Succeed(3, night.Later);
        var meanwhile = rig.Last.OfType<HardenDatabase>().ToArray();
        rig.Harden(4, 0);

        Assert.That(meanwhile, Is.Empty);
        Assert.That(rig.Last.OfType<HardenDatabase>().Single().Attempts,
            Is.EqualTo(new[] { (night.Two, 1), (night.Later, 1) }));
    }

    [Test]
    public void Who_reads_a_relaxed_database_stands_aside_until_it_is_flushed()
    {
        var night = new Night(FlushWhen.Run);
        night.Sketch.Change(night.Later, node => node with { Relaxed = -1, ReadsRelaxed = [0] });

        var rig = new Rig(night.Sketch, slots: 1, relaxed: 0).Succeed(1, night.One).Succeed(2, night.Two);
        var (asked, reason, slots) =
            (rig.Last.OfType<HardenDatabase>().Count(), rig.Machine.ReasonOf(night.Later), rig.Machine.SlotsInUse);
        rig.Harden(5, 0).Succeed(7, night.Later);

        Assert.That((asked, slots), Is.EqualTo((1, 0)));
        Assert.That(reason, Is.EqualTo(new NodeReason(WaitReason.Flush, "Staging", Rig.Seconds(2))));
        Assert.That(rig.Last.OfType<RecordTimes>().Single().Waiting, Is.EqualTo(Rig.Seconds(3)));
    }

    [Test]
    public void Who_reads_waits_again_for_what_has_succeeded_during_the_flush()
    {
        var (sketch, writers, reader) = Reading();

        var rig = new Rig(sketch, relaxed: 0).Succeed(1, writers[0]);
        rig.Apply(new AttemptEnded(Rig.Seconds(2), reader, 1, NodeState.Failed, ErrorClass.Transient));
        var asked = rig.Last.OfType<HardenDatabase>().Count();
        rig.Succeed(3, writers[1]).Harden(4, 0);
        var (again, state) = (rig.Last.OfType<HardenDatabase>().Count(), rig[reader]);
        rig.Harden(5, 0);

        Assert.That((asked, again, state), Is.EqualTo((1, 1, NodeState.Ready)));
        Assert.That(rig.Last.OfType<StartPackage>().Single(), Is.EqualTo(new StartPackage(reader, 2)));
    }

    [Test]
    public void A_level_in_which_nothing_succeeded_asks_for_no_flush()
    {
        var night = new Night(FlushWhen.Level);

        var rig = new Rig(night.Sketch, relaxed: 0).Fail(1, night.One, night.Two);

        Assert.That(rig.Last.OfType<HardenDatabase>(), Is.Empty);
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void A_stop_that_was_asked_for_flushes_first()
    {
        var night = new Night(FlushWhen.Level);

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One).Cancel(2)
            .End(3, NodeState.Cancelled, null, night.Two);
        var (asked, ended) = (rig.Last.OfType<HardenDatabase>().Count(), rig.Machine.Verdict);
        rig.Harden(4, 0);

        Assert.That((asked, ended), Is.EqualTo((1, (object?)null)));
        Assert.That((rig[night.One], rig.Machine.Verdict), Is.EqualTo((NodeState.Hardened, RunVerdict.Cancelled)));
    }

    [TestCase(FlushWhen.Package)]
    [TestCase(FlushWhen.Level)]
    [TestCase(FlushWhen.Run)]
    public void Behind_a_hard_stop_nobody_waits_for_a_flush(FlushWhen flush)
    {
        var night = new Night(flush);

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One, night.Two);
        rig.Cancel(2, hard: true).End(2, NodeState.Abandoned, null, flush == FlushWhen.Run ? [night.Later] : []);
        var verdict = rig.Machine.Verdict;
        rig.Harden(3, 0);

        Assert.That((verdict, rig[night.One]), Is.EqualTo((RunVerdict.Cancelled, NodeState.Succeeded)));
        Assert.That(rig.Last, Is.Empty, "what comes then comes too late");
    }

    [Test]
    public void A_run_whose_time_is_up_during_its_last_flush_has_failed_but_is_hardened()
    {
        var night = new Night(FlushWhen.Run);
        night.Sketch.Timeout = Rig.Seconds(10);

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One, night.Two).Succeed(9, night.Later).Tick(10);
        var ended = rig.Machine.Verdict;
        rig.Harden(11, 0);

        Assert.That((ended, rig.Machine.Verdict), Is.EqualTo(((RunVerdict?)null, RunVerdict.Failed)));
        Assert.That(rig[night.Later], Is.EqualTo(NodeState.Hardened));
    }

    [Test]
    public void A_flush_that_nobody_asked_for_or_that_was_for_others_is_a_bug()
    {
        var night = new Night(FlushWhen.Package);
        var rig = new Rig(night.Sketch, relaxed: 0);

        Assert.That(() => rig.Harden(1, 0), Throws.InvalidOperationException);
        rig.Succeed(2, night.One);
        Assert.That(() => rig.Harden(3, 0, night.Two), Throws.InvalidOperationException);
    }

    /// <summary>Two that write, and beside them one that reads what they write and is tried again at once.</summary>
    private static (PlanSketch Sketch, int[] Writers, int Reader) Reading()
    {
        var sketch = new PlanSketch();
        sketch.Relax("Staging", FlushWhen.Run);
        sketch.Project("P");
        sketch.Level(10);
        sketch.Container("C");
        int[] writers = [sketch.Package("one"), sketch.Package("two")];
        foreach (var writer in writers)
        {
            sketch.Change(writer, node => node with { Relaxed = 0 });
        }

        var reader = sketch.Package("reader");
        sketch.Change(reader, node => node with
        {
            ReadsRelaxed = [0],
            Retry = new RetryPolicy(1, TimeSpan.Zero, false, [ErrorClass.Transient]),
        });
        return (sketch, writers, reader);
    }
}
