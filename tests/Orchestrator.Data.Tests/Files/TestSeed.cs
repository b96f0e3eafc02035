namespace Orchestrator.Data.Tests.Files;

/// <summary>The seed of the random tests: ORCHESTRATOR_TEST_SEED, or a fixed one; printed when a test fails.</summary>
internal static class TestSeed
{
    public static int Value { get; } =
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 20240229;

    public static string Hint => $"replay with ORCHESTRATOR_TEST_SEED={Value}";
}
