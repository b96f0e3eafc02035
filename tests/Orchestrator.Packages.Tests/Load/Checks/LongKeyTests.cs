using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Load.Checks;

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

    [TestCase("nvarchar(max)", 1)]
    [TestCase("nvarchar(400)", 0)]
    public void A_key_that_says_no_type_has_that_of_its_source(string type, int refused)
    {
        var load = Merge(Rig.Column("Id", key: 1));
        var platform = MariaDbRig.PlatformOf();

        var found = KeyChecks.OfSource(load, platform, [new RowColumn("id", Rig.Type(type))]).Select(one => one.Code);

        Assert.That(KeyChecks.Of(load, platform), Is.Empty);
        Assert.That(found, Is.EqualTo(Enumerable.Repeat("ORC1320", refused)));
    }

    [TestCase("enum('a','b')", 0)]
    [TestCase("text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", 1)]
    public void What_the_platform_itself_declares_is_known_by_that(string declared, int refused)
    {
        var column = new RowColumn("Id", Rig.Type("nvarchar(max)"))
        {
            Native = new NativeType("MariaDB", declared),
        };

        var found = KeyChecks.OfSource(Merge(Rig.Column("Id", key: 1)), MariaDbRig.PlatformOf(), [column]);

        Assert.That(found.Count(), Is.EqualTo(refused));
    }

    [Test]
    public void A_buffer_has_text_of_any_length_where_the_metadata_say_nothing()
    {
        var load = Rig.Load("t", Rig.Column("Id", key: 1)) with { Absorb = new AbsorbOptions() };

        Assert.That(
            KeyChecks.Of(load, MariaDbRig.PlatformOf()).Select(one => one.Code), Is.EqualTo(new[] { "ORC1320" }));
    }

    [Test]
    public void A_load_by_a_key_that_turns_out_to_have_any_length_is_refused_before_its_first_row()
    {
        using var rig = new PatternRig(Platform.MariaDb);
        var load = Merge(Rig.Column("Id", key: 1), Rig.Column("Name", "nvarchar(20)")) with { Target = rig.Target };

        var result = rig.Run(load, "Id,Name", "1,Ann");

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3415", ErrorClass.Config)));
        Assert.That(rig.Query("SHOW TABLES LIKE 't'"), Is.Empty);
    }

    private static ObjectDefinition Merge(params ColumnDefinition[] columns) => Rig.Load("t", columns) with
    {
        Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) },
    };
}
