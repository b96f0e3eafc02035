using Orchestrator.Dataflow;

namespace Orchestrator.Core.Tests.Dataflow;

internal sealed class FlowTests
{
    [Test]
    public void Rows_arrive_in_order_and_are_counted_at_each_worker()
    {
        var flow = new Flow();
        List<int> got = [];
        flow.Rows("numbers", Enumerable.Range(0, 10_000)).Filter("even", row => row % 2 == 0)
            .Transform("half", row => row / 2).To("list", got);

        var result = flow.Run();

        Assert.That(got, Is.EqualTo(Enumerable.Range(0, 5_000)));
        Assert.That(result.Outcome, Is.EqualTo(FlowOutcome.Succeeded));
        Assert.That(result["even"], Has.Property("RowsIn").EqualTo(10_000).And.Property("RowsOut").EqualTo(5_000));
    }

    [Test]
    public void A_flow_can_run_again()
    {
        var flow = new Flow();
        List<int> got = [];
        flow.Rows("numbers", Enumerable.Range(0, 100)).Sort("sort", row => -row).To("list", got);

        flow.Run().ThrowOnFailure();
        flow.Run().ThrowOnFailure();

        Assert.That(got, Has.Count.EqualTo(200));
    }

    [Test]
    public void A_flow_that_runs_is_not_run_a_second_time_beside_that()
    {
        var flow = new Flow("nightly");
        List<string> refused = [];
        flow.Rows("numbers", [1, 2]).ForEach("again", _ => refused.Add(
            Assert.Throws<InvalidOperationException>(() => flow.Run()).Message));

        flow.Run().ThrowOnFailure();
        flow.Run().ThrowOnFailure();

        Assert.That(refused, Has.Count.EqualTo(4).And.All.StartsWith("the flow 'nightly' is running already"));
    }

    [Test]
    public void The_first_failure_ends_all_and_is_told_with_its_worker()
    {
        var flow = new Flow();
        flow.Rows("endless", Forever()).Transform("fails", row => row == 5000 ? throw new FormatException("no") : row)
            .Trash("trash");

        var result = flow.Run();

        Assert.That(result.Outcome, Is.EqualTo(FlowOutcome.Failed));
        Assert.That(result.FailedWorker, Is.EqualTo("fails"));
        Assert.That(() => result.ThrowOnFailure(), Throws.TypeOf<FormatException>().With.Message.EqualTo("no"));
    }

    [TestCase(-1, "end")]
    [TestCase(100, "no")]
    public void A_failure_at_the_end_is_told_unless_there_was_one_before(int failsAt, string expected)
    {
        var flow = new Flow();
        _ = new Unclosable(flow.Rows("rows", Enumerable.Range(0, 1000))
            .Transform("fails", row => row == failsAt ? throw new FormatException("no") : row));

        Assert.That(flow.Run().Failure?.Message, Is.EqualTo(expected));
    }

