using Orchestrator.Dataflow;
using Orchestrator.Dataflow.Running;

namespace Orchestrator.Core.Tests.Dataflow.Running;

[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class FlowThreadTests
{
    private const long Now = 1_000_000_000;
    private static readonly long Late = Now + FlowThread.Patience + 1;

    private readonly FlowThread thread = new(0);
    private readonly Worker[] workers = Workers();

    [SetUp]
    public void Begin() => thread.Take(Now, out _);

    [Test]
    public void What_a_worker_woke_is_left_to_its_own_thread_for_a_while()
    {
        Assert.That(thread.PushNext(workers[0], Now), Is.False, "it may wait too long");

        Assert.That(thread.Steal(Now), Is.Null);
        Assert.That(thread.Steal(Late), Is.SameAs(workers[0]));
    }

    [Test]
    public void What_goes_on_later_is_left_to_its_own_thread_for_a_while()
    {
        thread.Push(workers[0], Now);

        Assert.That(thread.Steal(Now), Is.Null);
        Assert.That(thread.Steal(Late), Is.SameAs(workers[0]));
    }

    [Test]
    public void What_a_long_turn_woke_is_for_any_thread_at_once()
    {
        Assert.That(thread.PushNext(workers[0], Late), Is.True, "it may wait too long");

        Assert.That(thread.Steal(Late), Is.SameAs(workers[0]));
    }

    [Test]
    public void What_comes_from_elsewhere_is_for_any_thread_at_once()
    {
        thread.PushForAny(workers[0]);

        Assert.That(thread.Steal(Now), Is.SameAs(workers[0]));
    }

    [Test]
    public void What_was_woken_last_comes_first_and_says_whether_it_has_waited()
    {
        thread.Push(workers[0], Now);
        thread.PushNext(workers[1], Now);

        Assert.That(thread.Take(Now, out var hasWaited), Is.SameAs(workers[1]));
        Assert.That(hasWaited, Is.False);
        Assert.That(thread.Take(Late, out hasWaited), Is.SameAs(workers[0]));
        Assert.That(hasWaited, Is.True);
    }

    private static Worker[] Workers()
    {
        var flow = new Flow();
        flow.Rows("rows", [1]).Trash("trash");
        return [.. flow.Workers];
    }
}
