using Orchestrator.Dataflow;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Scd;
using Row = Orchestrator.Packages.Scd.ScdRow;
using Sums = Orchestrator.Packages.Scd.ScdCounts;
using Version = Orchestrator.Packages.Scd.ScdVersion;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>The dataflow worker against the model, and what a single delivery does.</summary>
internal sealed class ScdWorkerTests
{
    private const int BytesMax = 9000;
    private static readonly DateTime Day1 = new(2024, 1, 1);
    private static readonly ScdColumn Tracked = new(ScdChange.Track);

    [Test]
    public void Random_deliveries_make_the_history_of_the_model()
    {
        var counted = default(Sums);
        for (var seed = 1; seed <= 60; seed++)
        {
            counted += Play(seed);
        }

        Assert.That(new[] { counted.Inserted, counted.Updated, counted.Unchanged, counted.Duplicate, counted.Closed },
            Has.All.GreaterThan(40), "each thing happens");
    }

    [Test]
    public void A_late_row_is_put_between_and_facts_keep_their_versions()
    {
        var rules = new ScdRules([Tracked], Day1.AddDays(9));
        Version[] standing = [Standing(1, Day1, Day1.AddDays(5), "a", 1), Standing(1, Day1.AddDays(5), null, "b", 2)];

        var (added, changed, counts) = Run(rules, [Delivered(1, 2, "x")], standing);

        Assert.That(added.Select(Shown), Is.EqualTo(new[] { "1 #2 02..06 x" }));
        Assert.That(changed.Select(Shown), Is.EqualTo(new[] { "1 #1 01..02 a", "1 #3 06.. b" }));
        Assert.That(counts, Is.EqualTo(new Sums(0, 1, 0, 0, 0)));
    }

    [Test]
    public void A_key_that_is_not_delivered_is_closed_only_where_the_delivery_is_whole()
    {
        var rules = new ScdRules([Tracked], Day1.AddDays(9), ScdDeletes.Close);
        Version[] standing = [Standing(1, Day1, null, "a", 1), Standing(2, Day1, null, "b", 1)];

        var whole = Run(rules, [Delivered(1, 1, "a")], standing);
        var partial = Run(rules with { IsWhole = () => false }, [Delivered(1, 1, "a")], standing);
        var empty = Run(rules, [], standing);

        Assert.That(whole.Changed.Select(Shown), Is.EqualTo(new[] { "2 #1 01..10 b" }));
        Assert.That(whole.Counts, Is.EqualTo(new Sums(0, 0, 1, 0, 1)));
        Assert.That(partial.Changed.Concat(empty.Changed), Is.Empty);
    }

    [Test]
    public void What_does_not_fit_into_memory_is_sorted_on_disk()
    {
        var rules = new ScdRules([Tracked], Day1);
        var rows = Enumerable.Range(0, 1000).Select(i => Delivered(i * 7919 % 1009, 1, i % 3 == 0 ? null : $"{i}"));

        var (added, _, counts) = Run(rules, [.. rows], [], new SpillOptions { RowsMax = 10 });

        Assert.That(counts.Inserted, Is.EqualTo(1000));
        Assert.That(added.Select(one => (int)one.Key[0]!), Is.Ordered);
    }

    [Test]
    public void It_is_a_page_written_with_the_public_library_only()
    {
        var folder = TestContext.CurrentContext.TestDirectory;
        while (!File.Exists(Path.Combine(folder, "Orchestrator.sln")))
        {
            folder = Path.GetDirectoryName(folder)!;
        }

        var scd = Path.Combine(folder, "packages", "Orchestrator.Packages", "Scd");
        var bytes = new[] { "ScdWorker.cs", "ScdHistory.cs" }.Sum(file => new FileInfo(Path.Combine(scd, file)).Length);
        var friends = typeof(Flow).Assembly.GetCustomAttributesData()
            .Where(each => each.AttributeType.Name == "InternalsVisibleToAttribute")
            .Select(each => (string)each.ConstructorArguments[0].Value!);

        Assert.That(bytes, Is.LessThan(BytesMax));
        Assert.That(friends, Has.None.EqualTo("Orchestrator.Packages"));
    }

