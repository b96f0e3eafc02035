using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests;

/// <summary>Keys of any length, which not every platform tells apart.</summary>
internal sealed class LongKeyTests
{
    [TestCase(Platform.MariaDb, LoadPattern.Merge, "nvarchar(max)", 1)]
    [TestCase(Platform.MariaDb, LoadPattern.DeltaInsert, "varbinary(max)", 1)]
    [TestCase(Platform.MariaDb, LoadPattern.Merge, "xml", 1)]
    [TestCase(Platform.MariaDb, LoadPattern.Merge, "nvarchar(400)", 0)]
    [TestCase(Platform.MariaDb, LoadPattern.Append, "nvarchar(max)", 0)]
    [TestCase(Platform.PostgreSql, LoadPattern.Merge, "nvarchar(max)", 0)]
    public void A_load_by_key_needs_one_whose_values_the_platform_tells_apart(
        Platform platform, LoadPattern pattern, string type, int refused)
    {
        var definition = Rig.Load("t", Rig.Column("Id", type, key: 1)) with
        {
            Load = new LoadOptions { Pattern = Rig.Written(pattern) },
        };

        var found = KeyChecks.Of(definition, Platforms.Of(new Connection { Name = "To", Platform = platform })!)
            .Select(one => one.Code);

        Assert.That(found, Is.EqualTo(Enumerable.Repeat("ORC1320", refused)));
    }
}
