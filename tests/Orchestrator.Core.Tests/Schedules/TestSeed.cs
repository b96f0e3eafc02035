namespace Orchestrator.Core.Tests.Schedules;

/// <summary>The seed of the random tests: ORCHESTRATOR_TEST_SEED, or a fixed one.</summary>
internal static class TestSeed
{
    public static int Value { get; } =
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 20_260;
}
