using Orchestrator.Dataflow;

namespace Orchestrator.Core.Tests.Dataflow.Running;

/// <summary>Whoever wakes a worker from outside may come too late, and hears nothing of it.</summary>
internal sealed class WakeTests
{
    [TestCase(true)]
    [TestCase(false)]
    public void A_worker_may_be_woken_until_long_after_the_run_has_ended(bool mayBlock) => RunAll(10, mayBlock);

    [TestCase(true)]
    [TestCase(false)]
    [Category("Full")]
    public void A_worker_may_be_woken_late_three_hundred_times(bool mayBlock) => RunAll(300, mayBlock);

    private static void RunAll(int count, bool mayBlock)
    {
        for (var run = 0; run < count; run++)
        {
            using var cancel = new CancellationTokenSource();
            var flow = new Flow();
            var woken = new Woken(flow, mayBlock);
            woken.Output.Trash("trash");
            Exception? thrown = null;
            var isOver = false;
            var wakes = new Thread(() =>
            {
                try
                {
                    var left = 1000;
                    while (left > 0)
                    {
                        woken.WakeUp();
                        left -= Volatile.Read(ref isOver) ? 1 : 0;
                    }
                }
                catch (Exception failure)
                {
                    thrown = failure;
                }
            });
            woken.Stepped = cancel.Cancel;
            wakes.Start();
            var outcome = flow.Run(cancel.Token).Outcome;
            Volatile.Write(ref isOver, true);
            wakes.Join();

            Assert.That(outcome, Is.EqualTo(FlowOutcome.Cancelled));
            Assert.That(thrown, Is.Null);
        }
    }

    private sealed class Woken(Flow flow, bool mayBlock) : Source<int>(flow, "woken")
    {
        private int _steps;

        public Action? Stepped { get; set; }

        protected internal override bool MayBlock => mayBlock;

        public void WakeUp() => Wake();

        protected internal override StepResult Step()
        {
            if (++_steps == 20)
            {
                Stepped!();
            }

            return StepResult.AwaitsCall;
        }

        protected override bool Produce() => true;
    }
}
