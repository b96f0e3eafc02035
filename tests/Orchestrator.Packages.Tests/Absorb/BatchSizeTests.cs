using Orchestrator.Packages.Absorb;

namespace Orchestrator.Packages.Tests.Absorb;

internal sealed class BatchSizeTests
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    [Test]
    public void It_grows_while_batches_are_full_and_quick_and_never_beyond_its_limit()
    {
        var size = new BatchSize(5_000, Interval);
        List<long> seen = [];
        for (var batch = 0; batch < 4; batch++)
        {
            seen.Add(size.Rows);
            size.Learn(size.Rows, TimeSpan.FromMilliseconds(100));
        }

        Assert.That(seen, Is.EqualTo(new long[] { 1_000, 2_000, 4_000, 5_000 }));
    }

    [Test]
    public void It_stays_where_there_were_no_more_rows_or_a_batch_took_half_of_the_interval()
    {
        var size = new BatchSize(5_000, Interval);

        size.Learn(999, TimeSpan.FromMilliseconds(1));
        size.Learn(1_000, TimeSpan.FromMilliseconds(501));

        Assert.That(size.Rows, Is.EqualTo(1_000));
    }

    [TestCase(1_000_000, 1_000)]
    [TestCase(10, 10)]
    public void It_shrinks_where_a_batch_takes_longer_than_the_interval_but_not_below_what_it_begins_with(
        long max, long least)
    {
        var size = new BatchSize(max, Interval);
        size.Learn(size.Rows, TimeSpan.Zero);
        size.Learn(size.Rows, TimeSpan.Zero);

        for (var batch = 0; batch < 5; batch++)
        {
            size.Learn(size.Rows, TimeSpan.FromMilliseconds(2 * size.Rows));
        }

        Assert.That(size.Rows, Is.EqualTo(least));
    }

    [Test]
    public void It_takes_as_many_again_where_fewer_take_as_long_and_fewer_once_more_when_that_has_changed()
    {
        var size = new BatchSize(1_000_000, Interval);
        size.Learn(size.Rows, TimeSpan.FromMilliseconds(1));
        size.Learn(size.Rows, TimeSpan.FromMilliseconds(1));
        List<long> seen = [];
        for (var batch = 0; batch < 4; batch++)
        {
            size.Learn(size.Rows, TimeSpan.FromSeconds(2));
            seen.Add(size.Rows);
        }

        size.Learn(size.Rows, TimeSpan.FromMilliseconds(1));
        for (var batch = 0; batch < 3; batch++)
        {
            size.Learn(size.Rows, TimeSpan.FromMilliseconds(size.Rows));
        }

        Assert.That(seen, Is.EqualTo(new long[] { 2_000, 4_000, 4_000, 4_000 }));
        Assert.That(size.Rows, Is.EqualTo(1_000));
    }
}