    private static Sums Play(int seed)
    {
        var dice = new Random(seed);
        var columns = Enumerable.Range(0, dice.Next(1, 5)).Select(_ => (ScdChange)dice.Next(5))
            .Select(change => new ScdColumn(change, change == ScdChange.Track && dice.Next(2) == 0)).ToArray();
        var rules = new ScdRules(columns, Day1, (ScdDeletes)dice.Next(3));
        ColumnDefinition[] described = [.. columns.Select(Described)];
        var model = new ScdModel(described, (DeletedRows)rules.Deletes);
        List<Version> target = [];
        var sum = default(Sums);
        for (var delivery = 0; delivery < 8; delivery++)
        {
            var isWhole = dice.Next(5) > 0;
            rules = rules with
            {
                Moment = rules.Moment.AddDays(dice.Next(1, 4)),
                IsWhole = () => isWhole,
                Deletes = dice.Next(2) == 0 ? (ScdDeletes)dice.Next(3) : rules.Deletes,
            };
            model.Deletes = (DeletedRows)rules.Deletes;
            Row[] rows = [.. Enumerable.Range(0, dice.Next(12)).Select(number => new Row([dice.Next(5)],
                Day1.AddDays(dice.Next(12)), number, [.. columns.Select(_ => (object?)(dice.Next(4) == 0
                    ? null : $"{dice.Next(3)}"))]))];
            var told = $"seed {seed}, delivery {delivery}";

            var counts = Deliver(rules, [.. rows.OrderBy(_ => dice.Next())], target, dice);
            var expected = model.Deliver(
                [.. rows.Select(row => Described(row, described))], isWhole ? 0 : 1, rules.Moment);

            Assert.That(counts, Is.EqualTo(new Sums(expected.Inserted, expected.Updated, expected.Unchanged,
                expected.Duplicate, expected.Closed)), told);
            Assert.That(target.Select(Shown).Order(), Is.EqualTo(Versions(model, described).Select(Shown).Order()),
                told);
            var again = Deliver(rules, rows, target, dice);
            Assert.That((again.Inserted, again.Updated, again.Closed), Is.EqualTo((0, 0, 0)), $"{told}, again");
            sum += counts;
        }

        return sum;
    }

    private static ColumnDefinition Described(ScdColumn column, int place) =>
        ScdRig.Column($"C{place}", (ColumnChange)column.Change) with
        {
            Current = column.HasCurrent ? $"Current{place}" : null,
        };

    private static ScdRow Described(Row row, ColumnDefinition[] columns) => new((int)row.Key[0]!, row.Effective,
        columns.Index().ToDictionary(one => one.Item.Name, one => (string?)row.Values[one.Index]));

    private static IEnumerable<Version> Versions(ScdModel model, ColumnDefinition[] columns) =>
        model.Keys.SelectMany(key => key.Value.Select((one, place) => new Version([key.Key], one.From, one.To,
            [.. columns.Select(column => one.Values[column.Name])],
            [.. columns.Select(column => column.Previous ?? column.Current).Select(name =>
                name is null ? null : one.Values[name])])
        {
            Number = place + 1,
            IsDeleted = one.IsDeleted,
        }));

    /// <summary>Does to a target what a load would do.</summary>
    private static Sums Deliver(ScdRules rules, Row[] rows, List<Version> target, Random dice)
    {
        var (added, changed, counts) = Run(rules, rows, [.. target.OrderBy(_ => dice.Next())]);
        foreach (var version in changed)
        {
            target[target.FindIndex(one => Equals(one.Key[0], version.Key[0]) && one.From == version.From)] = version;
        }

        target.AddRange(added.Select(version => version with { IsNew = false }));
        return counts;
    }

    private static (List<Version> Added, List<Version> Changed, Sums Counts) Run(
        ScdRules rules, Row[] rows, Version[] standing, SpillOptions? spill = null)
    {
        var flow = new Flow();
        List<Version> added = [];
        List<Version> changed = [];
        List<Sums> counts = [];
        var scd = new ScdWorker(flow.Rows("rows", rows), flow.Rows("versions", standing), "scd", rules, spill);
        scd.New.To("new", added);
        scd.Changed.To("changed", changed);
        scd.Counts.To("counts", counts);
        flow.Run().ThrowOnFailure();
        return (added, changed, counts.SingleOrDefault());
    }

    private static Row Delivered(int key, int day, string? value) => new([key], Day1.AddDays(day - 1), 1, [value]);

    private static Version Standing(int key, DateTime from, DateTime? to, string value, int number) =>
        new([key], from, to, [value], [null]) { Number = number };

    private static string Shown(Version one) =>
        $"{one.Key[0]} #{one.Number} {one.From:dd}..{one.To:dd} {string.Join(',', one.Values)}"
        + (one.Beside.Any(value => value is not null) ? $" | {string.Join(',', one.Beside)}" : "")
        + (one.IsDeleted ? " deleted" : "");
}
