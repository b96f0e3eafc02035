using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>The kinds of package that load stand in one list; what needs them asks it.</summary>
internal sealed partial class OneListTests
{
    // The list itself, and what shows for each kind where it leaves its marker.
    private static readonly string[] ByKind =
    [
        "engine/Orchestrator.Engine/PackageWords.cs", "packages/Orchestrator.Packages/Relaxed/MarkedKind.cs",
    ];

    [Test]
    public void No_second_list_of_the_kinds_that_load_stands_in_code_or_SQL()
    {
        var lists = new[] { "*.cs", "*.sql", "*.razor" }.SelectMany(Repository.Files)
            .Where(path => !Repository.Relative(path).StartsWith("tests/", StringComparison.Ordinal)
                && !ByKind.Contains(Repository.Relative(path)))
            .SelectMany(path => File.ReadLines(path).Index()
                .Where(line => List().IsMatch(line.Item))
                .Select(line => $"{Repository.Relative(path)}:{line.Index + 1}"));

        Assert.That(lists, Is.Empty);
    }

    [GeneratedRegex("""["']load["'] ?(,|or) ?N?["'](scd|dataflow|absorb|sql)["']""")]
    private static partial Regex List();
}
