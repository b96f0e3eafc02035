namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>All constructs that have a file here.</summary>
internal static class ConstructCases
{
    private static readonly string Folder = Path.Combine(
        Samples.Samples.RepositoryRoot, "tests", "Orchestrator.Cli.Tests", "Constructs", "cases");

    /// <summary>Each of them.</summary>
    public static IReadOnlyList<Construct> Each { get; } =
    [
        .. Directory.EnumerateFiles(Folder, "*.yaml", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
            .Select(Construct.Read),
    ];

    /// <summary>A case for each.</summary>
    public static IEnumerable<TestCaseData> All() =>
        Each.Select(construct => new TestCaseData(construct).SetArgDisplayNames(construct.Name));
}
