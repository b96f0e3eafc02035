using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>Another open end in the metadata than the versions of the target hold.</summary>
internal sealed class ScdOpenEndTests
{
    private static readonly DateTime Moment = new(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc);

    // Rows that follow, are late, say nothing new and correct; a key that is missing, one that comes again, a new one.
    [TestCase("9999-12-31", "2999-12-31")]
    [TestCase("2999-12-31", "9999-12-31")]
    [TestCase(null, "9999-12-31")]
    public void Versions_without_an_end_take_the_new_one(string? before, string after)
    {
        foreach (var (platform, engine) in All())
        {
            using var rig = Rig(platform, engine, before);
            Deliver(rig, [1, 2, 3, 4, 5], 10, Moment);
            Deliver(rig, [1, 2, 3, 4], 10, Moment.AddDays(1));
            rig.End(after);
            ScdRow[] rows = [Row(1, 20, "b"), Row(2, 5, "z"), Row(3, 10, "a"), Row(5, 20, "a"), Row(6, 10, "b"),
                Row(6, 11, "c")];
            var expected = rig.Delivered(rows, 0, Moment.AddDays(2));

            var result = rig.Run(rows, [], Moment.AddDays(2));
            var again = rig.Run(rows, [], Moment.AddDays(2));

            var told = $"{platform}, {engine}";
            Assert.That(result.Error, Is.Null, told);
            Assert.That(rig.Held(), Is.EqualTo(rig.Expected()), told);
            Assert.That(ScdRig.Of(result.Counts), Is.EqualTo(expected), told);
            Assert.That(result.Warnings, Has.Some.Contain("`openEnd`"), told);
            Assert.That(again.Warnings, Is.Empty, told);
        }
    }

    [Test]
    public void Ends_that_take_no_null_are_made_to_take_it_first([Values] ScdEngine engine)
    {
        using var rig = Rig(Platform.PostgreSql, engine, "9999-12-31");
        Deliver(rig, [1, 2], 10, Moment);
        rig.End(null);
        ScdRow[] rows = [Row(1, 20, "b"), Row(2, 5, "z")];

        var refused = rig.Run(rows, [], Moment.AddDays(1));
        rig.Pattern.Execute("""ALTER TABLE t ALTER "RowEffectiveToDate" DROP NOT NULL""");
        rig.Delivered(rows, 0, Moment.AddDays(1));
        var result = rig.Run(rows, [], Moment.AddDays(1));

        Assert.That(refused.Error?.Code, Is.EqualTo("ORC3401"));
        Assert.That(result.Error, Is.Null);
        Assert.That(rig.Held(), Is.EqualTo(rig.Expected()));
    }

    [Test]
    public void An_open_end_at_which_versions_begin_is_refused()
    {
        foreach (var (platform, engine) in All())
        {
            using var rig = Rig(platform, engine, "9999-12-31");
            Deliver(rig, [1, 2], 10, Moment);
            rig.End("2024-01-11");
            var before = rig.Held();

            var result = rig.Run([Row(1, 9, "b")], [], Moment.AddDays(1));

            Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3480")));
            rig.End("9999-12-31");
            Assert.That(rig.Held(), Is.EqualTo(before));
        }
    }

    // As two programs with other settings, or somebody's hand, would leave them.
    [Test]
    public void Which_version_has_no_end_its_flag_says_and_no_date_and_all_of_them_come_to_hold_the_same()
    {
        foreach (var (platform, engine) in All())
        {
            using var rig = Rig(platform, engine, "9999-12-31");
            Deliver(rig, [1, 2, 3], 10, Moment);
            rig.Pattern.Execute(
                """UPDATE t SET "RowEffectiveToDate" = '2999-12-31 00:00:00' WHERE "Id" = 2""");
            ScdRow[] rows = [Row(1, 10, "a"), Row(2, 5, "z"), Row(3, 10, "a")];
            rig.Delivered(rows, 0, Moment.AddDays(1));

            var result = rig.Run(rows, [], Moment.AddDays(1));

            Assert.That(result.Error, Is.Null, $"{platform}, {engine}");
            Assert.That(result.Warnings, Has.Some.StartsWith("1 versions without an end"), $"{platform}, {engine}");
            Assert.That(rig.Held(), Is.EqualTo(rig.Expected()), $"{platform}, {engine}");
        }
    }

    private static IEnumerable<(Platform Platform, ScdEngine Engine)> All() =>
        from platform in (Platform[])[Platform.Sqlite, Platform.PostgreSql]
        from engine in Enum.GetValues<ScdEngine>()
        select (platform, engine);

    private static ScdRig Rig(Platform platform, ScdEngine engine, string? end) => new(platform, ScdRig.Define(
        new ScdOptions { EffectiveFrom = "Eff", OpenEnd = end, Deletes = DeletedRows.Close, Engine = engine },
        ScdRig.Column("C", ColumnChange.Track)));

    private static void Deliver(ScdRig rig, int[] keys, int day, DateTime moment)
    {
        ScdRow[] rows = [.. keys.Select(key => Row(key, day, "a"))];
        rig.Delivered(rows, 0, moment);
        Assert.That(rig.Run(rows, [], moment).Error, Is.Null);
    }

    private static ScdRow Row(int key, int day, string value) => new(
        key, new DateTime(2024, 1, 1).AddDays(day), new Dictionary<string, string?> { ["C"] = value });
}
