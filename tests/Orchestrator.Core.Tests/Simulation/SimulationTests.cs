using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

internal sealed class SimulationTests
{
    [Test]
    public void Two_thousand_random_plans_keep_every_rule() => Simulate(2_000, seed => Simulated.Run(seed));

    [Test]
    public void A_thousand_random_plans_that_compute_keep_every_rule() =>
        Simulate(1_000, seed => Simulated.Run(seed, computes: true));

    [Test]
    public void A_thousand_random_plans_with_loops_and_their_retries_keep_every_rule() =>
        Simulate(1_000, seed => Simulated.RunLoops(seed));

    [Test]
    [Category("Full")]
    public void A_hundred_thousand_random_plans_with_loops_and_their_retries_keep_every_rule() =>
        Simulate(100_000, seed => Simulated.RunLoops(seed));

    [Test]
    [Category("Full")]
    public void A_million_random_plans_keep_every_rule() => Simulate(1_000_000, seed => Simulated.Run(seed));

    [Test]
    [Category("Full")]
    public void A_million_random_plans_that_compute_keep_every_rule() =>
        Simulate(1_000_000, seed => Simulated.Run(seed, computes: true));

    [Test]
    public void The_same_events_give_the_same_commands()
    {
        for (var seed = TestSeed.First; seed < TestSeed.First + 200; seed++)
        {
            var first = Simulated.Run(seed);
            var again = Simulated.Run(seed);

            Assert.That(Told(again), Is.EqualTo(Told(first)), $"ORCHESTRATOR_TEST_SEED={seed}");
        }
    }

    [Test]
    public void The_random_plans_reach_every_end_and_every_reason_to_wait()
    {
        var commands = Enumerable.Range(TestSeed.First, 1000).SelectMany(seed => Simulated.Run(seed)).ToArray();

        var states = commands.OfType<RecordTransition>().Select(transition => transition.To).Distinct();
        var verdicts = commands.OfType<EndRun>().Select(end => end.Verdict).Distinct();
        var reasons = commands.OfType<RecordTimes>().SelectMany(times => times.ByReason.Keys).Distinct();

        Assert.That(states, Is.EquivalentTo(new[]
        {
            NodeState.Ready, NodeState.Running, NodeState.Cancelling, NodeState.Succeeded, NodeState.Failed,
            NodeState.Cancelled, NodeState.Abandoned, NodeState.Blocked, NodeState.NotNeeded, NodeState.Done,
            NodeState.Disabled, NodeState.Hardened, NodeState.Held, NodeState.SkippedByOperator,
        }));
        Assert.That(verdicts, Has.Exactly(4).Items);
        Assert.That(reasons, Is.EquivalentTo(new[]
        {
            WaitReason.Gate, WaitReason.Cap, WaitReason.RetryAt, WaitReason.WriterTurn, WaitReason.Claim,
            WaitReason.Server, WaitReason.Flush, WaitReason.Held, WaitReason.Working,
        }));
    }

    private static IEnumerable<string> Told(IEnumerable<RunCommand> commands) => commands.Select(command =>
        command switch
        {
            RecordTimes times => $"{times with { ByReason = null! }} {string.Join(' ', times.ByReason)}",
            HardenDatabase flush => $"{flush with { Attempts = [] }} {string.Join(' ', flush.Attempts)}",
            _ => command.ToString(),
        });

    // A step is a command of the machine.
    private static void Simulate(int plans, Func<int, List<RunCommand>> run)
    {
        long steps = 0;
        Parallel.For(TestSeed.First, TestSeed.First + plans, seed =>
        {
            try
            {
                Interlocked.Add(ref steps, run(seed).Count);
            }
            catch (Exception broken)
            {
                throw new AssertionException($"ORCHESTRATOR_TEST_SEED={seed}: {broken}");
            }
        });

        TestContext.Out.WriteLine($"{plans:N0} plans from seed {TestSeed.First} on, {steps:N0} steps");
    }
}
