using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Text;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Tests.Security;

[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class AuditTrailTests
{
    private readonly List<AuditEntry> _entries = [];

    [Test]
    public void What_somebody_sends_takes_a_bounded_place_in_the_log()
    {
        var endless = new string('x', 100_000);

        Trail().Refused(null, "10.0.0.7", endless, endless, endless);

        var entry = _entries.Single();
        Assert.That(new[] { entry.Action, entry.Detail, entry.Object }.Select(text => text.Length),
            Is.All.LessThanOrEqualTo(301));
    }

    [Test]
    public void Of_refusals_that_are_alike_the_first_five_of_a_minute_are_told_and_then_how_many_more_there_were()
    {
        var clock = new FakeClock();
        var trail = Trail(clock);
        for (var i = 0; i < 20; i++)
        {
            trail.Refused(null, "10.0.0.7", "GET /", "no token");
        }

        var told = _entries.Count;
        clock.Advance(TimeSpan.FromMinutes(1));
        trail.Refused(null, "10.0.0.7", "GET /", "no token");

        Assert.That(told, Is.EqualTo(5));
        Assert.That(_entries[^1].Detail, Is.EqualTo("no token (and 15 more alike before it)"));
    }

    private AuditTrail Trail(TimeProvider? time = null) =>
        new(_entries.Add, "prod", OutsideText.WithoutSecrets, time ?? new FakeClock());
}
