using Orchestrator.Dataflow;
using Orchestrator.Dataflow.Transforms;

namespace Orchestrator.Core.Tests.Dataflow.Transforms;

internal sealed class PartialLookupTests
{
    private static readonly LinkOptions TwoRows = new() { RowsPerBuffer = 2 };

    [Test]
    public void Keys_are_asked_for_in_batches_each_once_and_rows_keep_their_order()
    {
        List<string> questions = [];
        var (found, missed) = Run([3, 1, 3, 2, 5, 1], questions, new PartialLookupOptions { KeysPerQuestion = 3 });

        Assert.That(found, Is.EqualTo(new[] { "3=three", "1=one", "3=three", "1=one" }));
        Assert.That(missed, Is.EqualTo(new[] { 2, 5 }));
        Assert.That(questions, Is.EqualTo(new[] { "3 1 2", "5" }));
    }

    [Test]
    public void What_was_asked_lately_is_not_asked_again_misses_included()
    {
        List<string> questions = [];
        Run([1, 2, 2, 1, 1, 2], questions, PartialLookupOptions.Default, TwoRows);

        Assert.That(questions, Is.EqualTo(new[] { "1 2" }));
    }

    [Test]
    public void Beyond_its_limit_the_answer_that_was_used_longest_ago_is_forgotten()
    {
        List<string> questions = [];
        Run([1, 2, 1, 3, 1, 2], questions, new PartialLookupOptions { KeysKept = 2 }, TwoRows);

        Assert.That(questions, Is.EqualTo(new[] { "1 2", "3", "2" }));
    }

    [Test]
    public void Without_a_cache_each_buffer_asks()
    {
        List<string> questions = [];
        Run([1, 2, 1, 1], questions, new PartialLookupOptions { KeysKept = 0 }, TwoRows);

        Assert.That(questions, Is.EqualTo(new[] { "1 2", "1" }));
    }

    [TestCase("one", "ONE", "got a row of a key that it did not ask for")]
    [TestCase("one", "one one", "got two rows of one key")]
    public void Answers_that_do_not_fit_fail_with_advice(string row, string answers, string expected)
    {
        var flow = new Flow();
        var lookup = flow.Rows("rows", [row]).Lookup(
            "lookup", text => text, (_, _) => answers.Split(' '), text => text, (text, _) => text);
        lookup.Output.Trash("found");
        lookup.Misses.Trash("missed");

        Assert.That(() => flow.Run().ThrowOnFailure(),
            Throws.InvalidOperationException.With.Message.Contains(expected));
    }

    [Test]
    public void A_row_whose_key_cannot_be_made_is_rejected()
    {
        var flow = new Flow();
        List<RejectedRow<string>> rejected = [];
        List<int> got = [];
        var lookup = new PartialLookupTransform<string, int, int, int>(flow.Rows("rows", ["1", "x", "2"]), "lookup",
            int.Parse, (keys, _) => keys, found => found, (_, found) => found);
        lookup.Output.To("found", got);
        lookup.Misses.Trash("missed");
        lookup.Rejects.Output.To("rejected", rejected);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new[] { 1, 2 }));
        Assert.That(rejected.Single().Row, Is.EqualTo("x"));
    }

    [Test]
    public void A_question_hears_that_the_flow_is_to_stop()
    {
        using var cancel = new CancellationTokenSource();
        var flow = new Flow();
        var lookup = flow.Rows("rows", [1]).Lookup<int, int, int, int>("lookup", row => row, (_, cancellation) =>
        {
            cancel.Cancel();
            cancellation.WaitHandle.WaitOne();
            return [1];
        }, row => row, (row, _) => row);
        lookup.Output.Trash("found");
        lookup.Misses.Trash("missed");

        Assert.That(flow.Run(cancel.Token).Outcome, Is.EqualTo(FlowOutcome.Cancelled));
    }

    private static (List<string> Found, List<int> Missed) Run(
        int[] rows, List<string> questions, PartialLookupOptions options, LinkOptions? link = null)
    {
        var names = new Dictionary<int, string> { [1] = "one", [3] = "three" };
        var flow = new Flow();
        List<string> found = [];
        List<int> missed = [];
        var lookup = flow.Rows("rows", rows).Lookup("lookup", row => row, (keys, _) =>
        {
            questions.Add(string.Join(' ', keys));
            return keys.Where(names.ContainsKey);
        }, key => key, (row, key) => $"{row}={names[key]}", options, link);
        lookup.Output.To("found", found);
        lookup.Misses.To("missed", missed);

        flow.Run().ThrowOnFailure();

        return (found, missed);
    }
}
