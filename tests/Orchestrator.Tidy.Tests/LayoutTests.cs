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

    [Test]
    public void Each_test_is_run_by_the_suite_that_holds_it()
    {
        // Contests are measured, and no tests.
        string[] tests = [.. Repository.Files("*Tests.cs")
            .Where(path => !path.EndsWith("Contests.cs", StringComparison.Ordinal))];
        var lines = Lines();

        Assert.That(tests, Has.Length.GreaterThan(500));
        Assert.That(
            tests.Select(path => (Path: Repository.Relative(path), Why: Unrun(lines, File.ReadAllText(path))))
                .Where(test => test.Why.Length > 0).Select(test => $"{test.Path}: {test.Why}"),
            Is.Empty);
    }

    [TestCase("A.Tests", "", "")]
    [TestCase("A.Tests", "[Category(\"Clock\")]", "")]
    [TestCase("A.Tests.Only.Deeper", "[Category(\"Clock\")]", "")]
    [TestCase("A.Tests.Only", "", "A.Tests.Only runs nothing but what is of the category Clock")]
    [TestCase("A.Tests.Only", "    [Test, Category(\"Clock\")]",
        "A.Tests.Only runs nothing but what is of the category Clock")]
    [TestCase("A.Tests.Part", "", "")]
    [TestCase("A.Tests.Part", "[Category(\"Clock\")]", "A.Tests.Part runs nothing of the category Clock")]
    [TestCase("A.Tests.Part.Deeper", "    [TestCase(1, Category = \"Clock\")]",
        "A.Tests.Part runs nothing of the category Clock")]
    [TestCase("A.Tests.Partial", "[Category(\"Clock\")]", "")]
    [TestCase("B.Tests", "", "no suite holds B.Tests")]
    public void A_test_that_no_suite_runs_is_found(string space, string mark, string why) => Assert.That(
        Unrun(
            ["A.Tests.Part 60", "A.Tests 80", "A.Tests 60 alone", "A.Tests.Only 60 alone"],
            $"namespace {space};\n\n{mark}\n"),
        Is.EqualTo(why));

    /// <summary>
    /// Why a test of a file is never run, as `tests/run-suites` chooses them by namespace and category: what the
    /// longest suite that holds the namespace does not run no other one does. Empty = each is run.
    /// </summary>
    private static string Unrun(string[] lines, string text)
    {
        var space = Space().Match(text).Groups[1].Value;
        var suite = lines.Select(line => line.Split(' '))
            .Where(words => $"{space}.".StartsWith($"{words[0]}.", StringComparison.Ordinal))
            .GroupBy(words => words[0], words => words[^1] == "alone")
            .MaxBy(each => each.Key.Length);
        if (suite is null)
        {
            return $"no suite holds {space}";
        }

        if (!suite.Contains(false) && !ClockClass().IsMatch(text))
        {
            return $"{suite.Key} runs nothing but what is of the category Clock";
        }

        return suite.Contains(true) || !Clock().IsMatch(text)
            ? "" : $"{suite.Key} runs nothing of the category Clock";
    }

    private static string[] Lines() => File.ReadAllLines(Path.Combine(Repository.Root, "tests", "suites"));

    private static IEnumerable<string> Suites() => Lines().Select(line => line.Split(' ')[0]);

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

    // Classes are not indented, what they hold is.
    [GeneratedRegex(@"^\[.*\bCategory\(""Clock""\)", RegexOptions.Multiline)]
    private static partial Regex ClockClass();

    [GeneratedRegex(@"\bCategory(?:\(| = )""Clock""")]
    private static partial Regex Clock();

    [GeneratedRegex(@"^[\w.]+\.(Tests|Conformance)(?=\.|$)")]
    private static partial Regex Project();
}
