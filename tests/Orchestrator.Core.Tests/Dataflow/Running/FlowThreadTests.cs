using Orchestrator.Dataflow;
using Orchestrator.Dataflow.Running;

namespace Orchestrator.Core.Tests.Dataflow.Running;

[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class FlowThreadTests
{
    private const long Now = 1_000_000_000;
    private static readonly long Late = Now + FlowThread.Patience + 1;

    private readonly FlowThread _thread = new(0);
    private readonly Worker[] _workers = Workers();

    [SetUp]
    public void Begin() => _thread.Take(Now, out _);

    [Test]
    public void What_a_worker_woke_is_left_to_its_own_thread_for_a_while()
    {
        Assert.That(_thread.PushNext(_workers[0], Now), Is.False, "it may wait too long");

        Assert.That(_thread.Steal(Now), Is.Null);
        Assert.That(_thread.Steal(Late), Is.SameAs(_workers[0]));
    }

    [Test]
    public void What_goes_on_later_is_left_to_its_own_thread_for_a_while()
    {
        _thread.Push(_workers[0], Now);

        Assert.That(_thread.Steal(Now), Is.Null);
        Assert.That(_thread.Steal(Late), Is.SameAs(_workers[0]));
    }

    [Test]
    public void What_a_long_turn_woke_is_for_any_thread_at_once()
    {
        Assert.That(_thread.PushNext(_workers[0], Late), Is.True, "it may wait too long");

        Assert.That(_thread.Steal(Late), Is.SameAs(_workers[0]));
    }

    [Test]
    public void What_comes_from_elsewhere_is_for_any_thread_at_once()
    {
        _thread.PushForAny(_workers[0]);

        Assert.That(_thread.Steal(Now), Is.SameAs(_workers[0]));
    }

    [Test]
    public void What_was_woken_last_comes_first_and_says_whether_it_has_waited()
    {
        _thread.Push(_workers[0], Now);
        _thread.PushNext(_workers[1], Now);

        Assert.That(_thread.Take(Now, out var hasWaited), Is.SameAs(_workers[1]));
        Assert.That(hasWaited, Is.False);
        Assert.That(_thread.Take(Late, out hasWaited), Is.SameAs(_workers[0]));
        Assert.That(hasWaited, Is.True);
    }

    private static Worker[] Workers()
    {
        var flow = new Flow();
        flow.Rows("rows", [1]).Trash("trash");
        return [.. flow.Workers];
    }
}
