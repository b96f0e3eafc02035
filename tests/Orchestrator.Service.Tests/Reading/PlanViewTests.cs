using Orchestrator.Core;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Tests.Reading;

/// <summary>What of a plan is on a page, and where it stands on it.</summary>
internal sealed class PlanViewTests
{
    [Test]
    public void A_small_batch_shows_its_containers_below_their_projects_in_order()
    {
        var view = Of(NightPlan.Of(3, 10), "");

        Assert.That(view.Bands.Select(band => band.Group!.Name), Is.EqualTo(new[] { "Stage1", "Stage2", "Stage3" }));
        Assert.That(view.Bands[1].Boxes.Select(box => box.Name), Is.EqualTo(new[] { "Stage2/C1", "Stage2/C2" }));
        Assert.That(view.Bands.Select(band => band.IsBehind), Is.EqualTo(new[] { false, true, true }));
    }

    [Test]
    public void A_batch_of_many_containers_shows_its_projects()
    {
        var view = Of(NightPlan.Of(60, 2), "");

        Assert.That(view.Total, Is.EqualTo(60));
        Assert.That(view.Boxes.Select(box => box.Kind), Has.All.EqualTo(NodeKind.Project));
    }

    [Test]
    public void A_project_shows_its_levels_as_bands_that_wait_for_each_other()
    {
        var view = Of(NightPlan.Of(3, 10), "Stage2");

        Assert.That(view.Bands.Select(band => (band.Group!.Name, band.IsBehind)), Is.EqualTo(
            new[] { ("Stage2:10", false), ("Stage2:20", true) }));
    }

    [Test]
    public void Packages_that_wait_for_each_other_stand_one_below_the_other()
    {
        var plan = Chain(4);

        var view = Of(plan, "P/C");
        var layout = PlanLayout.Of(view);

        Assert.That(view.Bands.Select(band => band.Boxes.Single().Name), Is.EqualTo(
            new[] { "P/p0", "P/p1", "P/p2", "P/p3" }));
        Assert.That(layout.Edges.Select(edge => (edge.From.Node.Name, edge.To.Node.Name)), Is.EqualTo(
            new[] { ("P/p0", "P/p1"), ("P/p1", "P/p2"), ("P/p2", "P/p3") }));
        Assert.That(layout.Edges, Has.All.Matches<(PlanBox From, PlanBox To)>(edge => edge.From.Bottom <= edge.To.Top));
    }

    [Test]
    public void Each_of_ten_thousand_packages_is_found_by_going_down_and_no_page_has_too_many_boxes()
    {
        var tree = TreeOf(NightPlan.Of(5, 1_000));
        var (open, seen) = (new Queue<string>([""]), new HashSet<string>());
        while (open.TryDequeue(out var group))
        {
            for (var page = 1; PlanView.Of(tree, group, page) is { } view && view.Page == page; page++)
            {
                Assert.That(view.Boxes.Count(), Is.LessThanOrEqualTo(PlanView.BoxesMax));
                foreach (var box in view.Boxes.Where(box => seen.Add($"{box.Kind} {box.Name}") && !box.IsPackage))
                {
                    open.Enqueue(box.Name);
                }
            }
        }

        Assert.That(seen.Count(each => each.StartsWith("Package ")), Is.EqualTo(10_000));
    }

    [Test]
    public void No_two_boxes_touch_and_all_stand_on_the_drawing(
        [Values("", "Stage2", "Stage2:10", "Stage2/C1")] string group)
    {
        var layout = PlanLayout.Of(Of(NightPlan.Of(3, 40), group));

        foreach (var (at, one) in layout.Boxes.Index())
        {
            Assert.That(one.Left, Is.GreaterThanOrEqualTo(0));
            Assert.That(one.Left + one.Width, Is.LessThanOrEqualTo(100.001));
            Assert.That(one.Bottom, Is.LessThan(layout.Height));
            Assert.That(layout.Boxes.Skip(at + 1).Where(other => one.Left < other.Left + other.Width
                && other.Left < one.Left + one.Width && one.Top < other.Bottom && other.Top < one.Bottom), Is.Empty);
        }
    }

    [Test]
    public void A_group_that_is_not_there_is_none() =>
        Assert.That(PlanView.Of(TreeOf(NightPlan.Of(1, 1)), "Stage9", 1), Is.Null);

    private static PlanView Of(Plan plan, string group) => PlanView.Of(TreeOf(plan), group, 1)!;

    private static PlanTree TreeOf(Plan plan) => new([.. plan.Nodes.Select(node => new PlanTreeNode
    {
        Index = node.Index,
        Kind = node.Kind,
        Name = node.Name,
        Parent = node.Parent,
        Before = [.. node.Constraints.Select(each => each.Node)],
    })]);

    // The last one is declared first.
    private static Plan Chain(int length)
    {
        (NodeKind Kind, string Name)[] groups =
            [(NodeKind.Batch, "B"), (NodeKind.Project, "P"), (NodeKind.Level, "P:10"), (NodeKind.Container, "P/C")];
        return NightPlan.Of(1, 1) with
        {
            Nodes =
            [
                .. groups.Select((group, index) => new PlanNode
                {
                    Index = index,
                    Kind = group.Kind,
                    Name = group.Name,
                    Parent = index - 1,
                }),
                .. Enumerable.Range(0, length).Select(place => new PlanNode
                {
                    Index = groups.Length + place,
                    Kind = NodeKind.Package,
                    Name = $"P/p{length - 1 - place}",
                    Parent = groups.Length - 1,
                    Constraints = place == length - 1 ? []
                        : [new PrecedenceConstraint(groups.Length + place + 1, Outcome.Success)],
                }),
            ],
        };
    }
}
