using Orchestrator.Dataflow;

namespace Orchestrator.Core.Tests.Dataflow.Running;

/// <summary>A run comes to its end whatever workers and callers do, and nothing of it is left.</summary>
internal sealed class FlowEndTests
{
    [TestCase(10, FlowOutcome.Succeeded)]
    [TestCase(5, FlowOutcome.Failed)]
    public void A_callback_that_throws_where_the_flow_stops_does_not_keep_it_from_its_end(
        int failsAt, FlowOutcome expected)
    {
        var flow = new Flow();
        var throws = new ThrowsAtStop(flow);
        throws.Output.ForEach("each", row => _ = row == failsAt ? throw new FormatException("no") : row);

        var result = flow.Run();

        Assert.That(result.Outcome, Is.EqualTo(expected));
        Assert.That(result.Failure?.Message, Is.EqualTo(expected == FlowOutcome.Failed ? "no" : null));
        Assert.That(throws.HasEnded);
        Assert.That(throws.WasStopped, Is.EqualTo(expected == FlowOutcome.Failed));
    }

    [Test]
    public void A_callback_that_throws_where_it_is_cancelled_does_not_change_that()
    {
        using var cancel = new CancellationTokenSource();
        var flow = new Flow();
        var throws = new ThrowsAtStop(flow);
        throws.Output.ForEach("each", _ => cancel.Cancel());

        Assert.That(flow.Run(cancel.Token).Outcome, Is.EqualTo(FlowOutcome.Cancelled));
        Assert.That(throws.HasEnded);
    }

    [Test]
    public void Whoever_is_interrupted_while_it_runs_leaves_no_thread_behind()
    {
        using var isAtWork = new ManualResetEventSlim();
        var flow = new Flow();
        var ends = new ThrowsAtStop(flow);
        ends.Output.ForEach("each", _ => isAtWork.Set());
        flow.Rows("endless", Enumerable.Repeat(1, int.MaxValue)).Trash("trash");
        Exception? thrown = null;
        var run = new Thread(() => thrown = Assert.Catch(() => flow.Run()));
        run.Start();
        isAtWork.Wait();
        run.Interrupt();
        run.Join();

        Assert.That(thrown, Is.TypeOf<ThreadInterruptedException>());
        Assert.That(ends.HasEnded);
        Assert.That(flow.BuffersAway, Is.Zero);
    }

    [Test]
    public void Whoever_is_interrupted_while_it_stops_leaves_no_thread_behind_and_is_interrupted_next()
    {
        using var isAtWork = new ManualResetEventSlim();
        using var mayEnd = new ManualResetEventSlim();
        var (hasEnded, wasInterrupted) = (false, false);
        FlowOutcome? outcome = null;
        var flow = new Flow();
        var run = new Thread(() =>
        {
            outcome = flow.Run().Outcome;
            wasInterrupted = Assert.Catch<ThreadInterruptedException>(() => mayEnd.WaitHandle.WaitOne()) is not null;
        });
        flow.Rows("deaf", Deaf(), mayBlock: true).Trash("trash");
        _ = new TellsStop(flow, () =>
        {
            run.Interrupt();
            ThreadPool.QueueUserWorkItem(_ =>
            {
                SpinWait.SpinUntil(() => run.ThreadState.HasFlag(ThreadState.WaitSleepJoin));
                mayEnd.Set();
            });
        });
        flow.Rows("one", [1]).ForEach("fails", _ =>
        {
            isAtWork.Wait();
            throw new FormatException("no");
        });
        run.Start();
        run.Join();

        Assert.That((outcome, hasEnded, wasInterrupted), Is.EqualTo((FlowOutcome.Failed, true, true)));

        IEnumerable<int> Deaf()
        {
            isAtWork.Set();
            mayEnd.Wait();
            hasEnded = true;
            yield break;
        }
    }

    private sealed class TellsStop : Source<int>
    {
        private readonly Action _told;

        public TellsStop(Flow flow, Action told)
            : base(flow, "tells")
        {
            _told = told;
            Output.Trash("nothing");
        }

        protected internal override void Begin(CancellationToken cancellation) => cancellation.Register(_told);

        protected override bool Produce() => false;
    }

    private sealed class ThrowsAtStop(Flow flow) : Source<int>(flow, "throws")
    {
        private int _next;

        public bool HasEnded { get; private set; }

        public bool WasStopped { get; private set; }

        protected internal override bool MayBlock => true;

        protected internal override void Begin(CancellationToken cancellation)
        {
            (_next, WasStopped, HasEnded) = (0, false, false);
            cancellation.Register(() =>
            {
                WasStopped = true;
                throw new InvalidOperationException("my callback");
            });
        }

        protected internal override void End() => HasEnded = true;

        protected override bool Produce()
        {
            Output.Add(_next++);
            return _next < 10;
        }
    }
}
