using Orchestrator.Runner.Evidence;

namespace Orchestrator.Runner.Tests.Evidence;

internal sealed class SampleRhythmTests
{
    [Test]
    public void Looks_that_cost_next_to_nothing_come_ten_times_a_second() => Assert.That(
        new SampleRhythm(1).After(TimeSpan.FromMicroseconds(300)), Is.EqualTo(TimeSpan.FromMilliseconds(100)));

    [TestCase(1, 0.05)]
    [TestCase(1, 2)]
    [TestCase(1, 30)]
    [TestCase(3, 30)]
    public void A_run_loses_less_than_one_in_a_hundred_to_it_whatever_a_look_costs(int databases, double milliseconds)
    {
        var rhythms = Enumerable.Range(0, databases).Select(_ => new SampleRhythm(databases)).ToArray();
        var costs = new Random(5);
        var spent = TimeSpan.Zero;
        var run = TimeSpan.FromHours(1);
        foreach (var rhythm in rhythms)
        {
            for (var now = TimeSpan.Zero; now < run;)
            {
                // From half to five times as much, as on a machine that has other things to do.
                var look = TimeSpan.FromMilliseconds(milliseconds * (0.5 + 4.5 * costs.NextDouble()));
                spent += look;
                now += rhythm.After(look);
            }
        }

        Assert.That(spent / run, Is.LessThan(0.01));
    }

    [Test]
    public void A_look_that_takes_long_is_made_up_for_at_once_and_forgotten_slowly()
    {
        var rhythm = new SampleRhythm(1);
        rhythm.After(TimeSpan.FromMilliseconds(0.2));

        Assert.That(rhythm.After(TimeSpan.FromMilliseconds(100)), Is.EqualTo(TimeSpan.FromSeconds(25)));
        Assert.That(rhythm.After(TimeSpan.FromMilliseconds(0.2)), Is.GreaterThan(TimeSpan.FromSeconds(4)));
        for (var i = 0; i < 30; i++)
        {
            rhythm.After(TimeSpan.FromMilliseconds(0.2));
        }

        Assert.That(rhythm.After(TimeSpan.FromMilliseconds(0.2)), Is.EqualTo(SampleRhythm.Shortest));
    }

    [Test]
    public void A_look_that_takes_for_ever_comes_again_after_a_minute() => Assert.That(
        new SampleRhythm(1).After(TimeSpan.FromHours(1)), Is.EqualTo(SampleRhythm.Longest));
}
