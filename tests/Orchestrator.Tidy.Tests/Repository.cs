using System.IO.Enumeration;

namespace Orchestrator.Tidy.Tests;

/// <summary>The files of this repository, as git would commit them, for rules that read source.</summary>
internal static class Repository
{
    private static readonly string[] Skipped =
        ["artifacts", ".git", ".results", "bin", "obj", ".orchestrator", "orchestrator-demo"];

    public static string Root { get; } = FindRoot();

    public static IEnumerable<string> Files(string pattern) =>
        Walk(Root).Where(path => FileSystemName.MatchesSimpleExpression(pattern, Path.GetFileName(path)));

    public static string Relative(string path) => Path.GetRelativePath(Root, path).Replace('\\', '/');

    private static IEnumerable<string> Walk(string folder) =>
        Directory.EnumerateFiles(folder).Concat(Directory.EnumerateDirectories(folder)
            .Where(child => !Skipped.Contains(Path.GetFileName(child)))
            .SelectMany(Walk));

    private static string FindRoot()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "Orchestrator.sln")))
        {
            folder = Path.GetDirectoryName(folder)
                ?? throw new InvalidOperationException("no Orchestrator.sln above the tests");
        }

        return folder;
    }
}
