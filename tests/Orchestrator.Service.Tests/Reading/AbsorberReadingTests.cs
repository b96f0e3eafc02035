using Orchestrator.Packages.Absorb;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Tests.Reading;

/// <summary>How a buffer stands, in a word.</summary>
internal sealed class AbsorberReadingTests
{
    private static readonly BufferStatus Empty = new("orders_buffer", "orders", IsThere: true, IsLossy: false);

    [TestCase(0, 0, true, "drained", "good")]
    [TestCase(5, 29, true, "draining", "good")]
    [TestCase(5, 29, false, "nobody drains", "warn")]
    [TestCase(5, 31, true, "stale", "bad")]
    [TestCase(5, 31, false, "stale", "bad")]
    public void Rows_that_wait_for_longer_than_they_may_are_stale(
        long backlog, int seconds, bool isDrained, string word, string tone)
    {
        var reading = Reading(1) with
        {
            Status = Empty with
            {
                Backlog = backlog,
                Age = TimeSpan.FromSeconds(seconds),
                Heard = isDrained ? TimeSpan.Zero : null,
            },
        };

        Assert.That(reading.State, Is.EqualTo((word, tone)));
    }

    [Test]
    public void A_row_may_wait_for_ten_intervals() =>
        Assert.That(Reading(60).Limit, Is.EqualTo(TimeSpan.FromMinutes(10)));

    [Test]
    public void What_a_database_does_not_say_is_no_state_of_the_buffer()
    {
        Assert.That(Reading(1).State, Is.EqualTo(("no answer", "warn")));
        Assert.That((Reading(1) with { Fault = "ORC3409: refused" }).State, Is.EqualTo(("not readable", "bad")));
        Assert.That((Reading(1) with { Status = Empty with { IsThere = false } }).State,
            Is.EqualTo(("not made yet", "plain")));
    }

    private static AbsorberReading Reading(int interval) => new()
    {
        Name = "Mart/orders",
        Connection = "Mart",
        Interval = TimeSpan.FromSeconds(interval),
    };
}
