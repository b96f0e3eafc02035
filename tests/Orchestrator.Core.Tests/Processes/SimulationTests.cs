using Orchestrator.Core.Tests.Processes.World;

namespace Orchestrator.Core.Tests.Processes;

internal sealed class SimulationTests
{
    private const long Enough = 1_000_000;

    private static long WithoutMistakes =>
        Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") == "1" ? Enough : 62_500;

    /// <summary>A sixteenth of a million steps, a million with ORCHESTRATOR_TEST_FULL=1.</summary>
    [Test]
    public void Steps_of_processes_that_run_and_retry_one_batch_break_no_rule()
    {
        var (steps, worlds) = (0L, 0);
        for (var seed = TestSeed.First; steps < WithoutMistakes; seed++, worlds++)
        {
            var world = SimulatedNights.Run(seed);
            steps += world.Steps;
            Assert.That(world.Broken, Is.Null, () =>
                $"ORCHESTRATOR_TEST_SEED={seed}, step {world.Steps} ({steps} in all):\n{world.Story()}");
        }

        TestContext.Out.WriteLine($"{steps} steps in {worlds} worlds from seed {TestSeed.First} on");
    }

    [TestCase(Mistake.LedgerTokenNotChecked, "the ledger refuses nothing|nothing of a run|one run at a time")]
    [TestCase(Mistake.MarkerTokenNotChecked, "no transaction with an old token commits", 160)]
    [TestCase(Mistake.TakenTooEarly, "nobody is ended before his lease is over|a lease goes to another one only")]
    [TestCase(Mistake.RenewedAfterItsEnd, "whoever cannot renew the lease ends|no lease is renewed once")]
    [TestCase(Mistake.StopForgotten, "packages are asked to stop when half of the lease is gone")]
    [TestCase(Mistake.EndTooLate, "whoever cannot renew the lease ends before it is over")]
    [TestCase(Mistake.FlushAfterLedger, "what is hardened is on disk")]
    [TestCase(Mistake.FlushMarkerNotRead, "what is hardened is on disk")]
    [TestCase(Mistake.DoneWithoutHardened, "what a retry takes for done is on disk")]
    [TestCase(Mistake.WatermarkAtSucceeded, "no watermark is ahead of what is on disk")]
    [TestCase(Mistake.LedgerCommitRepeated, "the ledger refuses nothing")]
    [TestCase(Mistake.TargetCommitRepeated, "a run that succeeded has every row once|what a retry takes for done")]
    [TestCase(Mistake.RowsNotTakenBack, "a run that succeeded has every row once|what a retry takes for done")]
    [TestCase(Mistake.StartBeforeCommit, "Running is in the ledger before the start")]
    [TestCase(Mistake.ReasonMissing, "each unfinished node has a reason in the ledger")]
    [TestCase(Mistake.ReadersForgotten,
        "what is loaded again is read again|what a retry takes for done is on disk", 410)]
    [TestCase(Mistake.HookTakenForRows, "what a retry has taken for done no later one runs again")]
    [TestCase(Mistake.DeadNotEnded, "in the end each run has ended")]
    [TestCase(Mistake.ScopesWithoutLease,
        "nothing of a run is recorded once another one has begun|what a retry takes for done is on disk|"
        + "what a retry has taken for done no later one runs again", 410)]
    [TestCase(Mistake.ScopeForgotten, "in the end each scope is closed")]
    [TestCase(Mistake.DoneNotBegunWith, "what a retry has taken for done no later one runs again")]
    public void A_mistake_is_found(Mistake mistake, string rules, int worldsPassedOver = 0)
    {
        // A rare one is looked for from shortly before the world that showed it.
        var steps = 0L;
        for (var seed = TestSeed.First + worldsPassedOver; steps < Enough; seed++)
        {
            var world = SimulatedNights.Run(seed, mistake);
            steps += world.Steps;
            if (world.Broken is { } rule)
            {
                TestContext.Out.WriteLine($"{mistake}: after {steps} steps, seed {seed}: {rule}");
                Assert.That(rules.Split('|').Any(one => rule.StartsWith(one, StringComparison.Ordinal)), Is.True, rule);
                return;
            }
        }

        Assert.Fail($"nobody noticed in {steps} steps");
    }
}
