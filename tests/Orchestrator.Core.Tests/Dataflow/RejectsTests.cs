using Orchestrator.Dataflow;
using Orchestrator.Dataflow.Targets;
using Orchestrator.Dataflow.Transforms;

namespace Orchestrator.Core.Tests.Dataflow;

internal sealed class RejectsTests
{
    [Test]
    public void Rejected_rows_leave_with_their_reason_and_the_others_go_on()
    {
        var flow = new Flow();
        List<int> got = [];
        List<RejectedRow<string>> rejected = [];
        flow.Rows("texts", ["1", "two", "3"]).Transform("numbers", int.Parse, errors => errors.To("rejected", rejected))
            .To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new[] { 1, 3 }));
        Assert.That(rejected.Single().Row, Is.EqualTo("two"));
        Assert.That(rejected.Single().Reason, Does.Contain("two"));
    }

    [Test]
    public void Without_a_link_for_them_the_first_rejected_row_fails_the_flow()
    {
        var flow = new Flow();
        flow.Rows("texts", ["1", "two"]).Transform("numbers", int.Parse).Trash("trash");

        Assert.That(() => flow.Run().ThrowOnFailure(), Throws.TypeOf<FormatException>());
    }

    [Test]
    public void More_rejected_rows_than_the_limit_fail_the_flow()
    {
        var flow = new Flow();
        var numbers = new RowTransform<string, int>(
            flow.Rows("texts", Enumerable.Repeat("x", 10)), "numbers", int.Parse);
        numbers.Rejects.Max = 3;
        numbers.Rejects.Output.Trash("rejected");
        numbers.Output.Trash("trash");

        var result = flow.Run();

        Assert.That(result.Failure, Is.TypeOf<RejectsException>()
            .With.Message.StartsWith("numbers rejected more than 3 rows, which is its limit"));
    }

    [Test]
    public void What_was_rejected_in_one_run_does_not_count_in_the_next()
    {
        var flow = new Flow();
        List<RejectedRow<string>> rejected = [];
        var numbers = new RowTransform<string, int>(flow.Rows("texts", ["x", "y"]), "numbers", int.Parse);
        numbers.Rejects.Max = 3;
        numbers.Rejects.Output.To("rejected", rejected);
        numbers.Output.Trash("trash");

        flow.Run().ThrowOnFailure();
        flow.Run().ThrowOnFailure();

        Assert.That(rejected, Has.Count.EqualTo(4));
        Assert.That(numbers.Rejects.Count, Is.EqualTo(2));
    }

    [Test]
    public void A_row_that_cannot_be_compared_is_rejected_by_sorts_and_unions()
    {
        var flow = new Flow();
        List<string> got = [];
        List<RejectedRow<string>> rejected = [];
        var sorted = flow.Rows("texts", ["3", "x", "1"])
            .Sort("sort", int.Parse, errors: errors => errors.To("rejected", rejected));
        var union = new UnionSortedTransform<string>([sorted, flow.Rows("more", ["2", "y"])], "union",
            Comparer<string>.Create((one, other) => int.Parse(one) - int.Parse(other)));
        union.Rejects.Output.To("rejected more", rejected);
        union.Output.To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(rejected.Select(each => each.Row), Is.EquivalentTo(new[] { "x", "y" }));
    }

    [Test]
    public void A_join_rejects_rows_of_each_side_by_their_keys_and_left_ones_for_which_nothing_can_be_made()
    {
        var flow = new Flow();
        List<int> got = [];
        List<RejectedRow<string>> left = [];
        List<RejectedRow<string>> right = [];
        var join = new JoinMergeTransform<string, string, int, int>(flow.Rows("left", ["1", "x", "2", "3"]), "join",
            flow.Rows("right", ["1", "2", "y", "3", "4"]), JoinKind.Full, int.Parse, int.Parse,
            (one, other) => other == "2" ? throw new FormatException("no two") : int.Parse(other!));
        join.Output.To("list", got);
        join.LeftRejects.Output.To("left errors", left);
        join.RightRejects.Output.To("right errors", right);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new[] { 1, 3, 4 }));
        Assert.That(left.Select(each => each.Row), Is.EqualTo(new[] { "x", "2" }));
        Assert.That(left[1].Reason, Is.EqualTo("no two"));
        Assert.That(right.Select(each => each.Row), Is.EqualTo(new[] { "y" }));
    }

    [Test]
    public void Targets_reject_rows_that_they_cannot_take()
    {
        var flow = new Flow { Options = new LinkOptions { RowsPerBuffer = 2 } };
        List<RejectedRow<int>>[] rejected = [[], [], []];
        HashSet<int> got = [];
        var ways = flow.Rows("numbers", [1, 2, 3]).Multicast("multicast", 3);
        var each = ways[0].ForEach("each", row => got.Add(row == 2 ? throw new FormatException() : row));
        each.Rejects.Output.To("rejected by each", rejected[0]);
        var some = ways[1].ForRows("some", rows => _ = rows[0] == 1 ? throw new FormatException() : rows);
        some.Rejects.Output.To("rejected by some", rejected[1]);
        var few = new CollectionTarget<int>(ways[2], "few", new int[3]);
        few.Rejects.Output.To("rejected by few", rejected[2]);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EquivalentTo(new[] { 1, 3 }));
        Assert.That(rejected.Select(rows => string.Join(' ', rows.Select(row => row.Row))),
            Is.EqualTo(new[] { "2", "1 2", "1 2 3" }));
    }
}
