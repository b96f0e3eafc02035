using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>Whether rows of a key come in one delivery or in several: the target is the same, and the counts.</summary>
internal sealed class ScdParcelTests
{
    private static readonly DateTime Moment = new(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc);

    private static readonly ScdRow Same = Row(100, 0, "A");

    private static readonly Course[] Courses =
    [
        new("A B A", "A|B", 2), new("A B", "B|A", 1), new("A B B", "B|A", 1), new("A B C", "C|B", 2),
        new("A B C B C C A A", "A|C", 5), new("A - B", "B|∅", 2), new("- A -", "∅|A", 2), new("A A", "A|∅", 0),
    ];

    [Test]
    public void The_value_before_is_that_of_the_last_row_with_another(
        [Values] ScdEngine engine, [Values] bool isWhole) => Check(Platform.Sqlite, engine, isWhole, Courses);

    // Each engine has each course with one of the two deliveries, in turn; both are in --full.
    [Test]
    public void So_it_is_on_a_server([Values] ScdEngine engine, [Values] bool isWhole) => Check(
        Platform.PostgreSql, engine, isWhole,
        [.. Courses.Where((_, at) => ((engine == ScdEngine.Set) == (at % 2 == 0)) == isWhole)]);

    [Test]
    [Category("Full")]
    public void So_it_is_with_each_engine_and_delivery_on_a_server([Values] ScdEngine engine, [Values] bool isWhole) =>
        Check(Platform.PostgreSql, engine, isWhole, Courses);

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

    // Each course is that of two keys: of one that is known with its first row, and of one that is new.
    private static void Check(Platform platform, ScdEngine engine, bool isWhole, Course[] courses)
    {
        ScdRow[] known = [.. courses.Select((course, at) => course.Row(2 * at, 0)), Same];
        using var one = Rig(platform, engine, isWhole);
        one.Run(known, [], Moment);
        using var several = Rig(platform, engine, isWhole);
        several.Run(known, [], Moment);

        var counts = one.Run(
            [.. courses.SelectMany((course, at) => course.Rows(2 * at).Skip(1).Concat(course.Rows(2 * at + 1))), Same],
            [], Moment).Counts;

        Assert.That(Kept(one), Is.EqualTo((string[])
            [.. courses.SelectMany((course, at) => course.KeptOf(2 * at, 2 * at + 1)), $"{Same.Key}|A|∅"]));
        Assert.That(
            (counts.Updated, counts.Inserted),
            Is.EqualTo((2L * courses.Sum(course => course.Changes), (long)courses.Length)));
        for (var day = 0; day < courses.Max(course => course.Days); day++)
        {
            // What has come to its end is delivered once more, as it was.
            var next = several.Run(
                [.. courses.SelectMany((course, at) => course.Both(2 * at, 2 * at + 1, day)), Same], [], Moment).Counts;

            Assert.That(next.Updated, Is.EqualTo(2 * courses.Count(course => course.ChangesOn(day))), $"day {day}");
            Assert.That(next.Inserted, Is.EqualTo(day == 0 ? courses.Length : 0), $"day {day}");
        }

        Assert.That(Kept(several), Is.EqualTo(Kept(one)));
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

    /// <summary>Regions of a key, a row each.</summary>
    /// <param name="Regions">Them, with a blank between; - is NULL.</param>
    /// <param name="Kept">What is kept in the end: the last one, and the one before.</param>
    /// <param name="Changes">How often they change.</param>
    private sealed record Course(string Regions, string Kept, int Changes)
    {
        private readonly string[] _values = Regions.Split(' ');

        public int Days => _values.Length;

        public bool ChangesOn(int day) => day > 0 && day < Days && _values[day] != _values[day - 1];

        public ScdRow Row(int key, int day) =>
            ScdParcelTests.Row(key, Math.Min(day, Days - 1), _values[Math.Min(day, Days - 1)]);

        public IEnumerable<ScdRow> Rows(int key) => _values.Select((_, day) => Row(key, day));

        public ScdRow[] Both(int key, int other, int day) => [Row(key, day), Row(other, day)];

        public string[] KeptOf(int key, int other) => [$"{key}|{Kept}", $"{other}|{Kept}"];
    }
}
