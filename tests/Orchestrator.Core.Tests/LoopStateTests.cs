namespace Orchestrator.Core.Tests;

/// <summary>Loops with their turns, as they are counted and listed.</summary>
internal sealed class LoopStateTests
{
    [Test]
    public void Turns_stand_below_their_loop_the_worst_first()
    {
        var loop = LoopState.Of(
        [
            (0, -1, NodeKind.Batch, "Nightly", NodeState.Running),
            (1, 0, NodeKind.Container, "S/Per", NodeState.Running),
            (2, 1, NodeKind.Container, "S/Per[A]", NodeState.Succeeded),
            (3, 2, NodeKind.Package, "S/x[A]", NodeState.Succeeded),
            (4, 1, NodeKind.Container, "S/Per[B]", NodeState.Pending),
            (5, 1, NodeKind.Container, "S/Per[C]", NodeState.Failed),
            (6, 1, NodeKind.Container, "S/Per[D]", NodeState.Running),
        ]).Single();

        Assert.That(loop.Turns.Select(turn => turn.Name),
            Is.EqualTo(new[] { "S/Per[C]", "S/Per[D]", "S/Per[B]", "S/Per[A]" }));
        Assert.That(loop.Counts, Is.EqualTo("1 of 4 turns done, 1 failed, 1 running, 1 pending"));
    }

    [Test]
    public void A_loop_in_a_turn_is_a_loop_of_its_own_and_the_worse_one_comes_first()
    {
        var loops = LoopState.Of(
        [
            (1, 0, NodeKind.Container, "S/Per", NodeState.Running),
            (2, 1, NodeKind.Container, "S/Per[A]", NodeState.Running),
            (3, 2, NodeKind.Container, "S/In[A]", NodeState.Running),
            (4, 3, NodeKind.Container, "S/In[A,1]", NodeState.Failed),
            (5, 2, NodeKind.Container, "S/Other[A]", NodeState.Running),
        ]);

        Assert.That(loops.Select(loop => $"{loop.Name}: {loop.Counts}"), Is.EqualTo(new[]
        {
            "S/In[A]: 0 of 1 turn done, 1 failed", "S/Per: 0 of 1 turn done, 1 running",
        }));
    }

    [Test]
    public void Containers_that_hold_packages_are_none() => Assert.That(
        LoopState.Of([(1, 0, NodeKind.Container, "S/Core", NodeState.Running)]), Is.Empty);
}
