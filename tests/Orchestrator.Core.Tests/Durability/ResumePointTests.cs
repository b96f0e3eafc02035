using Orchestrator.Core.Durability;
using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Tests.Durability;

internal sealed class ResumePointTests
{
    [Test]
    public void What_is_not_done_runs_again_with_all_that_reads_it_however_far_and_in_whatever_order()
    {
        // 5 reads 1, 2 reads 5, 3 reads nothing, 4 reads 3.
        var plan = Plan((1, []), (2, [5]), (3, []), (4, [3]), (5, [1]));

        var point = Of(plan, index => index != 1);

        Assert.That(point.Again, Is.EquivalentTo(new[] { 1, 2, 5 }));
        Assert.That(point.Done, Is.EquivalentTo(new[] { 3, 4 }));
    }

    [Test]
    public void Where_all_is_done_nothing_runs_again()
    {
        var point = Of(Plan((1, []), (2, [1])), _ => true);

        Assert.That((point.Again.Count, point.Done.Count), Is.EqualTo((0, 2)));
    }

    [Test]
    public void What_was_loaded_before_that_which_it_reads_runs_again()
    {
        // 2 and 3 read 1, which was loaded once more by the second run; 3 has seen that.
        var plan = Plan((1, []), (2, [1]), (3, [1]));

        var point = ResumePoint.Of(plan, index => new PastOutcome(PastState.Loaded, index == 2 ? 1 : 2));

        Assert.That(point.Again, Is.EqualTo(new[] { 2 }));
    }

    [Test]
    public void Behind_what_is_not_asked_for_nothing_runs_as_it_loads_nothing_now()
    {
        // 1 is not done; 2 and 3 read it, 3 was not done either. 4 was loaded after 5, which reads it.
        var plan = Plan((1, []), (2, [1]), (3, [1]), (4, []), (5, [4]));

        var point = ResumePoint.Of(
            plan, index => index is 1 or 3 ? default : new PastOutcome(PastState.Loaded, index == 4 ? 2 : 1),
            new HashSet<int> { 2, 3, 5 });

        Assert.That(point.Again, Is.EquivalentTo(new[] { 3, 5 }));
    }

    [Test]
    public void What_the_first_run_was_not_asked_for_stays_out_whatever_it_reads()
    {
        var plan = Plan((1, []), (2, [1]), (3, [2]));

        var point = ResumePoint.Of(plan, index => index switch
        {
            1 => default,
            2 => new PastOutcome(PastState.OutOfScope, 1),
            _ => new PastOutcome(PastState.Loaded, 1),
        });

        Assert.That(point.Again, Is.EqualTo(new[] { 1 }));
    }

    [Test]
    public void A_handler_of_what_runs_again_is_judged_again_and_what_only_waits_for_its_end_is_not()
    {
        var plan = Plan((1, []), (2, []), (3, []));
        plan = plan with
        {
            Nodes =
            [
                plan.Nodes[0], plan.Nodes[1],
                plan.Nodes[2] with { Constraints = [new PrecedenceConstraint(1, Outcome.Failure)] },
                plan.Nodes[3] with { Constraints = [new PrecedenceConstraint(1, Outcome.Completion)] },
            ],
        };

        var point = Of(plan, index => index != 1);

        Assert.That(point.Again, Is.EquivalentTo(new[] { 1, 2 }));
    }

    [TestCase("${state:S/p1} = 'Failed'", 1)]
    [TestCase("${rows:S/p1.read} = 0", 1)]
    [TestCase("${state:S/p4} = 'Failed'", 4)]
    public void Who_asks_how_a_package_or_group_has_ended_is_asked_again_where_that_runs_again(string when, int on)
    {
        // 1 stands in the container 4; 2 and 3 wait for the end of one of them, and 2 asks how that was.
        var plan = Plan((1, []), (2, []), (3, []), (4, []));
        plan = plan with
        {
            Nodes =
            [
                plan.Nodes[0], plan.Nodes[1] with { Parent = 4 },
                plan.Nodes[2] with
                {
                    Constraints = [new PrecedenceConstraint(on, Outcome.Completion) { When = Condition(when) }],
                },
                plan.Nodes[3] with { Constraints = [new PrecedenceConstraint(on, Outcome.Completion)] },
                plan.Nodes[4] with { Kind = NodeKind.Container },
            ],
        };

        var point = Of(plan, index => index != 1);

        Assert.That(point.Again, Is.EquivalentTo(new[] { 1, 2 }));
    }

