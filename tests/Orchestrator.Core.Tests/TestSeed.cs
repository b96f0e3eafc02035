namespace Orchestrator.Core.Tests;

/// <summary>Where seeded tests begin to count: ORCHESTRATOR_TEST_SEED, or 1.</summary>
internal static class TestSeed
{
    public static int First { get; } =
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 1;
}
