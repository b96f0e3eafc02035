using Orchestrator.Dataflow;
using Orchestrator.Dataflow.Transforms;

namespace Orchestrator.Core.Tests.Dataflow.Transforms;

internal sealed class TransformTests
{
    private static readonly (int Key, string Value)[] Left = [(1, "a"), (2, "b"), (2, "c"), (4, "d")];
    private static readonly (int Key, string Value)[] Right = [(2, "x"), (2, "y"), (3, "z"), (4, "w")];

    [Test]
    public void Multicast_sends_each_row_to_all()
    {
        var flow = new Flow();
        List<int>[] got = [[], [], []];
        var outputs = flow.Rows("numbers", Enumerable.Range(0, 3000)).Multicast("multicast", 3);
        for (var i = 0; i < 3; i++)
        {
            outputs[i].To($"list {i}", got[i]);
        }

        flow.Run().ThrowOnFailure();

        Assert.That(got, Has.All.EqualTo(Enumerable.Range(0, 3000)));
    }

    [Test]
    public void Split_sends_each_row_to_the_first_condition_that_it_meets()
    {
        var flow = new Flow();
        List<int>[] got = [[], [], []];
        var split = flow.Rows("numbers", Enumerable.Range(0, 10)).Split("split", row => row < 3, row => row < 6);
        split.To[0].To("first", got[0]);
        split.To[1].To("second", got[1]);
        split.Default.To("default", got[2]);

        flow.Run().ThrowOnFailure();

        Assert.That(got[0], Is.EqualTo(new[] { 0, 1, 2 }));
        Assert.That(got[1], Is.EqualTo(new[] { 3, 4, 5 }));
        Assert.That(got[2], Is.EqualTo(new[] { 6, 7, 8, 9 }));
    }

