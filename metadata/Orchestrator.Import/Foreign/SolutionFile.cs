namespace Orchestrator.Import.Foreign;

/// <summary>The file of a solution that begins with what was imported.</summary>
internal static class SolutionFile
{
    /// <summary>Its path.</summary>
    public const string Path = "solution.yaml";

    /// <summary>The file.</summary>
    /// <param name="name">Name of the solution.</param>
    /// <param name="lines">What it says beside that.</param>
    public static ForeignFile Of(string name, IReadOnlyList<string> lines) => new(
        ForeignFile.Solution, name, new ImportFile(Path, YamlMapText.Document("",
            ["formatVersion: 1", .. YamlMapText.Pair("solution", name), .. lines])));
}
