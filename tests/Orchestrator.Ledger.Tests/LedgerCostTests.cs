using System.Diagnostics;
using Orchestrator.Core;

namespace Orchestrator.Ledger.Tests;

/// <summary>What the ledger costs a run of packages that do nothing; printed, not judged.</summary>
[Category("Full")]
internal sealed class LedgerCostTests(Place place) : ConformanceFixture(place)
{
    private const int Packages = 600;

    // Of a file; what a server writes is its own affair.
    private string Log(long commits) => Location.Server is not null
        ? ""
        : $", {new FileInfo(Location.File + "-wal").Length / 1024.0 / commits:F1} KB of log per commit";

    /// <summary>One turn per end: the package that ended, and the one that starts in its slot.</summary>
    [TestCase(1)]
    [TestCase(4)]
    public void Six_hundred_packages_that_do_nothing(int slots)
    {
        for (var round = 0; round < 5; round++)
        {
            using var run = Begin($"round{round}", Packages);
            using var ended = new CountdownEvent(Packages);
            var next = slots;
            var before = run.Writer.Commits;
            var watch = Stopwatch.StartNew();

            void Acknowledged(TurnReceipt receipt)
            {
                foreach (var attempt in receipt.Attempts)
                {
                    End(attempt.Node);
                }
            }

            void End(int node)
            {
                var start = Interlocked.Increment(ref next);
                var end = Turns.Succeeded(node, TimeSpan.FromMilliseconds(1));
                run.Writer.Record(
                    new LedgerTurn
                    {
                        Commands = start > Packages ? end.Commands :
                        [
                            .. end.Commands,
                            Turns.Transition(start, NodeState.Ready, NodeState.Running, 1, 1, "a slot is free"),
                        ],
                        Results = [new AttemptResult { Node = node, Attempt = 1 }],
                    },
                    receipt =>
                    {
                        Acknowledged(receipt);
                        ended.Signal();
                    });
            }

            run.Writer.Record(
                Turns.Of([.. Enumerable.Range(1, Packages).Select(node =>
                    Turns.Transition(node, NodeState.Pending, NodeState.Ready, 0, 1))]),
                _ => { });
            for (var node = 1; node <= slots; node++)
            {
                run.Writer.Record(Turns.Running(node), Acknowledged);
            }

            ended.Wait();
            TestContext.Out.WriteLine(
                $"{Place}, {slots} slots: {watch.Elapsed.TotalMilliseconds / Packages:F3} ms and "
                + $"{(run.Writer.Commits - before) / (double)Packages:F2} commits per package"
                + Log(run.Writer.Commits));
            Assert.That(run.Writer.Commits - before, Is.LessThanOrEqualTo(Packages + slots + 1));
        }
    }
}
