namespace Orchestrator.Metadata.Model;

/// <summary>What is known of patterns.</summary>
public static class LoadPatterns
{
    /// <summary>Whether rows find those that they replace by their key.</summary>
    public static bool IsByKey(this LoadPattern pattern) =>
        pattern is LoadPattern.Merge or LoadPattern.DeltaInsert or LoadPattern.Versions;
}
