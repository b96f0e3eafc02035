namespace Orchestrator.Data.Conformance;

/// <summary>The seed of the generated tests.</summary>
internal static class TestSeed
{
    /// <summary>From ORCHESTRATOR_TEST_SEED, else always the same.</summary>
    public static int Value { get; } =
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 20240229;

    /// <summary>What a failing test prints.</summary>
    public static string Hint(int seed) => $"replay with ORCHESTRATOR_TEST_SEED={seed}";
}
