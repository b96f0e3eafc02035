using Orchestrator.Engine.Durability;

namespace Orchestrator.Engine.Tests.Durability;

internal sealed class ResumePointTests
{
    [Test]
    public void What_is_not_done_runs_again_with_all_that_reads_it_however_far_and_in_whatever_order()
    {
        // 5 reads 1, 2 reads 5, 3 reads nothing, 4 reads 3.
        var plan = Plan((1, []), (2, [5]), (3, []), (4, [3]), (5, [1]));

        var point = ResumePoint.Of(plan, index => index != 1);

        Assert.That(point.Again, Is.EquivalentTo(new[] { 1, 2, 5 }));
        Assert.That(point.Done, Is.EquivalentTo(new[] { 3, 4 }));
    }

    [Test]
    public void Where_all_is_done_nothing_runs_again()
    {
        var point = ResumePoint.Of(Plan((1, []), (2, [1])), _ => true);

        Assert.That((point.Again.Count, point.Done.Count), Is.EqualTo((0, 2)));
    }

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
