using Orchestrator.Engine;
using Orchestrator.Report.Figures;

namespace Orchestrator.Report.Tests.Figures;

internal sealed class CriticalPathTests
{
    [Test]
    public void It_goes_through_the_longest_of_each_level_where_slots_are_plenty()
    {
        using var night = new Night(NightPlan.Of(2, 4), (node, _) => Taking(node % 4 == 1 ? 90 : 30), slots: 20);

        var path = night.Figures().Path;

        var slowest = night.Facts().Nodes.Where(node => node.Kind == NodeKind.Package && node.Node % 4 == 1);
        Assert.That(path.Steps.Select(step => step.Package.Name), Is.EqualTo(slowest.Select(node => node.Name)));
        Assert.That(path.Steps.Select(step => step.Release),
            Is.EqualTo(new[] { Release.Begin, Release.Constraint, Release.Constraint, Release.Constraint }));
        Assert.That(path.Took, Is.EqualTo(night.Facts().Run.Ended - night.Facts().Run.Started));
    }

    [Test]
    public void Where_slots_are_few_it_goes_through_what_left_them()
    {
        using var night = new Night(NightPlan.Of(1, 6), (_, _) => Taking(10), slots: 1);

        var path = night.Figures().Path;

        Assert.That(path.Steps, Has.Count.EqualTo(12));
        Assert.That(path.Steps.Count(step => step.Release == Release.Slot), Is.EqualTo(10));
        Assert.That(path.Steps.Select(step => step.Idle), Has.All.EqualTo(TimeSpan.Zero));
    }

    [Test]
    public void A_package_that_is_tried_again_counts_with_its_pause()
    {
        using var night = new Night(NightPlan.Of(1, 1), (node, attempt) => Taking(10) with
        {
            Error = node == 4 && attempt == 1 ? Work.ErrorOf("gone", ErrorClass.Transient) : null,
        });

        var path = night.Figures().Path;

        Assert.That(path.Steps[0].Package.Took, Is.EqualTo(TimeSpan.FromSeconds(25)));
        Assert.That(path.Took, Is.EqualTo(TimeSpan.FromSeconds(35)));
    }

    private static Work Taking(int seconds) => new() { Takes = TimeSpan.FromSeconds(seconds) };
}