    [Test]
    public void What_stands_in_a_group_is_asked_again_where_the_group_runs_again_that_its_condition_names()
    {
        // 1 stands in the container 3, and 2 in 4, which waits for 3 and for 5 and asks how 3 has ended.
        var plan = Plan((1, []), (2, []), (3, []), (4, []), (5, []));
        plan = plan with
        {
            Nodes =
            [
                plan.Nodes[0], plan.Nodes[1] with { Parent = 3 }, plan.Nodes[2] with { Parent = 4 },
                plan.Nodes[3] with { Kind = NodeKind.Container },
                plan.Nodes[4] with
                {
                    Kind = NodeKind.Container,
                    Constraints =
                    [
                        new PrecedenceConstraint(3, Outcome.Completion),
                        new PrecedenceConstraint(5, Outcome.Completion),
                    ],
                    When = Condition("${state:S/p3} = 'Failed'"),
                },
                plan.Nodes[5],
            ],
        };

        Assert.That(Of(plan, index => index != 1).Again, Is.EquivalentTo(new[] { 1, 2 }));
        Assert.That(Of(plan, index => index != 5).Again, Is.EquivalentTo(new[] { 5 }));
    }

    [TestCase(PastState.Loaded)]
    [TestCase(PastState.NotDone)]
    public void A_hook_in_front_makes_nothing_run_again_however_often_it_ran_and_whatever_became_of_it(PastState ofHook)
    {
        // 1 is the hook before all others, which name it among what they read; 3 failed in each run.
        var plan = Plan((1, []), (2, [1]), (3, [1]), (4, [2]));
        plan = plan with
        {
            Nodes = [plan.Nodes[0], plan.Nodes[1] with { Around = 0 }, .. plan.Nodes.Skip(2)],
        };

        var point = ResumePoint.Of(plan, index => index switch
        {
            1 => new PastOutcome(ofHook, 5),
            3 => default,
            _ => new PastOutcome(PastState.Loaded, 1),
        });

        Assert.That(point.Again, Is.EquivalentTo(new[] { 1, 3 }));
        Assert.That(point.Done, Is.EquivalentTo(new[] { 2, 4 }));
    }

    [Test]
    public void Hooks_run_again_around_what_runs_again_and_where_they_did_not_end_well()
    {
        var plan = Plan((1, []), (2, []), (3, []));
        plan = plan with
        {
            Nodes =
            [
                plan.Nodes[0], plan.Nodes[1], plan.Nodes[2] with { Around = 0 }, plan.Nodes[3] with { Around = 0 },
            ],
        };

        var nothingElse = Of(plan, index => index != 3);
        var aroundOne = Of(plan, index => index != 1);
        var none = Of(plan, _ => true);

        Assert.That(nothingElse.Again, Is.EqualTo(new[] { 3 }));
        Assert.That(aroundOne.Again, Is.EquivalentTo(new[] { 1, 2, 3 }));
        Assert.That(none.Again, Is.Empty);
    }

    private static ResumePoint Of(Plan plan, Func<int, bool> isDone) => ResumePoint.Of(
        plan, index => new PastOutcome(isDone(index) ? PastState.Settled : PastState.NotDone, 0));

    private static Expression Condition(string text) => Expression.ReadCondition(
        text, (word, name) => FactName.TryParse(word, name, out var fact) ? fact.Type : null);

    private static Plan Plan(params (int Index, int[] Reads)[] packages) => new()
    {
        Solution = "s",
        Batch = "b",
        Environment = "default",
        Hash = "h",
        Nodes =
        [
            new PlanNode { Index = 0, Kind = NodeKind.Batch, Name = "b", Parent = -1 },
            .. packages.Select(package => new PlanNode
            {
                Index = package.Index,
                Kind = NodeKind.Package,
                Name = $"S/p{package.Index}",
                Parent = 0,
                Reads = package.Reads,
            }),
        ],
    };
}
