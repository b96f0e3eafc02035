namespace Orchestrator.Metadata.Loading;

/// <summary>Reads a folder of YAML into a solution.</summary>
public static class SolutionLoader
{
    /// <summary>
    /// Reads every file of the solution, lays the environment over it and checks it. Never connects, never throws for
    /// what the files say, never stops at the first mistake.
    /// </summary>
    /// <param name="folder">The folder that holds solution.yaml.</param>
    /// <param name="environment">Name of a file in environments/; null = none.</param>
    /// <param name="options">What may be asked of the machine; null = the process's own environment and disk.</param>
    public static LoadedSolution Load(string folder, string? environment = null, SolutionLoadOptions? options = null) =>
        throw new NotSupportedException($"{folder} {environment} {options}");
}
