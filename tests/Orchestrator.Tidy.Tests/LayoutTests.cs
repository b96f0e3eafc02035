using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

internal sealed partial class LayoutTests
{
    [Test]
    public void Each_file_stands_in_the_folder_of_its_namespace()
    {
        var astray = Repository.Files("*.cs").Select(path => (Path: Repository.Relative(path), Space: SpaceOf(path)))
            .Where(file => file.Space is { } space && !Expected(file.Path).StartsWith(space, StringComparison.Ordinal))
            .Select(file => $"{file.Path}: {file.Space}");

        Assert.That(astray, Is.Empty);
    }

    [Test]
    public void The_top_level_holds_what_the_architecture_names()
    {
        var folders = Directory.EnumerateDirectories(Repository.Root).Select(path => Path.GetFileName(path)!)
            .Except([".git", "artifacts", "orchestrator-demo", ".vs", ".idea", ".vscode"]);

        Assert.That(folders, Is.EquivalentTo(
            (string[])["engine", "metadata", "packages", "runners", "tests", "decisions", ".ci"]));
    }

    [Test]
    public void Each_project_is_in_the_solution()
    {
        var solution = File.ReadAllText(Path.Combine(Repository.Root, "Orchestrator.sln")).Replace('\\', '/');

        var missing = Repository.Files("*.csproj").Select(Repository.Relative)
            .Where(path => !solution.Contains(path, StringComparison.Ordinal));

        Assert.That(missing, Is.Empty);
    }

    [Test]
    public void Each_suite_is_run_and_each_that_is_run_exists()
    {
        // One stands there once more, for those of its tests that run alone.
        var run = Suites().Distinct();
        var there = Repository.Files("*.Tests.csproj").Concat(Repository.Files("*.Conformance.csproj"))
            .Select(path => Path.GetFileNameWithoutExtension(path));

        Assert.That(run.Where(suite => ProjectOf(suite) == suite), Is.EquivalentTo(there));
    }

    [Test]
    public void Each_suite_that_is_part_of_a_project_is_a_folder_of_it()
    {
        var parts = Suites().Where(suite => ProjectOf(suite) != suite).ToArray();

        Assert.That(parts, Is.Not.Empty);
        Assert.That(parts.Where(suite => !Directory.Exists(FolderOf(suite))), Is.Empty);
    }

    private static IEnumerable<string> Suites() =>
        File.ReadLines(Path.Combine(Repository.Root, "tests", "suites")).Select(line => line.Split(' ')[0]);

    private static string FolderOf(string suite) => Path.Combine(Repository.Root, "tests",
        ProjectOf(suite), suite[ProjectOf(suite).Length..].TrimStart('.').Replace('.', '/'));

    /// <summary>`Orchestrator.Data.Tests.PostgreSql` → `Orchestrator.Data.Tests`.</summary>
    private static string ProjectOf(string suite) => Project().Match(suite).Value;

    private static string? SpaceOf(string path) =>
        Space().Match(File.ReadAllText(path)) is { Success: true } match ? match.Groups[1].Value : null;

    /// <summary>`engine/Orchestrator.Core/Machine/RunMachine.cs` → `Orchestrator.Core.Machine`.</summary>
    private static string Expected(string path) => string.Join('.', path.Split('/').Skip(1).SkipLast(1));

    [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex Space();

    [GeneratedRegex(@"^[\w.]+\.(Tests|Conformance)(?=\.|$)")]
    private static partial Regex Project();
}
