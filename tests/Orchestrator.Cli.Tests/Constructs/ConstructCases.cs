namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>All constructs that have a file here.</summary>
internal static class ConstructCases
{
    // Folders of constructs whose words are not read yet; who lands them takes them off this list.
    private static readonly string[] NotYet = [];

    private static readonly string Folder = Path.Combine(
        Samples.Samples.RepositoryRoot, "tests", "Orchestrator.Cli.Tests", "Constructs", "cases");

    /// <summary>Those whose words are read.</summary>
    public static IReadOnlyList<Construct> Landed { get; } =
        [.. Files().Where(file => !IsWaiting(file)).Select(Construct.Read)];

    /// <summary>Those that wait for theirs.</summary>
    public static IReadOnlyList<Construct> Waiting { get; } = [.. Files().Where(IsWaiting).Select(Construct.Read)];

    /// <summary>A case for each that has landed.</summary>
    public static IEnumerable<TestCaseData> All() =>
        Landed.Select(construct => new TestCaseData(construct).SetArgDisplayNames(construct.Name));

    private static IEnumerable<string> Files() => Directory
        .EnumerateFiles(Folder, "*.yaml", SearchOption.AllDirectories).Order(StringComparer.Ordinal);

    private static bool IsWaiting(string file) =>
        NotYet.Any(folder => file.StartsWith(Path.Combine(Folder, folder) + Path.DirectorySeparatorChar,
            StringComparison.Ordinal));
}
