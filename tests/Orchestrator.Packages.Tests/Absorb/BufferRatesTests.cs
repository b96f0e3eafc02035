using Orchestrator.Packages.Absorb;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>How fast rows come and go.</summary>
internal sealed class BufferRatesTests
{
    [Test]
    public void What_came_is_what_went_and_what_waits_more_than_before()
    {
        var rates = new BufferRates();
        rates.Learn(backlog: 1000, drained: 0, TimeSpan.Zero);
        var first = (rates.Arriving, rates.Draining);

        rates.Learn(backlog: 1500, drained: 4000, TimeSpan.FromSeconds(2));

        Assert.That(first, Is.EqualTo((0L, 0L)));
        Assert.That((rates.Arriving, rates.Draining), Is.EqualTo((2250L, 2000L)));
    }

    [Test]
    public void A_backlog_that_shrinks_by_more_than_was_drained_is_no_negative_rate()
    {
        var rates = new BufferRates();
        rates.Learn(backlog: 1000, drained: 0, TimeSpan.Zero);

        rates.Learn(backlog: 0, drained: 0, TimeSpan.FromSeconds(1));

        Assert.That(rates.Arriving, Is.Zero);
    }
}
