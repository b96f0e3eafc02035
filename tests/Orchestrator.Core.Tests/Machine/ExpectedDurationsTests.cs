using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

internal sealed class ExpectedDurationsTests
{
    [Test]
    public void The_median_is_the_middle_or_the_mean_of_the_two_in_the_middle()
    {
        Assert.That(Median(5, 1, 100), Is.EqualTo(5));
        Assert.That(Median(4, 1, 100, 6), Is.EqualTo(5));
        Assert.That(() => Median(), Throws.ArgumentException);
    }

    [Test]
    public void Each_package_has_its_own_median_and_an_unknown_one_none()
    {
        var expected = ExpectedDurations.FromSuccesses(
            [("P/a", Rig.Seconds(1)), ("P/b", Rig.Seconds(7)), ("P/a", Rig.Seconds(3))]);

        Assert.That(expected.Of("P/a"), Is.EqualTo(Rig.Seconds(2)));
        Assert.That(expected.Of("P/b"), Is.EqualTo(Rig.Seconds(7)));
        Assert.That(expected.Of("P/c"), Is.Null);
    }

    [Test]
    public void The_gate_is_processors_plus_two_or_what_is_written()
    {
        Assert.That(Gate.Slots(-1, 8), Is.EqualTo(10));
        Assert.That(Gate.Slots(3, 8), Is.EqualTo(3));
        Assert.That(() => Gate.Slots(0, 8), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => Gate.Slots(-2, 8), Throws.InstanceOf<ArgumentOutOfRangeException>());
    }

    private static double Median(params double[] seconds) =>
        ExpectedDurations.Median([.. seconds.Select(Rig.Seconds)]).TotalSeconds;
}
