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
        var run = Suites().ToArray();
        var there = Repository.Files("*.Tests.csproj").Concat(Repository.Files("*.Conformance.csproj"))
            .Select(path => Path.GetFileNameWithoutExtension(path));

        Assert.That(run, Is.Unique);
        Assert.That(run.Where(suite => ProjectOf(suite) == suite), Is.EquivalentTo(there));
    }

    [Test]
    public void Each_suite_that_is_part_of_a_project_is_a_folder_of_it()
    {
        var parts = Suites().Where(suite => ProjectOf(suite) != suite).ToArray();

        Assert.That(parts, Is.Not.Empty);
        Assert.That(parts.Where(suite => !Directory.Exists(FolderOf(suite))), Is.Empty);
    }

    [Test]
    public void Each_test_is_run_by_the_suite_that_holds_it()
    {
        // Contests are measured, and no tests.
        string[] tests = [.. Repository.Files("*Tests.cs")
            .Where(path => !path.EndsWith("Contests.cs", StringComparison.Ordinal))];
        string[] suites = [.. Suites()];

        Assert.That(tests, Has.Length.GreaterThan(500));
        Assert.That(
            tests.Where(path => !IsRun(suites, SpaceOf(path) ?? "")).Select(path => Repository.Relative(path)),
            Is.Empty);
    }

    [TestCase("A.Tests", true)]
    [TestCase("A.Tests.Part", true)]
    [TestCase("A.Tests.Part.Deeper", true)]
    [TestCase("A.Tests.Partial", true)]
    [TestCase("A.Testsuites", false)]
    [TestCase("B.Tests", false)]
    public void A_test_that_no_suite_runs_is_found(string space, bool isRun) =>
        Assert.That(IsRun(["A.Tests.Part", "A.Tests"], space), Is.EqualTo(isRun));

    /// <summary>Whether the tests of a namespace are run, as `tests/run-suites` chooses them.</summary>
    private static bool IsRun(string[] suites, string space) =>
        Array.Exists(suites, suite => $"{space}.".StartsWith($"{suite}.", StringComparison.Ordinal));

    private static IEnumerable<string> Suites() =>
        File.ReadAllLines(Path.Combine(Repository.Root, "tests", "suites")).Select(line => line.Split(' ')[0]);

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