    [Test]
    public void Union_of_sorted_rows_is_sorted()
    {
        var flow = new Flow();
        List<int> got = [];
        flow.Rows("even", Enumerable.Range(0, 2000).Select(row => 2 * row)).UnionSorted("union", row => row,
            flow.Rows("odd", Enumerable.Range(0, 1000).Select(row => (2 * row) + 1)), flow.Rows<int>("none", []))
            .To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.Ordered);
        Assert.That(got, Has.Count.EqualTo(3000));
    }

    [Test]
    public void Sort_brings_more_rows_than_it_may_keep_into_order_by_files()
    {
        var flow = new Flow();
        List<int> got = [];
        var numbers = flow.Rows("numbers", Enumerable.Range(0, 10_000).Select(row => row * 7919 % 10_007));
        var sort = new SortTransform<int>(
            numbers, "sort", Comparer<int>.Default, new SpillOptions { RowsMax = 999 });
        var files = 0;
        sort.Output.ForEach("list", row =>
        {
            files = sort.Files;
            got.Add(row);
        });

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.Ordered);
        Assert.That(got, Has.Count.EqualTo(10_000));
        Assert.That(files, Is.EqualTo(10));
        Assert.That(sort.Files, Is.Zero, "files are gone behind the end");
    }

    [Test]
    public void Aggregate_makes_one_row_of_each_key_in_the_order_of_their_first_rows()
    {
        var flow = new Flow();
        List<string> got = [];
        flow.Rows("rows", Left).Aggregate("sum", row => row.Key, _ => "", (text, row) => text + row.Value,
            (key, text) => $"{key}{text}").To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new[] { "1a", "2bc", "4d" }));
    }

    [Test]
    public void Distinct_lets_the_first_row_of_each_key_pass()
    {
        var flow = new Flow();
        List<string> got = [];
        List<string> duplicates = [];
        var distinct = flow.Rows("rows", Left).Distinct("distinct", row => row.Key);
        distinct.Output.Transform("value", row => row.Value).To("list", got);
        distinct.Duplicates.Transform("duplicate", row => row.Value).To("duplicates", duplicates);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new[] { "a", "b", "d" }));
        Assert.That(duplicates, Is.EqualTo(new[] { "c" }));
        Assert.That(distinct.DuplicateCount, Is.EqualTo(1));
    }

    [Test]
    public void Lookup_finds_or_misses()
    {
        var flow = new Flow();
        List<string> got = [];
        List<string> missed = [];
        var lookup = flow.Rows("rows", Left).Lookup("lookup", flow.Rows("names", [(2, "two"), (4, "four")]),
            row => row.Key, found => found.Item1, (row, found) => row.Value + found.Item2);
        lookup.Output.To("list", got);
        lookup.Misses.Transform("value", row => row.Value).To("missed", missed);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new[] { "btwo", "ctwo", "dfour" }));
        Assert.That(missed, Is.EqualTo(new[] { "a" }));
    }

    [Test]
    public void Two_rows_of_one_key_are_nothing_to_look_up()
    {
        var flow = new Flow();
        var lookup = flow.Rows("rows", Left).Lookup("lookup", flow.Rows("names", Right),
            row => row.Key, found => found.Key, (row, found) => row.Value + found.Value);
        lookup.Output.Trash("found");
        lookup.Misses.Trash("missed");

        Assert.That(() => flow.Run().ThrowOnFailure(),
            Throws.InvalidOperationException.With.Message.StartsWith("lookup got two rows of one key to look up"));
    }

    [TestCase(JoinKind.Inner, "bx by cx cy dw")]
    [TestCase(JoinKind.Left, "a bx by cx cy dw")]
    [TestCase(JoinKind.Right, "bx by cx cy z dw")]
    [TestCase(JoinKind.Full, "a bx by cx cy z dw")]
    public void Join_pairs_rows_of_one_key(JoinKind kind, string expected)
    {
        var flow = new Flow();
        List<string> got = [];
        flow.Rows("left", Left).JoinMerge("join", flow.Rows("right", Right), kind, row => row.Key, row => row.Key,
            (left, right) => left.Value + right.Value).To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(string.Join(' ', got), Is.EqualTo(expected));
    }

    [Test]
    public void Join_refuses_rows_that_are_not_sorted()
    {
        var flow = new Flow();
        flow.Rows("left", [2, 1]).JoinMerge("join", flow.Rows("right", [1, 2]), JoinKind.Full, row => row, row => row,
            (left, right) => left + right).Trash("trash");

        Assert.That(() => flow.Run().ThrowOnFailure(), Throws.InvalidOperationException.With.Message.EqualTo(
            "rows of input 'left' of join are not sorted by their key: link a sort before it"));
    }

    [Test]
    public void Rows_of_one_key_are_put_together_and_taken_apart()
    {
        var flow = new Flow();
        List<string> groups = [];
        List<string> got = [];
        var ways = flow.Rows("rows", Left).GroupSorted("group", row => row.Key).Multicast("multicast", 2);
        ways[0].Transform("text", group => $"{group.Key}:{group.Rows.Count}").To("groups", groups);
        ways[1].Expand("expand", group => group.Rows.Select(row => row.Value)).To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(groups, Is.EqualTo(new[] { "1:1", "2:2", "4:1" }));
        Assert.That(got, Is.EqualTo(new[] { "a", "b", "c", "d" }));
    }

    [Test]
    public void What_cannot_be_taken_apart_or_has_no_key_is_rejected()
    {
        var flow = new Flow();
        List<int> got = [];
        List<RejectedRow<string>> rejected = [];
        var groups = new GroupSortedTransform<string, int>(flow.Rows("rows", ["1", "x", "1", "2"]), "group", int.Parse);
        groups.Rejects.Output.To("rejected", rejected);
        groups.Output.Expand("expand", group => group.Key == 2 ? throw new FormatException() : group.Rows,
            errors => errors.Transform("key", each => each.Row.Key).To("rejected groups", got)).Trash("trash");

        flow.Run().ThrowOnFailure();

        Assert.That(rejected.Single().Row, Is.EqualTo("x"));
        Assert.That(got, Is.EqualTo(new[] { 2 }));
    }

    [Test]
    public void Rows_that_are_not_sorted_are_not_put_together()
    {
        var flow = new Flow();
        flow.Rows("rows", [1, 2, 1]).GroupSorted("group", row => row).Trash("trash");

        Assert.That(() => flow.Run().ThrowOnFailure(), Throws.InvalidOperationException.With.Message.EqualTo(
            "rows of group are not sorted by their key: link a sort before it"));
    }

    [Test]
    public void Batch_makes_arrays_and_keeps_the_rest()
    {
        var flow = new Flow();
        List<int[]> got = [];
        flow.Rows("numbers", Enumerable.Range(0, 2500)).Batch("batch", 1000).To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got.Select(rows => rows.Length), Is.EqualTo(new[] { 1000, 1000, 500 }));
        Assert.That(got.SelectMany(rows => rows), Is.EqualTo(Enumerable.Range(0, 2500)));
    }

    [Test]
    public void What_splits_and_joins_again_does_not_wait_for_itself()
    {
        var flow = new Flow { Options = new LinkOptions { RowsPerBuffer = 1, Depth = 1 }, Threads = 2 };
        List<int> got = [];
        var ways = flow.Rows("numbers", Enumerable.Range(0, 5000)).Multicast("multicast", 2);
        ways[0].Sort("sort", row => row).JoinMerge("join", ways[1], JoinKind.Inner, row => row, row => row,
            (one, other) => one + other).To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(Enumerable.Range(0, 5000).Select(row => 2 * row)));
    }

    [Test]
    public void A_buffer_lets_those_before_it_go_on()
    {
        using var isRead = new ManualResetEventSlim();
        var flow = new Flow { Options = new LinkOptions { RowsPerBuffer = 2, Depth = 1 }, Threads = 2 };
        List<int> got = [];
        flow.Rows("numbers", Enumerable.Range(0, 5000).Concat(End(isRead))).Buffer("buffer",
            new SpillOptions { RowsMax = 10 }).ForRows("late", rows =>
            {
                isRead.Wait();
                got.AddRange(rows);
            });

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(Enumerable.Range(0, 5000)));
    }

    private static IEnumerable<int> End(ManualResetEventSlim isRead)
    {
        isRead.Set();
        yield break;
    }
}
