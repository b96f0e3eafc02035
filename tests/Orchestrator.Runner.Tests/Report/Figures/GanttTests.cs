using Orchestrator.Report.Figures;

namespace Orchestrator.Runner.Tests.Report.Figures;

internal sealed class GanttTests
{
    [TestCase(20, 6)]
    [TestCase(400, 16)]
    public void Each_attempt_is_in_one_bar_and_no_bars_of_a_slot_overlap(int packagesPerLevel, int slots)
    {
        using var night = new Night(NightPlan.Of(2, packagesPerLevel), (node, _) => new Work
        {
            Takes = TimeSpan.FromSeconds(node % 40 == 0 ? 300 : 1 + (node % 5)),
        }, slots);
        var run = night.Figures();

        var gantt = Gantt.Of(run, new TimeAxis(run.Facts.Run.Started, run.End));

        Assert.That(gantt.Bars.Sum(bar => bar.Count), Is.EqualTo(run.Facts.Attempts.Count));
        Assert.That(gantt.Lanes, Is.EqualTo(slots));
        foreach (var lane in gantt.Bars.GroupBy(bar => bar.Lane))
        {
            var bars = lane.Where(bar => bar.Count == 1).OrderBy(bar => bar.From).ToList();
            Assert.That(bars.Zip(bars.Skip(1)).Where(pair => pair.Second.From < pair.First.To), Is.Empty);
        }
    }

    [Test]
    public void Of_many_packages_the_longest_and_the_failed_have_bars_of_their_own()
    {
        using var night = new Night(NightPlan.Of(1, 1_000), (node, _) => new Work
        {
            Takes = TimeSpan.FromSeconds(node % 100 == 0 ? 900 : 2),
            Error = node == 777 ? Work.ErrorOf("no") : null,
        });
        var run = night.Figures();

        var bars = Gantt.Of(run, new TimeAxis(run.Facts.Run.Started, run.End)).Bars;

        Assert.That(bars.Count(bar => bar.Package is not null && bar.To - bar.From > TimeSpan.FromMinutes(10)),
            Is.EqualTo(run.Facts.Attempts.Count(each => each.Ended - each.Started > TimeSpan.FromMinutes(10))));
        Assert.That(bars.Single(bar => bar.IsFailed).Package!.Node.Node, Is.EqualTo(777));
        Assert.That(bars, Has.Count.LessThan(run.Facts.Attempts.Count));
    }
}