    [Test]
    public void What_is_cancelled_ends_and_says_so()
    {
        using var cancel = new CancellationTokenSource();
        var flow = new Flow();
        flow.Rows("endless", Forever()).ForEach("cancels", row =>
        {
            if (row == 5000)
            {
                cancel.Cancel();
            }
        });

        var result = flow.Run(cancel.Token);

        Assert.That(result.Outcome, Is.EqualTo(FlowOutcome.Cancelled));
        Assert.That(() => result.ThrowOnFailure(), Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public void What_was_cancelled_before_it_began_does_nothing()
    {
        var flow = new Flow();
        List<int> got = [];
        flow.Rows("numbers", [1, 2, 3]).UnionSorted("union", row => row).To("list", got);

        var result = flow.Run(new CancellationToken(canceled: true));

        Assert.That(result.Outcome, Is.EqualTo(FlowOutcome.Cancelled));
        Assert.That(got, Is.Empty);
    }

    [Test]
    public void An_output_without_a_link_is_refused_by_name()
    {
        var flow = new Flow("nightly");
        flow.Rows("numbers", [1]);

        Assert.That(() => flow.Run(), Throws.InvalidOperationException.With.Message.EqualTo(
            "the flow 'nightly' cannot run: output 'rows' of numbers is linked to nothing; link it to a target, a "
            + "trash target if its rows are not wanted"));
    }

    [Test]
    public void A_split_whose_default_goes_nowhere_is_refused()
    {
        var flow = new Flow();
        var split = flow.Rows("numbers", [1, 2]).Split("split", row => row > 1);
        split.To[0].Trash("trash");

        Assert.That(() => flow.Run(), Throws.InvalidOperationException.With.Message.Contains("'default' of split"));
    }

    [Test]
    public void An_output_is_linked_once()
    {
        var flow = new Flow();
        var numbers = flow.Rows("numbers", [1]);
        numbers.Trash("first");

        Assert.That(() => numbers.Trash("second"),
            Throws.InvalidOperationException.With.Message.Contains("link a multicast between"));
    }

    [Test]
    public void A_link_leads_into_no_other_flow()
    {
        var other = new Flow("other");
        var flow = new Flow("one");
        var numbers = flow.Rows("numbers", [1]);
        var foreign = other.Rows("foreign", [1]);
        numbers.Union("union", foreign).Trash("trash");

        Assert.That(() => flow.Run(), Throws.InvalidOperationException.With.Message.Contains("flow 'other'"));
    }

    [Test]
    public void Names_are_unique()
    {
        var flow = new Flow();
        flow.Rows("numbers", [1]).Trash("trash");

        Assert.That(() => flow.Rows("numbers", [2]), Throws.ArgumentException.With.Message.Contains("'numbers'"));
    }

    [Test]
    public void One_flow_may_run_within_a_step_of_another()
    {
        var flow = new Flow();
        List<int> got = [];
        flow.Rows("numbers", Enumerable.Range(1, 20)).Transform("sums", count =>
        {
            var inner = new Flow();
            var sum = 0;
            inner.Rows("to", Enumerable.Range(1, count)).ForEach("sum", row => sum += row);
            inner.Run().ThrowOnFailure();
            return sum;
        }).To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(Enumerable.Range(1, 20).Select(count => count * (count + 1) / 2)));
    }

    [TestCase(0, 1)]
    [TestCase(65_537, 1)]
    [TestCase(1, 0)]
    [TestCase(1, 1_025)]
    public void Links_are_of_sensible_sizes(int rows, int depth)
    {
        var flow = new Flow();
        var numbers = flow.Rows("numbers", [1]);

        Assert.That(() => numbers.Trash("trash", new LinkOptions { RowsPerBuffer = rows, Depth = depth }),
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("expected '"));
    }

    [Test]
    public void Wide_rows_make_smaller_buffers()
    {
        var options = new LinkOptions { BytesMax = 1000, BytesPerRow = 300 };

        Assert.That(options.RowsOf<string>(), Is.EqualTo(3));
        Assert.That((options with { BytesPerRow = 5000 }).RowsOf<string>(), Is.EqualTo(1));
    }

    [Test]
    public void A_flow_is_drawn_with_its_outputs()
    {
        var flow = new Flow();
        var split = flow.Rows("all \"rows\"", [1, 2]).Split("split", row => row > 1);
        split.To[0].Trash("large");
        split.Default.Trash("small");

        Assert.That(flow.Describe(), Is.EqualTo("""
            flowchart LR
              w0["all #34;rows#34;"]
              w1["split"]
              w2["large"]
              w3["small"]
              w0 --> w1
              w1 -->|"0"| w2
              w1 -->|"default"| w3

            """.ReplaceLineEndings("\n")));
    }

    [Test]
    public void What_holds_up_a_flow_is_seen_while_it_runs()
    {
        using var go = new ManualResetEventSlim();
        using var isFull = new ManualResetEventSlim();
        var flow = new Flow();
        flow.Rows("numbers", Enumerable.Range(0, 100)).ForRows("slow", _ =>
        {
            isFull.Set();
            go.Wait();
        }, new LinkOptions { RowsPerBuffer = 1, Depth = 4 });
        FlowResult? result = null;
        var run = new Thread(() => result = flow.Run());
        run.Start();
        isFull.Wait();
        // One more where the first row was taken before the link was full: room is told of by the half.
        SpinWait.SpinUntil(() => flow.Progress().Links[0].Waiting >= 3);
        var seen = flow.Progress();
        go.Set();
        run.Join();

        Assert.That(seen.Links[0], Has.Property("From").EqualTo("numbers").And.Property("To").EqualTo("slow")
            .And.Property("Rows").EqualTo(1).And.Property("Depth").EqualTo(4));
        Assert.That(result!["numbers"].AwaitingRoom, Is.GreaterThan(TimeSpan.Zero));
    }

    private sealed class Unclosable(Output<int> from) : Target<int>(from, "unclosable")
    {
        protected internal override void End() => throw new InvalidOperationException("end");

        protected override void Receive(ReadOnlySpan<int> rows)
        {
        }
    }

    private static IEnumerable<int> Forever()
    {
        for (var row = 0; ; row++)
        {
            yield return row;
        }
    }
}
