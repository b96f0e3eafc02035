using Orchestrator.Dataflow;

namespace Orchestrator.Core.Tests.Dataflow;

internal sealed class CompositeWorkerTests
{
    private sealed class Newest : CompositeWorker
    {
        public Newest(Output<(int Key, int Day)> from, string name)
            : base(from.Worker.Flow, name)
        {
            using var parts = Parts();
            Output = from.Sort("sort", row => -row.Day).Distinct("first", row => row.Key).Output;
        }

        public Output<(int Key, int Day)> Output { get; }
    }

    private sealed class Unended : CompositeWorker
    {
        public Unended(Output<int> from)
            : base(from.Worker.Flow, "unended")
        {
            Parts();
            from.Trash("trash");
        }
    }

    [Test]
    public void A_worker_made_of_workers_counts_what_comes_in_and_goes_out()
    {
        var flow = new Flow();
        List<(int Key, int Day)> got = [];
        var newest = new Newest(flow.Rows("rows", [(1, 1), (1, 3), (2, 2), (1, 2)]), "newest");
        newest.Output.To("list", got);

        var result = flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new[] { (1, 3), (2, 2) }));
        Assert.That(result["newest"], Has.Property("RowsIn").EqualTo(4).And.Property("RowsOut").EqualTo(2));
        Assert.That(result["newest/sort"].RowsOut, Is.EqualTo(4));
        Assert.That(result["newest"].Working,
            Is.EqualTo(result["newest/sort"].Working + result["newest/first"].Working));
    }

    [Test]
    public void Two_of_a_kind_and_one_within_another_have_names_of_their_own()
    {
        var flow = new Flow();
        var rows = flow.Rows("rows", [(1, 1), (1, 2)]);
        using (flow.Within("outer"))
        {
            rows = new Newest(new Newest(rows, "one").Output, "two").Output;
        }

        rows.Trash("trash");

        var result = flow.Run().ThrowOnFailure();

        Assert.That(result.Workers.Select(worker => worker.Name), Is.EqualTo(new[]
        {
            "rows", "outer", "outer/one", "outer/one/sort", "outer/one/first", "outer/two", "outer/two/sort",
            "outer/two/first", "trash",
        }));
        Assert.That(result["outer"], Has.Property("RowsIn").EqualTo(2).And.Property("RowsOut").EqualTo(1));
    }

    [Test]
    public void It_is_drawn_as_a_box_around_its_parts()
    {
        var flow = new Flow();
        new Newest(flow.Rows("rows", [(1, 1)]), "newest").Output.Trash("trash");

        Assert.That(flow.Describe(), Is.EqualTo("""
            flowchart LR
              w0["rows"]
              subgraph w1["newest"]
                w2["sort"]
                w3["first"]
              end
              w4["trash"]
              w0 --> w2
              w2 -->|"rows"| w3
              w3 -->|"rows"| w4

            """.ReplaceLineEndings("\n")));
    }

    [Test]
    public void Parts_without_an_end_are_refused_by_name()
    {
        var flow = new Flow("nightly");
        _ = new Unended(flow.Rows("numbers", [1]));

        Assert.That(() => flow.Run(), Throws.InvalidOperationException.With.Message.EqualTo(
            "the flow 'nightly' cannot run: parts of unended are still being added; dispose of what began that"));
    }
}
