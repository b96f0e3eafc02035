using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>What is left out of each run because it is long has an entry among the long proofs, or nobody runs it.
/// </summary>
internal sealed partial class LongProofsTests
{
    private static readonly string[] Entries =
        File.ReadAllLines(Path.Combine(Repository.Root, "tests", "suites-full"));

    [Test]
    public void Each_test_of_the_category_is_in_an_entry()
    {
        var tests = Repository.Files("*.cs").SelectMany(Marked).ToArray();

        Assert.That(tests, Has.Length.GreaterThan(30));
        Assert.That(
            tests.Where(test => !Entries.Any(entry => Holds(entry, test.Project, test.Class, test.Name))), Is.Empty);
    }

    [TestCase("Name~many_rows", true)]
    [TestCase("Name~no_rows|Name~many_rows", true)]
    [TestCase("Name~LoadTests", false)]
    [TestCase("TestCategory=Full&FullyQualifiedName~Loads.LoadTests", true)]
    [TestCase("TestCategory=Full&(FullyQualifiedName~Other|FullyQualifiedName~Another)", false)]
    [TestCase("TestCategory=Full", true)]
    [TestCase("FullyQualifiedName!~LoadTests&FullyQualifiedName!~Other", false)]
    [TestCase("FullyQualifiedName!~Other", true)]
    public void An_entry_holds_what_its_filter_lets_through(string filter, bool isHeld)
    {
        var entry = $"loads | dotnet test tests/Some.Tests -c Release --no-build --filter \"{filter}\"";

        Assert.That(Holds(entry, "Some.Tests", "Some.Tests.Loads.LoadTests", "Of_many_rows"), Is.EqualTo(isHeld));
    }

    // Of a whole class, or of some cases that only a run knows, there is no name.
    private static IEnumerable<(string Project, string Class, string Name)> Marked(string path)
    {
        var text = File.ReadAllText(path);
        var type = TypeDeclared().Match(text);
        return Mark().Matches(text).Select(mark => (
            Repository.Relative(path).Split('/')[1],
            $"{NamespaceDeclared().Match(text).Groups[1].Value}.{type.Groups[1].Value}",
            mark.Value.StartsWith("Set", StringComparison.Ordinal) || mark.Index < type.Index
                ? ""
                : TestDeclared().Match(text, mark.Index).Groups[1].Value));
    }

    private static bool Holds(string entry, string project, string type, string name)
    {
        var found = Term().Matches(entry).ToLookup(
            term => term.Groups[2].Value == "~",
            term => (term.Groups[1].Value == "Name" ? name : $"{type}.{name}")
                .Contains(term.Groups[3].Value, StringComparison.Ordinal));
        return entry.Contains($"tests/{project} ", StringComparison.Ordinal)
            && (!found[true].Any() || found[true].Contains(true))
            && !found[false].Contains(true);
    }

    [GeneratedRegex(@"(?:Set)?Category(?:\(| = )""Full""")]
    private static partial Regex Mark();

    [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex NamespaceDeclared();

    [GeneratedRegex(@"^(?:public|internal) .*\bclass (\w+)", RegexOptions.Multiline)]
    private static partial Regex TypeDeclared();

    [GeneratedRegex(@"public (?:async )?(?:void|Task) (\w+)\(")]
    private static partial Regex TestDeclared();

    [GeneratedRegex(@"\b(FullyQualifiedName|Name)(!?~)([\w.]+)")]
    private static partial Regex Term();
}
