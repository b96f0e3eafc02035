using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Online;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Online;

/// <summary>A database that somebody else has relaxed, as `validate --online` tells of it.</summary>
internal sealed class LiveDurabilityTests
{
    [TestCase(Platform.SqlServer, "let a run flush for many packages at once")]
    [TestCase(Platform.MariaDb, "leave it so where all that the server holds can be loaded again")]
    public void What_can_be_done_about_it_is_what_the_platform_offers(Platform platform, string advice)
    {
        using var rig = new Rig();
        var connection = new Connection { Name = "Dwh", Platform = platform };
        var database = new LiveDatabase(connection, Platforms.Of(connection)!)
        {
            Facts = [new DatabaseFact(FactKind.Relaxed, "setting = 0", 0)],
        };

        var found = LiveDurability.Found(rig.Solution, database).Single();

        Assert.That(found.Code, Is.EqualTo("ORC3520"));
        Assert.That(found.Message, Does.StartWith("the database of 'Dwh' has setting = 0, and nothing "));
        Assert.That(found.Hint, Does.StartWith("set it back, or ").And.Contain(advice));
    }
}
