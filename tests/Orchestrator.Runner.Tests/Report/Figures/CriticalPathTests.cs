using Orchestrator.Core;
using Orchestrator.Report.Figures;

namespace Orchestrator.Runner.Tests.Report.Figures;

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

    [Test]
    public void Where_a_level_or_a_reader_waits_for_a_flush_it_says_so_and_for_how_long()
    {
        var plan = Relaxed(NightPlan.Of(2, 3), FlushWhen.Level);
        using var night = new Night(plan, (node, _) => Taking(10 + node), flush: TimeSpan.FromSeconds(4), slots: 2);

        var path = night.Figures().Path;

        Assert.That(path.Steps.Select(step => step.Release), Is.EqualTo(new[]
        {
            Release.Begin, Release.Slot, Release.Flush, Release.Slot, Release.Flush, Release.Slot, Release.Constraint,
            Release.Slot,
        }));
        Assert.That(path.Steps.Where(step => step.Release == Release.Flush).Select(step => step.Idle),
            Has.All.EqualTo(TimeSpan.FromSeconds(4)));
    }

    [Test]
    public void A_package_that_stood_aside_until_what_it_reads_was_on_disk_waited_for_that_and_for_no_slot()
    {
        var plan = Relaxed(NightPlan.Of(2, 1), FlushWhen.Run);
        using var night = new Night(plan, (_, _) => Taking(10), flush: TimeSpan.FromSeconds(4));

        var path = night.Figures().Path;

        Assert.That(path.Steps.Select(step => (step.Package.Name, step.Release)), Is.EqualTo(new[]
        {
            ("Stage1/table_1_000", Release.Begin), ("Stage1/table_2_000", Release.Constraint),
            ("Stage2/table_1_000", Release.Flush), ("Stage2/table_2_000", Release.Constraint),
        }));
        Assert.That(path.Steps[2].Idle, Is.EqualTo(TimeSpan.FromSeconds(4)));
        Assert.That(night.Page().Section("path")!.Value,
            Does.Contain("Stage1/table_2_000 was on disk, 4.0 s after its end"));
    }

    /// <summary>The same with the database of the first project relaxed, which the second one reads.</summary>
    private static Plan Relaxed(Plan plan, FlushWhen flush) => plan with
    {
        Relaxed = [new RelaxedDatabase("Staging", flush)],
        Nodes = [.. plan.Nodes.Select(node => node.Kind != NodeKind.Package ? node
            : node.Name.StartsWith("Stage1/", StringComparison.Ordinal) ? node with { Relaxed = 0 }
            : node with { ReadsRelaxed = [0] })],
    };

    private static Work Taking(int seconds) => new() { Takes = TimeSpan.FromSeconds(seconds) };
}
