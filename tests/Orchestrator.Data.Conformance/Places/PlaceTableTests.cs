using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>Who adds a platform is told where the suite lacks it.</summary>
internal sealed class PlaceTableTests
{
    [Test]
    public void Each_platform_has_a_place() => Assert.That(
        Enum.GetValues<PlaceKind>().Select(kind => PlaceTable.Of(kind).Platform),
        Is.SupersetOf(Enum.GetValues<Platform>()));

    [Test]
    public void The_suite_runs_in_each_place_whose_platform_has_a_driver() => Assert.That(
        Place.Databases, Is.EqualTo(Enum.GetValues<PlaceKind>().Where(kind => PlaceTable.Of(kind).Make is not null)));

    [Test]
    public void Tests_beside_the_suite_take_the_databases_that_each_machine_has() => Assert.That(
        TestPlatforms.Everywhere,
        Is.EqualTo(TestPlatforms.All.Where(platform => Enum.GetValues<PlaceKind>().Select(PlaceTable.Of)
            .Where(row => row.Platform == platform).All(row => row.IsEverywhere))));
}
