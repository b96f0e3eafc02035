using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>Columns beside versions that the metadata do not name.</summary>
internal sealed class OtherColumnsOfVersionsTests
{
    private static readonly DateTime Moment = new(2026, 1, 31, 2, 0, 0);

    [Test]
    public void Versions_that_end_keep_them_and_new_ones_get_their_default(
        [ValueSource(typeof(TestPlatforms), nameof(TestPlatforms.All))] Platform platform,
        [Values] ScdEngine engine)
    {
        var scd = ScdRig.Define(
            new ScdOptions { Engine = engine, Deletes = DeletedRows.Close },
            ScdRig.Column("O", ColumnChange.Track), ScdRig.Column("W", ColumnChange.Overwrite));
        using var rig = new ScdRig(platform, scd with
        {
            Load = scd.Load with { OtherColumns = Rig.Written<OtherColumns?>(OtherColumns.Keep) },
        });
        rig.Run([Row(1, "a", "p"), Row(2, "a", "p"), Row(3, "a", "p")], [], Moment);
        rig.Pattern.Execute($"ALTER TABLE {rig.Pattern.Table} ADD kept varchar(10)");
        rig.Pattern.Execute($"ALTER TABLE {rig.Pattern.Table} ADD made integer NOT NULL DEFAULT 7");
        rig.Pattern.Execute($"UPDATE {rig.Pattern.Table} SET kept = 'x', made = 1");

        var result = rig.Run([Row(1, "b", "p"), Row(2, "a", "q")], [], Moment.AddDays(1));

        Assert.That(result.Error?.Message, Is.Null);
        var held = rig.Pattern.Query(
            "SELECT \"Id\" AS a, \"O\" AS b, \"W\" AS c, coalesce(kept, '-') AS d, made AS e, \"RowVersion\" AS f "
            + $"FROM {rig.Pattern.Table}");
        Assert.That(
            held.Order(StringComparer.Ordinal),
            Is.EqualTo((string[])["1|a|p|x|1|1", "1|b|p|-|7|2", "2|a|q|x|1|1", "3|a|p|x|1|1"]));
    }

    private static ScdRow Row(int key, string own, string shared) => new(
        key, Moment, new Dictionary<string, string?> { ["O"] = own, ["W"] = shared });
}
