using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>Whether rows of a key come in one delivery or in several: the target is the same, and the counts.</summary>
internal sealed class ScdParcelTests
{
    private static readonly DateTime Moment = new(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc);

    // Regions of a key that is known with the first one, and of a key that is new; what is kept of them, and versions
    // that change of each.
    private static readonly object[][] Regions =
    [
        ["A B A", "A|B", 2, 2], ["A B", "B|A", 1, 1], ["A B B", "B|A", 1, 1], ["A B C", "C|B", 2, 2],
        ["A B C B C C A A", "A|C", 5, 5], ["A - B", "B|∅", 2, 2], ["- A -", "∅|A", 2, 2], ["A A", "A|∅", 0, 0],
    ];

    // On the server each engine has one of the two deliveries, in turn; both are in --full.
    [TestCaseSource(nameof(Regions))]
    public void The_value_before_is_that_of_the_last_row_with_another(string regions, string kept, int known, int fresh)
    {
        var isTurn = Array.FindIndex(Regions, one => one[0].Equals(regions)) % 2 == 0;
        foreach (var engine in Enum.GetValues<ScdEngine>())
        {
            Check(Platform.Sqlite, engine, isWhole: false, regions, kept, known + fresh);
            Check(Platform.Sqlite, engine, isWhole: true, regions, kept, known + fresh);
            Check(Platform.PostgreSql, engine, (engine == ScdEngine.Set) == isTurn, regions, kept, known + fresh);
        }
    }

    [TestCaseSource(nameof(Regions))]
    [Category("Full")]
    public void So_it_is_with_each_engine_and_delivery_on_a_server(string regions, string kept, int known, int fresh)
    {
        foreach (var engine in Enum.GetValues<ScdEngine>())
        {
            Check(Platform.PostgreSql, engine, isWhole: false, regions, kept, known + fresh);
            Check(Platform.PostgreSql, engine, isWhole: true, regions, kept, known + fresh);
        }
    }

    [Test]
    public void The_same_rows_again_change_nothing(
        [Values(Platform.Sqlite, Platform.PostgreSql)] Platform platform, [Values] ScdEngine engine)
    {
        using var rig = Rig(platform, engine, isWhole: false);
        rig.Run([Row(1, 0, "A")], [], Moment);
        ScdRow[] rows = [Row(1, 1, "B"), Row(1, 2, "A"), Row(2, 1, "A"), Row(2, 2, "B"), Row(2, 3, "B")];
        rig.Run(rows, [], Moment);
        var kept = Kept(rig);

        var again = rig.Run(rows, [], Moment);

        Assert.That($"{again.Counts}", Is.EqualTo("5 read = 5 unchanged"));
        Assert.That(Kept(rig), Is.EqualTo(kept));
    }

    private static void Check(
        Platform platform, ScdEngine engine, bool isWhole, string regions, string kept, int updated)
    {
        ScdRow[] Rows(int key) => [.. regions.Split(' ').Select((value, day) => Row(key, day, value))];
        var (rows, others) = (Rows(1), Rows(2));
        var told = $"{platform}, {engine}, {isWhole}";
        using var one = Rig(platform, engine, isWhole);
        one.Run([rows[0], Row(3, 0, "A")], [], Moment);
        using var several = Rig(platform, engine, isWhole);
        several.Run([rows[0], Row(3, 0, "A")], [], Moment);

        var counts = one.Run([.. rows[1..], .. others, Row(3, 0, "A")], [], Moment).Counts;
        var sum = 0L;
        foreach (var row in rows[1..].Zip(others[1..]).Prepend((rows[0], others[0])))
        {
            sum += several.Run([row.Item1, row.Item2, Row(3, 0, "A")], [], Moment).Counts.Updated;
        }

        Assert.That(Kept(one), Is.EqualTo((string[])[$"1|{kept}", $"2|{kept}", "3|A|∅"]), told);
        Assert.That(Kept(several), Is.EqualTo(Kept(one)), told);
        Assert.That((counts.Updated, counts.Inserted), Is.EqualTo((updated, 1)), told);
        Assert.That(sum, Is.EqualTo(counts.Updated), told);
    }

    private static string[] Kept(ScdRig rig) =>
        rig.Pattern.Query("""SELECT "Id", "R", "PreviousR" FROM t ORDER BY 1""");

    private static ScdRig Rig(Platform platform, ScdEngine engine, bool isWhole) => new(platform, ScdRig.Define(
        new ScdOptions
        {
            EffectiveFrom = "Eff",
            Engine = engine,
            Deletes = isWhole ? DeletedRows.Flag : DeletedRows.Ignore,
        },
        ScdRig.Column("C", ColumnChange.Track), ScdRig.Column("R", ColumnChange.Previous)));

    private static ScdRow Row(int key, int day, string region) => new(
        key, new DateTime(2024, 1, 1).AddDays(day),
        new Dictionary<string, string?> { ["C"] = "c", ["R"] = region == "-" ? null : region });
}
