using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>
/// A target that leaves writes out without a word: each statement that changes it is held against what was due, so that
/// no key is left without a current version, or with two.
/// </summary>
internal sealed class ScdRefusalTests
{
    private static readonly DateTime Moment = new(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc);

    // What a delivery does to key 2, and the statement that a trigger keeps from doing it.
    [TestCase("a new version is added", "INSERT")]
    [TestCase("a new key is added", "INSERT")]
    [TestCase("the version before ends", "UPDATE")]
    [TestCase("a version is corrected", "UPDATE")]
    [TestCase("a late row cuts a version", "UPDATE")]
    [TestCase("a late row moves the places", "UPDATE")]
    [TestCase("several rows end a version", "UPDATE")]
    [TestCase("a value is written over", "UPDATE")]
    [TestCase("a missing key is closed", "UPDATE")]
    [TestCase("a missing key is flagged", "UPDATE")]
    [TestCase("a flag is taken away", "UPDATE")]
    [TestCase("a closed key is opened", "INSERT")]
    [TestCase("another open end is written", "UPDATE")]
    public void What_a_trigger_leaves_out_fails_the_load(string what, string statement)
    {
        foreach (var platform in (Platform[])[Platform.Sqlite, Platform.PostgreSql])
        {
            foreach (var engine in Enum.GetValues<ScdEngine>())
            {
                using var rig = Made(what, platform, engine);
                var before = rig.Held();
                foreach (var leaving in Leaving(platform, statement))
                {
                    rig.Pattern.Execute(leaving);

                    var result = rig.Run(Second(what), [], Moment.AddDays(2));

                    var told = $"{platform}, {engine}: {result.Counts}, {leaving}";
                    Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3407")), told);
                    Assert.That(result.Error!.Message, Does.Contain("trigger"), told);
                    Assert.That(rig.Held(), Is.EqualTo(before), told);
                }
            }
        }
    }

    [Test]
    public void A_trigger_that_notes_what_is_written_fails_nothing(
        [Values(Platform.Sqlite, Platform.PostgreSql)] Platform platform, [Values] ScdEngine engine)
    {
        using var rig = Made("a missing key is closed", platform, engine);
        rig.Pattern.Execute("CREATE TABLE noted (id int)");
        foreach (var statement in (string[])["INSERT", "UPDATE"])
        {
            rig.Pattern.Execute(Noting(platform, statement));
        }

        Row[] rows = [new(1, 2, "b"), new(3, 0, "z"), new(4, 1, "a")];
        var expected = rig.Delivered([.. rows.Select(Of)], 0, Moment.AddDays(2));
        var result = rig.Run(rows.Select(Of), [], Moment.AddDays(2));

        Assert.That(result.Error, Is.Null);
        Assert.That(ScdRig.Of(result.Counts), Is.EqualTo(expected));
        Assert.That(rig.Held(), Is.EqualTo(rig.Expected()));
        Assert.That(rig.Pattern.Query("SELECT count(*) AS n FROM noted"), Is.Not.EqualTo((string[])["0"]));
    }

    private static ScdRig Made(string what, Platform platform, ScdEngine engine)
    {
        var rig = new ScdRig(platform, ScdRig.Define(
            new ScdOptions
            {
                EffectiveFrom = "Eff",
                Deletes = what.Contains("flag") ? DeletedRows.Flag
                    : what.Contains("close") ? DeletedRows.Close : DeletedRows.Ignore,
                Engine = engine,
            },
            ScdRig.Column("C", ColumnChange.Track), ScdRig.Column("O", ColumnChange.Overwrite)));
        Row[] first = [new(1, 1, "a"), new(2, 1, "a"), new(3, 1, "a")];
        Deliver(rig, what.Contains("new key") ? [first[0], first[2]] : first, Moment);
        if (what is "a flag is taken away" or "a closed key is opened")
        {
            Deliver(rig, [first[0], first[2]], Moment.AddDays(1));
        }

        if (what is "another open end is written")
        {
            rig.End("2999-12-31");
        }

        return rig;
    }

    private static void Deliver(ScdRig rig, Row[] rows, DateTime moment)
    {
        rig.Delivered([.. rows.Select(Of)], 0, moment);
        Assert.That(rig.Run(rows.Select(Of), [], moment).Error, Is.Null);
    }

    private static IEnumerable<ScdRow> Second(string what) => ((Row[])
    [
        new(1, 1, "a"), new(3, 1, "a"), .. what switch
        {
            "a version is corrected" => [new(2, 1, "b")],
            "a late row cuts a version" => [new(2, 3, "c"), new(2, 2, "b")],
            "a late row moves the places" => [new(2, 0, "z")],
            "several rows end a version" => [new(2, 2, "b"), new(2, 3, "a")],
            "a value is written over" => [new(2, 1, "a", "y")],
            "a missing key is closed" or "a missing key is flagged" => [],
            "a flag is taken away" or "a closed key is opened" or "another open end is written" => [new(2, 1, "a")],
            _ => new[] { new Row(2, 2, "b") },
        },
    ]).Select(Of);

    // In PostgreSQL one that gives back the old row has changed a row, by what the server says.
    private static string[] Leaving(Platform platform, string statement)
    {
        if (platform == Platform.Sqlite)
        {
            return [$"""
                CREATE TRIGGER leave BEFORE {statement} ON t WHEN new."Id" = 2 BEGIN SELECT RAISE(IGNORE); END
                """];
        }

        var none = $"""
            {LeavingFunction("NULL")};
            CREATE TRIGGER leave BEFORE {statement} ON t FOR EACH ROW EXECUTE FUNCTION leave()
            """;
        return statement == "UPDATE" ? [none, LeavingFunction("OLD")] : [none];
    }

    private static string LeavingFunction(string leaves) => $"""
        CREATE OR REPLACE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS $b$
            BEGIN IF new."Id" = 2 THEN RETURN {leaves}; END IF; RETURN new; END $b$
        """;

    private static string Noting(Platform platform, string statement) => platform == Platform.PostgreSql
        ? $"""
            CREATE FUNCTION note_{statement}() RETURNS trigger LANGUAGE plpgsql AS $b$
                BEGIN INSERT INTO noted VALUES (new."Id"), (0); RETURN new; END $b$;
            CREATE TRIGGER note_{statement} AFTER {statement} ON t FOR EACH ROW EXECUTE FUNCTION note_{statement}()
            """
        : $"""
            CREATE TRIGGER note_{statement} AFTER {statement} ON t
            BEGIN INSERT INTO noted VALUES (new."Id"), (0); END
            """;

    private static ScdRow Of(Row row) => new(row.Key, new DateTime(2024, 1, 1).AddDays(row.Day),
        new Dictionary<string, string?> { ["C"] = row.Value, ["O"] = row.Other });

    private sealed record Row(int Key, int Day, string Value, string Other = "x");
}
