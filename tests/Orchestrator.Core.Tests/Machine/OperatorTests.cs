using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class OperatorTests
{
    private readonly PlanSketch _sketch = new();
    private readonly int _container;
    private readonly int _one;
    private readonly int _two;
    private readonly int _reader;
    private readonly int _other;

    public OperatorTests()
    {
        _sketch.Project("P");
        _sketch.Level(10);
        _container = _sketch.Container("C");
        (_one, _two) = (_sketch.Package("one"), _sketch.Package("two"));
        _sketch.Level(20);
        _sketch.Container("D");
        (_reader, _other) = (_sketch.Package("reader"), _sketch.Package("other"));
        _sketch.Change(_reader, node => node with { Reads = [_one] });
    }

    [Test]
    public void What_is_held_does_not_start_and_says_by_whom_until_it_is_released()
    {
        var rig = new Rig(_sketch, slots: 1).Apply(Hold(1, _two)).Succeed(2, _one);
        var reason = rig.Machine.ReasonOf(_two);
        rig.Apply(new ReleaseRequested(Rig.Seconds(5), 2, _two, "bob", ""));
        int[] started = [.. rig.Started];
        rig.Succeed(5, _two);

        Assert.That(reason, Is.EqualTo(new NodeReason(WaitReason.Held, "ann", Rig.Seconds(1))));
        Assert.That(started, Is.EqualTo(new[] { _one, _two }));
        Assert.That(
            rig.Times.Single(times => times.Node == _two).ByReason,
            Is.EqualTo(new Dictionary<WaitReason, TimeSpan>
            {
                [WaitReason.Gate] = Rig.Seconds(1),
                [WaitReason.Held] = Rig.Seconds(4),
            }));
    }

    [Test]
    public void Transitions_name_who_asked_and_why_and_what_follows_names_nobody()
    {
        var rig = new Rig(_sketch, slots: 1).Apply(Hold(1, _two));
        var held = rig.Last.OfType<RecordTransition>().Single();
        rig.Apply(new SkipRequested(Rig.Seconds(2), 2, _container, "bob", "no file"));
        rig.Succeed(3, _one);

        Assert.That((held.To, held.Who, held.Why), Is.EqualTo((NodeState.Held, "ann", "held by ann: rebuild")));
        Assert.That(rig.Last.OfType<RecordTransition>().Select(one => one.Who), Has.All.Empty);
    }

    [Test]
    public void A_hold_of_a_group_holds_what_is_to_come_and_leaves_what_is_at_work()
    {
        var rig = new Rig(_sketch, slots: 1).Apply(Hold(1, 0));
        var answer = Answer(rig);
        rig.Succeed(2, _one);
        rig.Apply(new ReleaseRequested(Rig.Seconds(3), 2, _two, "ann", "")).Succeed(4, _two);

        Assert.That(answer, Does.Contain("3 packages of the run are held").And.Contain("1 at work is not touched"));
        Assert.That(rig[_reader], Is.EqualTo(NodeState.Held), "it was pending when the run was held");
        Assert.That(rig.Started, Is.EqualTo(new[] { _one, _two }));
        Assert.That(rig.Machine.ReasonOf(0), Is.EqualTo(
            new NodeReason(WaitReason.Held, "ann", Rig.Seconds(4))), "nothing else is left of the run");
        Assert.That(rig.Machine.Verdict, Is.Null);
    }

    [Test]
    public void A_pending_package_that_is_held_says_so_at_once_and_is_Held_when_it_could_start()
    {
        var rig = new Rig(_sketch).Apply(Hold(1, _reader));
        var reason = rig.Machine.ReasonOf(_reader);
        rig.Succeed(2, _one, _two);

        Assert.That(reason, Is.EqualTo(new NodeReason(WaitReason.Held, "ann", Rig.Seconds(1))));
        Assert.That((rig[_reader], rig[_other]), Is.EqualTo((NodeState.Held, NodeState.Running)));
    }

    [Test]
    public void A_further_attempt_of_what_was_held_at_work_is_held_and_keeps_the_rest_of_its_back_off()
    {
        _sketch.Change(_one, node => node with
        {
            Retry = new RetryPolicy(1, Rig.Seconds(60), false, [ErrorClass.Transient]),
        });
        var rig = new Rig(_sketch).Apply(Hold(1, _one));
        var answer = Answer(rig);
        rig.FailTransient(2, _one);
        var held = rig[_one];
        rig.Apply(new ReleaseRequested(Rig.Seconds(10), 2, _one, "ann", ""));
        var reason = rig.Machine.ReasonOf(_one);
        rig.Tick(62);

        Assert.That(answer, Does.Contain("at work and is not touched"));
        Assert.That(held, Is.EqualTo(NodeState.Held));
        Assert.That(reason, Is.EqualTo(new NodeReason(WaitReason.RetryAt, "00:01:02", Rig.Seconds(10))));
        Assert.That(rig.Machine.AttemptOf(_one), Is.EqualTo(2));
    }

    [Test]
    public void A_skip_opens_the_barrier_and_blocks_only_what_reads_it()
    {
        var rig = new Rig(_sketch, slots: 1).Apply(Skip(1, _two)).Succeed(2, _one);
        rig.Succeed(3, _reader).Succeed(4, _other);

        Assert.That(rig[_two], Is.EqualTo(NodeState.SkippedByOperator));
        Assert.That((rig[_reader], rig[_other]), Is.EqualTo((NodeState.Succeeded, NodeState.Succeeded)));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.SucceededWithWarnings));
    }

    [Test]
    public void What_reads_a_skipped_package_is_blocked_and_the_answer_counts_it()
    {
        var rig = Waiting().Apply(Skip(3, _one));
        var answer = Answer(rig);
        rig.Succeed(4, _other);

        Assert.That(answer, Is.EqualTo("P/one is skipped: 1 package released, 1 blocked"));
        Assert.That((rig[_reader], rig[_other]), Is.EqualTo((NodeState.Blocked, NodeState.Succeeded)));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed), "something was blocked");
    }

    [Test]
    public void A_skip_as_success_blocks_nothing()
    {
        var rig = Waiting().Apply(Skip(3, _one) with { AsSuccess = true });
        var answer = Answer(rig);
        rig.Succeed(4, _reader, _other);

        Assert.That(answer, Is.EqualTo("P/one is skipped and counts as a success: 2 packages released, 0 blocked"));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.SucceededWithWarnings));
    }

    [Test]
    public void What_is_blocked_by_a_skip_keeps_no_further_barrier_closed()
    {
        _sketch.Level(30);
        _sketch.Container("E");
        var last = _sketch.Package("last");
        var rig = Waiting().Apply(Skip(3, _one)).Succeed(4, _other).Succeed(5, last);

        Assert.That(rig[_reader], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[last], Is.EqualTo(NodeState.Succeeded));
    }

    [Test]
    public void A_failure_beside_a_skip_keeps_the_barrier_closed()
    {
        var rig = new Rig(_sketch, slots: 1).Apply(Skip(1, _two)).Fail(2, _one);

        Assert.That((rig[_reader], rig[_other]), Is.EqualTo((NodeState.Blocked, NodeState.Blocked)));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void What_is_at_work_is_not_skipped()
    {
        var rig = new Rig(_sketch).Apply(Skip(1, _one));

        Assert.That(rig.Last.OfType<RecordAnswer>().Single().IsDone, Is.False);
        Assert.That(Answer(rig), Does.Contain("is at work"));
        Assert.That(rig[_one], Is.EqualTo(NodeState.Running));
    }

    [Test]
    public void A_package_that_is_cancelled_at_work_is_asked_to_stop_and_not_tried_again()
    {
        _sketch.Change(_one, node => node with
        {
            Retry = new RetryPolicy(3, Rig.Seconds(1), false, [ErrorClass.Transient]),
        });
        var rig = new Rig(_sketch, slots: 1).Apply(Cancel(1, _one));
        var asked = rig.Last.OfType<CancelPackage>().Single();
        rig.FailTransient(2, _one);

        Assert.That((asked.Node, asked.Why), Is.EqualTo((_one, "cancelled by ann: too long")));
        Assert.That(rig[_one], Is.EqualTo(NodeState.Failed));
        Assert.That(rig[_two], Is.EqualTo(NodeState.Running), "its slot is free again");
    }

    [Test]
    public void A_package_that_stops_when_it_is_cancelled_ends_so_and_what_is_behind_it_is_blocked()
    {
        var rig = new Rig(_sketch).Apply(Cancel(1, _one)).End(2, NodeState.Cancelled, null, _one).Succeed(3, _two);

        Assert.That((rig[_one], rig[_reader]), Is.EqualTo((NodeState.Cancelled, NodeState.Blocked)));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void A_package_that_has_not_started_ends_at_once_when_it_is_cancelled()
    {
        var rig = new Rig(_sketch, slots: 1).Apply(Cancel(1, _two));

        Assert.That(rig[_two], Is.EqualTo(NodeState.Cancelled));
        Assert.That(Answer(rig), Is.EqualTo("P/two is cancelled before it began"));
        Assert.That(rig.Machine.Verdict, Is.Null, "the run goes on");
    }

    [Test]
    public void A_run_that_is_cancelled_by_a_request_stops_as_by_a_signal()
    {
        var rig = new Rig(_sketch, slots: 1).Apply(Cancel(1, 0));
        var answer = Answer(rig);
        rig.Apply(Cancel(2, 0));
        var again = Answer(rig);
        rig.End(3, NodeState.Cancelled, null, _one);

        Assert.That(answer, Is.EqualTo("the run stops: 1 package at work is asked to stop"));
        Assert.That(again, Does.Contain("stopping already"));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Cancelled));
    }

    [Test]
    public void What_is_prioritised_starts_before_all_others_under_the_same_caps()
    {
        var cap = _sketch.Cap("connection X", 1);
        var more = Enumerable.Range(0, 4).Select(i => _sketch.Package($"more{i}")).ToArray();
        foreach (var package in new[] { more[2], more[3] })
        {
            _sketch.Change(package, node => node with { Caps = [cap] });
        }

        var rig = new Rig(_sketch, slots: 1, selected: more.ToHashSet());
        rig.Apply(new PrioritiseRequested(Rig.Seconds(1), 1, more[3], "ann", ""));
        rig.Apply(new PrioritiseRequested(Rig.Seconds(1), 2, more[2], "ann", ""));
        foreach (var at in Enumerable.Range(2, 4))
        {
            rig.Succeed(at, rig.Started[^1]);
        }

        Assert.That(rig.Started, Is.EqualTo(new[] { more[0], more[2], more[3], more[1] }));
    }

    [Test]
    public void What_has_ended_is_not_changed_and_the_answer_says_how_it_ended()
    {
        var rig = new Rig(_sketch).Succeed(1, _one);
        OperatorRequest[] requests =
        [
            Hold(2, _one), Skip(2, _one), Cancel(2, _one),
            new PrioritiseRequested(Rig.Seconds(2), 1, _one, "ann", ""),
        ];

        foreach (var request in requests)
        {
            rig.Apply(request);

            Assert.That(rig.Last.OfType<RecordAnswer>().Single(), Has.Property("IsDone").False
                .And.Property("Text").EqualTo("P/one has ended already: Succeeded"), request.ToString());
            Assert.That(rig.Last.OfType<RecordTransition>(), Is.Empty);
        }
    }

    [Test]
    public void A_hold_of_what_is_all_at_work_says_that_nothing_is_held()
    {
        var rig = new Rig(_sketch).Succeed(1, _one, _two).Apply(Hold(2, 0));

        Assert.That(Answer(rig), Is.EqualTo("nothing of the run is held: 2 packages that have not ended are at work "
            + "and not touched, only further attempts are held"));
    }

    [Test]
    public void A_run_that_has_ended_answers_so()
    {
        var rig = new Rig(_sketch).Succeed(1, _one, _two).Succeed(2, _reader, _other).Apply(Hold(3, 0));

        Assert.That(rig.Last.Cast<RecordAnswer>().Single(), Has.Property("IsDone").False
            .And.Property("Text").Contains("has ended"));
    }

    /// <summary>Two has succeeded; one has failed and waits for its next attempt.</summary>
    private Rig Waiting()
    {
        _sketch.Change(_one, node => node with
        {
            Retry = new RetryPolicy(1, Rig.Seconds(60), false, [ErrorClass.Transient]),
        });
        return new Rig(_sketch).FailTransient(1, _one).Succeed(2, _two);
    }

    private static string Answer(Rig rig) => rig.Last.OfType<RecordAnswer>().Single().Text;

    private static HoldRequested Hold(double at, int node) => new(Rig.Seconds(at), 1, node, "ann", "rebuild");

    private static SkipRequested Skip(double at, int node) => new(Rig.Seconds(at), 1, node, "ann", "no file");

    private static CancelNodeRequested Cancel(double at, int node) => new(Rig.Seconds(at), 1, node, "ann", "too long");
}
