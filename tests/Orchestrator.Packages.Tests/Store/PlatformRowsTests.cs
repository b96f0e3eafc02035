using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Store;

/// <summary>What the table of platforms says of a database is what its driver says of itself.</summary>
internal sealed class PlatformRowsTests
{
    private static IEnumerable<Platform> Databases =>
        PlatformTable.All.Where(row => row.Form != StoreForm.Folder).Select(row => row.Platform);

    [TestCaseSource(nameof(Databases))]
    public void A_database_is_called_and_kept_as_its_driver_says(Platform platform)
    {
        var (row, driver) = (PlatformTable.Of(platform), Driver(platform));

        Assert.That(driver.Name, Is.EqualTo(row.Name));
        Assert.That(driver.Abilities.IsFile, Is.EqualTo(row.Form == StoreForm.File));
        Assert.That(ConnectionAccess.PlatformNamed(row.Name), Is.SameAs(driver));
    }

    [TestCaseSource(nameof(Databases))]
    public void Its_tables_are_named_as_its_dialect_names_them(Platform platform)
    {
        var (row, driver) = (PlatformTable.Of(platform), Driver(platform));

        Assert.That(driver.Abilities.HasSchemas, Is.EqualTo(row.DefaultSchema is not null));
        Assert.That(driver.Dialect.Table(null, "customer").Schema, Is.EqualTo(row.DefaultSchema));
        Assert.That(driver.Dialect.Fold("Name") != driver.Dialect.Fold("nAME"), Is.EqualTo(row.TellsCase));
    }

    [TestCaseSource(nameof(Databases))]
    public void Its_sessions_are_relaxed_where_they_can_go_beyond_their_database(Platform platform) =>
        Assert.That(PlatformTable.Of(platform).Scopes.Contains(DurabilityScope.Session),
            Is.EqualTo(!Driver(platform).Abilities.CommitsAsDatabaseSays));

    [Test]
    public void A_folder_has_no_driver_and_each_database_one()
    {
        var without = PlatformTable.All.Where(row => Platforms.Of(At(row.Platform)) is null).Select(row => row.Form);

        Assert.That(without, Is.EqualTo((StoreForm[])[StoreForm.Folder]));
    }

    private static IPlatform Driver(Platform platform) => Platforms.Of(At(platform))!;

    private static Connection At(Platform platform) => new() { Name = "Db", Platform = platform };
}
