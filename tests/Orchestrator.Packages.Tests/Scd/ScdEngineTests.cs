using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>What random histories do not come to: values of all types, odd targets, and memory that does not suffice.
/// </summary>
internal sealed class ScdEngineTests
{
    private static readonly DateTime Moment = new(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc);

    private static readonly ColumnChange[] Shared =
        [ColumnChange.Overwrite, ColumnChange.Fixed, ColumnChange.Previous, ColumnChange.Track, ColumnChange.Ignore];

    // Two values of each type that differ in as little as possible.
    private static readonly (string Type, string One, string Other)[] Types =
    [
        ("nvarchar(20)", "a", "A"), ("nvarchar(20)", "a", "a "), ("nvarchar(max)", "é", "e\u0301"),
        ("decimal(38,10)", "1234567890123456789012345678.0000000001", "1234567890123456789012345678.0000000002"),
        ("decimal(9,2)", "1.50", "1.51"), ("float", "0.1", "0.10000000000000002"),
        ("datetime2(6)", "2024-01-01 00:00:00.000001", "2024-01-01 00:00:00.000002"), ("date", "2024-01-01", ""),
        ("time(6)", "23:59:59.999998", "23:59:59.999999"), ("varbinary(8)", "0x00", "0x0000"), ("bit", "0", "1"),
        ("uniqueidentifier", "0e984725-c51c-4bf4-9960-e1c80e27aba0", "0e984725-c51c-4bf4-9960-e1c80e27aba1"),
    ];

    [Test]
    public void Values_of_all_types_are_told_apart_and_kept_alike(
        [ValueSource(typeof(TestPlatforms), nameof(TestPlatforms.All))] Platform platform)
    {
        var (sets, flows) = (Kept(platform, ScdEngine.Set), Kept(platform, ScdEngine.Dataflow));

        Assert.That(flows, Is.EqualTo(sets));
    }

    [Test]
    public void A_value_that_no_type_of_ours_holds_stays_as_it_is([Values] ScdEngine engine)
    {
        using var rig = new ScdRig(Platform.PostgreSql, ScdRig.Define(
            new ScdOptions { EffectiveFrom = "Eff", Engine = engine }, ScdRig.Column("C", ColumnChange.Track),
            ScdRig.Column("F", ColumnChange.Fixed, "float"), ScdRig.Column("D", ColumnChange.Overwrite, "date")));
        rig.Pattern.Run(rig.Definition, "Id,Eff,C,F,D", "1,2024-01-01,a,1,2024-01-01");
        rig.Pattern.Execute("""UPDATE t SET "F" = 'NaN', "D" = '-infinity'""");

        var result = rig.Pattern.Run(rig.Definition, "Id,Eff,C,F,D", "1,2023-01-01,b,1,2024-01-01");

        Assert.That(result.Error, Is.Null);
        Assert.That(rig.Pattern.Query("""SELECT "C", "F"::text AS f, "D"::text AS d FROM t ORDER BY "C" """),
            Is.EqualTo((string[])["a|NaN|-infinity", "b|NaN|-infinity"]));
    }

