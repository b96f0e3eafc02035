using System.Globalization;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger.Tests.Leases;

internal sealed class MachineClockTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void A_lease_on_a_server_is_held_by_a_clock_that_goes_on_while_the_machine_sleeps()
    {
        var clock = MachineClock.Beside(Location);
        if (Place == Place.Sqlite || !OperatingSystem.IsLinux())
        {
            Assert.That(clock, Is.SameAs(TimeProvider.System));
            return;
        }

        Assert.That(clock, Is.Not.SameAs(TimeProvider.System));
        // The kernel says there how long it is since the boot, sleep included.
        var before = Uptime();
        var now = clock.GetElapsedTime(0).TotalSeconds;
        var after = Uptime();
        Assert.That(now, Is.InRange(before - Hundredth, after + Hundredth));
    }

    private const double Hundredth = 0.01;

    private static double Uptime() =>
        double.Parse(File.ReadAllText("/proc/uptime").Split(' ')[0], CultureInfo.InvariantCulture);
}
