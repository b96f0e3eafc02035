using Orchestrator.Cli.Tests;

namespace Orchestrator.Faults.Tests.Chains;

/// <summary>
/// Nights with hooks at every height are killed again and again, overlap, and meet older copies of ledger and target:
/// rows are equal, or nothing was written. ORCHESTRATOR_TEST_SEED is the first seed.
/// </summary>
[Parallelizable(ParallelScope.None)]
internal sealed class KilledChainsTests
{
    private const int PerSeed = 10;

    [Test]
    public void Some_kills_leave_rows_equal_or_refused() => Survive(1, 2);

    [Test]
    [Category("Full")]
    public void Two_hundred_kills_with_hooks_at_every_height_leave_rows_equal_or_refused() => Survive(20, PerSeed);

    private static void Survive(int seeds, int kills)
    {
        RunningCommand.OnLinuxOnly();
        var first = int.Parse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED") ?? "20261126");
        var (died, refused) = (0, 0);
        for (var seed = first; seed < first + seeds; seed++)
        {
            using var nights = new ChainedNights(seed);
            nights.Run(kills);
            died += nights.Kills;
            refused += nights.Refusals;
        }

        TestContext.Out.WriteLine(
            $"{died} processes died, {refused} older copies were refused; {seeds} seeds from {first} on");
    }
}
