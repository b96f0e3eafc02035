using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

internal sealed class OrderTests
{
    private PlanSketch _sketch = new();

    [SetUp]
    public void Begin()
    {
        _sketch = new PlanSketch();
        _sketch.Project("P");
        _sketch.Level(10);
        _sketch.Container("C");
    }

    [Test]
    public void The_longest_expected_starts_first_and_own_threads_before_it()
    {
        var (brief, lengthy, own) = (_sketch.Package("brief"), _sketch.Package("lengthy"), _sketch.Package("own"));
        _sketch.Change(own, node => node with { OwnThread = true });

        var started = StartsOf(Known(("brief", 1), ("lengthy", 9), ("own", 2)));

        Assert.That(started, Is.EqualTo(new[] { own, lengthy, brief }));
    }

    [Test]
    public void A_package_never_measured_starts_among_the_longest()
    {
        var (brief, lengthy, unknown) = (_sketch.Package("brief"), _sketch.Package("lengthy"), _sketch.Package("new"));

        var started = StartsOf(Known(("brief", 1), ("lengthy", 9)));

        Assert.That(started, Is.EqualTo(new[] { lengthy, unknown, brief }));
    }

    [Test]
    public void Without_history_and_with_order_declared_the_declared_order_holds()
    {
        var (one, two) = (_sketch.Package("one"), _sketch.Package("two"));
        _sketch.Container("D", order: StartOrder.Declared);
        var (three, four) = (_sketch.Package("three"), _sketch.Package("four"));

        Assert.That(StartsOf(ExpectedDurations.None), Is.EqualTo(new[] { one, two, three, four }));
        Assert.That(StartsOf(Known(("one", 1), ("two", 1), ("three", 2), ("four", 3))),
            Is.EqualTo(new[] { three, four, one, two }), "the long one behind draws its container forward");
    }

    [Test]
    public void With_dependencies_the_longest_remaining_path_starts_first()
    {
        var (alone, first) = (_sketch.Package("alone"), _sketch.Package("first"));
        var second = _sketch.Package("second", new PrecedenceConstraint(first, Outcome.Success));

        var started = StartsOf(Known(("alone", 5), ("first", 2), ("second", 4)));

        Assert.That(started, Is.EqualTo(new[] { first, alone, second }));
    }

    [Test]
    public void A_package_at_a_full_cap_stops_no_other()
    {
        var cap = _sketch.Cap("connection Staging", 1);
        var (one, two, free) = (_sketch.Package("one"), _sketch.Package("two"), _sketch.Package("free"));
        _sketch.Change(one, node => node with { Caps = [cap] });
        _sketch.Change(two, node => node with { Caps = [cap] });

        var rig = new Rig(_sketch, slots: 2);
        var reason = rig.Machine.ReasonOf(two);
        rig.Succeed(1, one);

        Assert.That(rig.Started, Is.EqualTo(new[] { one, free, two }));
        Assert.That(reason, Is.EqualTo(new NodeReason(WaitReason.Cap, "connection Staging", TimeSpan.Zero)));
    }

    private static ExpectedDurations Known(params (string Name, double Seconds)[] known) =>
        ExpectedDurations.FromSuccesses(known.Select(one => ($"P/{one.Name}", Rig.Seconds(one.Seconds))));

    /// <summary>The order of starts with one slot.</summary>
    private List<int> StartsOf(ExpectedDurations expected)
    {
        var rig = new Rig(_sketch, slots: 1, expected: expected);
        for (var at = 1; rig.Machine.Verdict is null; at++)
        {
            rig.Succeed(at, rig.Started[^1]);
        }

        return rig.Started;
    }
}
