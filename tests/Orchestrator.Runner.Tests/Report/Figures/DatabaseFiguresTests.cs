using Orchestrator.Report.Figures;

namespace Orchestrator.Runner.Tests.Report.Figures;

internal sealed class DatabaseFiguresTests
{
    [Test]
    public void What_is_drawn_over_time_adds_up_to_what_was_counted()
    {
        using var night = FailedNight.Relaxed();
        var run = night.Figures();

        var database = new DatabaseFigures(run.Facts.Databases[0], new TimeAxis(run.Facts.Run.Started, run.End));

        var seconds = run.Wall.TotalSeconds / Slices.Count;
        Assert.That(database.Commits, Is.EqualTo(48_000));
        Assert.That(database.CommitsPerSecond.Sum() * seconds, Is.EqualTo(48_000.0).Within(0.01).Percent);
        Assert.That(database.FlushesPerSecond.Sum() * seconds, Is.EqualTo(1_200.0).Within(0.01).Percent);
        Assert.That(database.LogWaiting.Sum() * seconds, Is.EqualTo(1_600.0).Within(0.01).Percent);
        Assert.That(database.OtherWaiting.Sum() * seconds, Is.EqualTo(120.0).Within(0.01).Percent);
    }
}
