namespace Orchestrator.Core.Tests;

/// <summary>Loops with their turns, as they are counted and listed.</summary>
internal sealed class LoopStateTests
{
    [Test]
    public void Turns_stand_below_their_loop_the_worst_first()
    {
        var loop = LoopState.Of(
        [
            new(0, -1, NodeKind.Batch, "Nightly", NodeState.Running),
            new(1, 0, NodeKind.Container, "S/Per", NodeState.Running),
            new(2, 1, NodeKind.Container, "S/Per[A]", NodeState.Succeeded),
            new(3, 2, NodeKind.Package, "S/x[A]", NodeState.Succeeded),
            new(4, 1, NodeKind.Container, "S/Per[B]", NodeState.Pending),
            new(5, 1, NodeKind.Container, "S/Per[C]", NodeState.Failed),
            new(6, 1, NodeKind.Container, "S/Per[D]", NodeState.Running),
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
            new(1, 0, NodeKind.Container, "S/Per", NodeState.Running),
            new(2, 1, NodeKind.Container, "S/Per[A]", NodeState.Running),
            new(3, 2, NodeKind.Container, "S/In[A]", NodeState.Running),
            new(4, 3, NodeKind.Container, "S/In[A,1]", NodeState.Failed),
            new(5, 2, NodeKind.Container, "S/Other[A]", NodeState.Running),
        ]);

        Assert.That(loops.Select(loop => $"{loop.Name}: {loop.Counts}"), Is.EqualTo(new[]
        {
            "S/In: 0 of 1 turn done, 1 failed", "S/Per: 0 of 1 turn done, 1 running",
        }));
    }

    [Test]
    public void The_loops_in_the_turns_of_another_one_are_one_line_with_how_often_it_stands_there()
    {
        var loop = LoopState.Of(Enumerable.Range(0, 50).SelectMany(turn => new LoopNode[]
        {
            new(2 + (60 * turn), 1, NodeKind.Container, $"S/Per[{turn}]", NodeState.Succeeded),
            new(3 + (60 * turn), 2 + (60 * turn), NodeKind.Container, $"S/In[{turn}]", NodeState.Succeeded),
        }.Concat(Enumerable.Range(0, 50).Select(inner => new LoopNode(4 + (60 * turn) + inner, 3 + (60 * turn),
            NodeKind.Container, $"S/In[{turn},{inner}]", (turn, inner) == (41, 7) ? NodeState.Failed
                : NodeState.Succeeded)))).Prepend(new(1, 0, NodeKind.Container, "S/Per", NodeState.Running)));

        Assert.That(loop.Select(each => $"{each.Name}: {each.Counts}"), Is.EqualTo(new[]
        {
            "S/In: 2,499 of 2,500 turns done, 1 failed, in 50 turns around it", "S/Per: 50 of 50 turns done",
        }));
        Assert.That(loop[0].Turns[0].Name, Is.EqualTo("S/In[41,7]"));
    }

    [TestCase(NodeState.Pending, "no turn, pending")]
    [TestCase(NodeState.Failed, "no turn, failed")]
    [TestCase(NodeState.Succeeded, "no turn, succeeded")]
    public void A_loop_without_turns_is_one_as_well(NodeState state, string said) => Assert.That(
        LoopState.Of(
        [
            new(1, 0, NodeKind.Container, "S/Per", state),
            new(2, 1, NodeKind.Package, "S/x", NodeState.Blocked) { IsTemplate = true },
            new(3, 0, NodeKind.Container, "S/Core", state),
        ]).Select(loop => $"{loop.Name}: {loop.Counts}"), Is.EqualTo(new[] { $"S/Per: {said}" }));

    [TestCase(true, true, "no turn, not selected")]
    [TestCase(false, false, "no turn, all done before")]
    [TestCase(true, false, "no turn, all done before or not selected")]
    public void A_loop_that_nobody_has_asked_for_its_turns_says_why(bool first, bool second, string said) =>
        Assert.That(LoopState.Of(
        [
            new(1, 0, NodeKind.Container, "S/Per", NodeState.Done),
            new(2, 1, NodeKind.Package, "S/x", NodeState.Done) { IsTemplate = true, IsNotSelected = first },
            new(3, 1, NodeKind.Container, "S/In", NodeState.Done) { IsTemplate = true },
            new(4, 3, NodeKind.Package, "S/y", NodeState.Done) { IsTemplate = true, IsNotSelected = second },
        ]).Select(loop => loop.Counts), Is.EqualTo(new[] { said }));

    [Test]
    public void Turns_that_an_earlier_run_has_done_or_nobody_selected_are_told_apart_from_those_of_this_run()
    {
        LoopNode Turn(int index, string key, NodeState state) =>
            new(index, 1, NodeKind.Container, $"S/Per[{key}]", state) { Template = 1 };

        var loop = LoopState.Of(
        [
            new(1, 0, NodeKind.Container, "S/Per", NodeState.Succeeded),
            new(2, 1, NodeKind.Package, "S/x", NodeState.Succeeded) { IsTemplate = true },
            Turn(3, "A", NodeState.Succeeded), new(4, 3, NodeKind.Package, "S/x[A]", NodeState.Succeeded),
            Turn(5, "B", NodeState.Done), new(6, 5, NodeKind.Package, "S/x[B]", NodeState.Done),
            Turn(7, "C", NodeState.Done),
            new(8, 7, NodeKind.Package, "S/x[C]", NodeState.Done) { IsNotSelected = true },
            Turn(9, "D", NodeState.SkippedByOperator),
        ]).Single();

        Assert.That(loop.Counts,
            Is.EqualTo("2 of 4 turns done (1 before), 1 not selected, 1 skipped by operator"));
        Assert.That(loop.Turns.Select(turn => turn.Index), Is.EqualTo(new[] { 7, 9, 3, 5 }));
    }

    [Test]
    public void A_loop_that_failed_though_all_its_turns_are_done_says_so_and_goes_first()
    {
        var loops = LoopState.Of(
        [
            new(1, 0, NodeKind.Container, "S/Well", NodeState.Succeeded),
            new(2, 1, NodeKind.Container, "S/Well[1]", NodeState.Pending) { Template = 1 },
            new(3, 0, NodeKind.Container, "S/While", NodeState.Failed),
            new(4, 3, NodeKind.Container, "S/While[1]", NodeState.Succeeded) { Template = 3 },
        ]);

        Assert.That(loops.Select(loop => $"{loop.Name}: {loop.Counts}"), Is.EqualTo(new[]
        {
            "S/While: 1 of 1 turn done, the loop itself failed", "S/Well: 0 of 1 turn done, 1 pending",
        }));
    }

    [Test]
    public void Many_turns_are_told_with_commas()
    {
        var nodes = Enumerable.Range(0, 50_000).SelectMany(turn => new LoopNode[]
        {
            new(2 + (2 * turn), 1, NodeKind.Container, $"S/Per[{turn}]", NodeState.Succeeded) { Template = 1 },
            new(3 + (2 * turn), 2 + (2 * turn), NodeKind.Package, $"S/x[{turn}]", NodeState.Succeeded),
        }).Prepend(new(1, 0, NodeKind.Container, "S/Per", NodeState.Succeeded));

        Assert.That(LoopState.Of(nodes).Single().Counts, Is.EqualTo("50,000 of 50,000 turns done"));
    }

    [Test]
    public void Containers_that_hold_packages_are_none() => Assert.That(
        LoopState.Of([new(1, 0, NodeKind.Container, "S/Core", NodeState.Running)]), Is.Empty);
}