    // Closed while other keys were closed, too: its newest version has an end, and gets no flag as well.
    [Test]
    public void A_key_that_was_closed_is_not_flagged_and_begins_anew_where_it_comes_again(
        [ValueSource(typeof(TestPlatforms), nameof(TestPlatforms.All))] Platform platform,
        [Values] ScdEngine engine)
    {
        using var rig = new ScdRig(platform, ScdRig.Define(
            new ScdOptions { EffectiveFrom = "Eff", Deletes = DeletedRows.Close, Engine = engine },
            ScdRig.Column("C", ColumnChange.Track)));
        rig.Run([Row(1, 1, "a"), Row(2, 1, "a"), Row(3, 1, "a")], [], Moment);
        rig.Run([Row(1, 1, "a"), Row(3, 1, "a")], [], Moment);
        var type = platform switch
        {
            Platform.PostgreSql => "boolean",
            Platform.SqlServer => "bit",
            Platform.MariaDb => "bit(1)",
            _ => "INTEGER",
        };
        rig.Pattern.Execute($"""ALTER TABLE {rig.Pattern.Table} ADD "RowIsDeleted" {type}""");
        rig.Take(DeletedRows.Flag);

        var flagged = rig.Run([Row(1, 1, "a")], [], Moment);
        var again = rig.Run([Row(1, 1, "a"), Row(2, 900, "b"), Row(3, 1, "a")], [], Moment);

        Assert.That($"{flagged.Counts}", Is.EqualTo("1 read = 1 unchanged (1 closed)"));
        Assert.That((again.Counts.Inserted, again.Counts.Updated, again.Counts.Closed), Is.EqualTo((0, 2, 0)));
        Assert.That(rig.Pattern.Query($"""
            SELECT "Id", "C", "RowVersion", CAST("RowIsCurrent" AS int) AS c, CAST("RowIsDeleted" AS int) AS d
            FROM {rig.Pattern.Table} WHERE "Id" > 1 ORDER BY 1, 3
            """), Is.EqualTo((string[])["2|a|1|0|∅", "2|b|2|1|0", "3|a|1|1|0"]));
    }

    [Test]
    public void A_row_that_is_no_version_is_refused(
        [Values("RowVersion", "RowEffectiveToDate")] string column, [Values] ScdEngine engine)
    {
        using var rig = new ScdRig(Platform.PostgreSql, ScdRig.Define(
            new ScdOptions { EffectiveFrom = "Eff", Engine = engine },
            ScdRig.Column("C", ColumnChange.Track)));
        rig.Run([Row(1, 1, "a"), Row(1, 2, "b")], [], Moment);
        rig.Pattern.Execute(
            $"""ALTER TABLE t ALTER "{column}" DROP NOT NULL; UPDATE t SET "{column}" = NULL WHERE "C" = 'a'""");
        var before = rig.Held();

        // One comes late, so that all versions of the key are looked at.
        var result = rig.Run([Row(1, 0, "c")], [], Moment);

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3481")));
        Assert.That(result.Error!.Message, Does.Contain("RowEffectiveToDate"));
        Assert.That(rig.Held(), Is.EqualTo(before));
    }

    private static string[] Kept(Platform platform, ScdEngine engine)
    {
        var all = Types.SelectMany(type => Shared.Select(change => (type, change))).Index().ToArray();
        using var rig = new ScdRig(platform, ScdRig.Define(
            new ScdOptions { EffectiveFrom = "Eff", Engine = engine },
            [.. all.Select(one => ScdRig.Column($"C{one.Index}", one.Item.change, one.Item.type.Type))]));
        string Line(int key, int day, Func<(string Type, string One, string Other), string> value) =>
            $"{key},2024-01-0{day}," + string.Join(',', all.Select(one => value(one.Item.type)));
        var header = "Id,Eff," + string.Join(',', all.Select(one => $"C{one.Index}"));

        string[][] deliveries =
        [
            [Line(1, 2, type => type.One), Line(2, 2, type => type.One), Line(3, 2, _ => "")],
            [Line(1, 3, type => type.Other), Line(2, 1, type => type.Other), Line(3, 2, type => type.One)],
            [Line(1, 4, type => type.One), Line(1, 5, type => type.Other), Line(2, 2, type => type.One)],
        ];
        List<string> held = [];
        foreach (var lines in deliveries)
        {
            var result = rig.Pattern.Run(rig.Definition, [header, .. lines]);
            Assert.That(result.Error?.Message, Is.Null, $"{engine}");
            held.AddRange(rig.Pattern.Query(
                $"SELECT * FROM {rig.Pattern.Table} ORDER BY \"Id\", \"RowEffectiveFromDate\""));
            held.Add($"{result.Counts}");
        }

        return [.. held];
    }

    private static ScdRow Row(int key, int day, string value) => new(
        key, new DateTime(2024, 1, 1).AddDays(day), new Dictionary<string, string?> { ["C"] = value });
}
