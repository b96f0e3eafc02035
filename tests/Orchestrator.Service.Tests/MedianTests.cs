using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Tests;

/// <summary>What is usual, and what is not.</summary>
internal sealed class MedianTests
{
    [TestCase(new double[0], null)]
    [TestCase(new double[] { 7 }, 7.0)]
    [TestCase(new double[] { 9, 1 }, 5.0)]
    [TestCase(new double[] { 9, 1, 2 }, 2.0)]
    [TestCase(new double[] { 4, 1, 1_000, 2 }, 3.0)]
    public void The_median_is_the_middle_one(double[] seconds, double? expected) =>
        Assert.That(Median.Of(seconds.Select(TimeSpan.FromSeconds))?.TotalSeconds, Is.EqualTo(expected));

    [Test]
    public void What_lies_near_is_no_outlier_however_alike_all_of_them_are()
    {
        var reach = Median.Reach([.. Enumerable.Repeat(TimeSpan.FromSeconds(100), 9)]);

        Assert.That(reach, Is.EqualTo(TimeSpan.FromSeconds(10)));
    }

    [Test]
    public void Of_short_ones_a_second_is_no_outlier() => Assert.That(
        Median.Reach([.. Enumerable.Repeat(TimeSpan.FromSeconds(0.1), 9)]), Is.EqualTo(TimeSpan.FromSeconds(1)));

    [Test]
    public void Of_times_that_differ_much_only_what_lies_far_is_an_outlier()
    {
        var times = new[] { 60, 80, 100, 120, 140 }.Select(seconds => TimeSpan.FromSeconds(seconds)).ToArray();

        Assert.That(Median.Reach(times).TotalSeconds, Is.EqualTo(3 * 1.4826 * 20).Within(0.001));
    }
}
