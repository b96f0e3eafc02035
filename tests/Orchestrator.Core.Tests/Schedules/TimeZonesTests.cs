using Orchestrator.Schedules;

namespace Orchestrator.Core.Tests.Schedules;

internal sealed class TimeZonesTests
{
    [TestCase("Europe/London")]
    [TestCase("GMT Standard Time")]
    [TestCase("UTC")]
    [TestCase("America/Argentina/Buenos_Aires")]
    public void Names_of_IANA_and_of_Windows_are_known(string name) =>
        Assert.That(TimeZones.TryFind(name, out _), Is.True);

    [TestCase("Europe/Londn")]
    [TestCase("localtime")]
    [TestCase("right/Europe/London")]
    [TestCase("../../../etc/passwd")]
    [TestCase("Europe/../../../../etc/localtime")]
    [TestCase("/usr/share/zoneinfo/Europe/London")]
    [TestCase("")]
    [TestCase("Europe")]
    public void What_is_no_name_or_means_another_zone_elsewhere_is_not(string name) =>
        Assert.That(TimeZones.TryFind(name, out _), Is.False);

    [Test]
    public void All_that_are_listed_are_known()
    {
        var unknown = TimeZones.Names.Where(name => !TimeZones.TryFind(name, out _));

        Assert.That(unknown, Is.Empty);
    }
}
