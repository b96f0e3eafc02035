using System.Collections.Concurrent;
using Orchestrator.Dataflow;

namespace Orchestrator.Core.Tests.Dataflow.Running;

/// <summary>What a source that waits has given arrives before it waits again, and it can be stopped.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class BlockingSourceTests : IDisposable
{
    private readonly BlockingCollection<int> _queue = [.. Enumerable.Range(0, 60)];

    public void Dispose() => _queue.Dispose();

    [Test]
    public void Who_receives_the_last_row_may_end_the_queue_that_the_source_waits_for()
    {
        var flow = new Flow();
        var got = 0;
        flow.Rows("queue", _queue.GetConsumingEnumerable(), mayBlock: true).ForEach("each", _ =>
        {
            if (++got == 60)
            {
                _queue.CompleteAdding();
            }
        });

        Assert.That(Ends(flow, _queue.CompleteAdding).Outcome, Is.EqualTo(FlowOutcome.Succeeded));
    }

    [Test]
    public void A_link_of_few_rows_keeps_the_source_from_running_far_ahead()
    {
        var flow = new Flow { Options = new LinkOptions { RowsPerBuffer = 1, Depth = 1 } };
        var (given, ahead) = (0, 0);
        flow.Rows("wide", Wide(), mayBlock: true).ForEach("each", row =>
        {
            // Behind the first rows, when the source has had all the time that it could use.
            ahead = row == 20 ? Volatile.Read(ref given) - row : ahead;
        });

        Assert.That(flow.Run().Outcome, Is.EqualTo(FlowOutcome.Succeeded));
        Assert.That(ahead, Is.LessThan(8));

        IEnumerable<int> Wide()
        {
            for (var row = 0; row < 1000; row++)
            {
                Volatile.Write(ref given, row);
                yield return row;
            }
        }
    }

    [Test]
    public void What_waits_at_a_buffer_arrives_before_the_source_has_another_row()
    {
        var flow = new Flow { Options = new LinkOptions { RowsPerBuffer = 1, Depth = 1 } };
        var got = 0;
        flow.Rows("queue", _queue.GetConsumingEnumerable(), mayBlock: true).Buffer(
            "buffer", new SpillOptions { RowsMax = 10 }).ForEach("each", _ =>
            {
                if (++got == 60)
                {
                    _queue.CompleteAdding();
                }
            });

        Assert.That(Ends(flow, _queue.CompleteAdding).Outcome, Is.EqualTo(FlowOutcome.Succeeded));
    }

    [Test]
    public void What_a_transform_that_may_block_has_added_does_not_wait_for_its_next_step()
    {
        var flow = new Flow { Options = new LinkOptions { RowsPerBuffer = 4 } };
        using var hasArrived = new ManualResetEventSlim();
        var asked = flow.Rows("numbers", Enumerable.Range(0, 8)).Lookup("ask", row => row, (keys, cancellation) =>
        {
            if (keys[0] == 4)
            {
                hasArrived.Wait(cancellation);
            }

            return keys.Take(1);
        }, row => row, (row, _) => row);
        asked.Misses.Trash("misses");
        asked.Output.ForEach("each", _ => hasArrived.Set());

        Assert.That(Ends(flow, hasArrived.Set).Outcome, Is.EqualTo(FlowOutcome.Succeeded));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void A_failure_beside_it_stops_a_source_that_waits(bool enumerates)
    {
        var flow = new Flow();
        var waiting = enumerates
            ? flow.Rows("queue", _queue.GetConsumingEnumerable, mayBlock: true)
            : flow.Produce<int>("queue", (output, cancellation) =>
            {
                output.Add(_queue.Take(cancellation));
                return true;
            }, mayBlock: true);
        waiting.ForEach("each", row => _ = row == 59 ? throw new FormatException("no") : row);

        Assert.That(Ends(flow, _queue.CompleteAdding).Failure, Is.TypeOf<FormatException>());
    }

    /// <summary>The result of a flow that ends by itself; one that does not is helped, and fails the test.</summary>
    private static FlowResult Ends(Flow flow, Action help)
    {
        FlowResult? result = null;
        var run = new Thread(() => result = flow.Run());
        run.Start();
        var hasEnded = run.Join(TimeSpan.FromMinutes(5));
        help();
        run.Join();
        Assert.That(hasEnded, "it waits for itself");
        return result!;
    }
}
