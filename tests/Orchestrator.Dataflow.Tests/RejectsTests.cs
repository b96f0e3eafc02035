namespace Orchestrator.Dataflow.Tests;

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
        var numbers = new Dataflow.Transforms.RowTransform<string, int>(
            flow.Rows("texts", Enumerable.Repeat("x", 10)), "numbers", int.Parse);
        numbers.Rejects.Max = 3;
        numbers.Rejects.Output.Trash("rejected");
        numbers.Output.Trash("trash");

        var result = flow.Run();

        Assert.That(result.Failure, Is.TypeOf<RejectsException>()
            .With.Message.StartsWith("numbers rejected more than 3 rows, which is its limit"));
    }
}
