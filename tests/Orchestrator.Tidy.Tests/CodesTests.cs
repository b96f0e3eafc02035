using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

internal sealed partial class CodesTests
{
    [Test]
    public void Each_code_in_the_source_has_a_paragraph_in_the_guide()
    {
        var missing = UsedCodes().Except(DocumentedCodes());

        Assert.That(missing, Is.Empty);
    }

    [Test]
    public void Each_paragraph_of_the_guide_belongs_to_a_code_in_the_source()
    {
        var stale = DocumentedCodes().Except(UsedCodes());

        Assert.That(stale, Is.Empty);
    }

    [Test]
    public void Each_paragraph_begins_with_its_code_and_a_title()
    {
        var wrong = Repository.Files("ORC*.md")
            .Where(path => !File.ReadLines(path).First().StartsWith($"# {Path.GetFileNameWithoutExtension(path)}: "))
            .Select(Repository.Relative);

        Assert.That(wrong, Is.Empty);
    }

    [Test]
    public void No_code_has_two_names()
    {
        var twice = Repository.Files("*.cs").Where(path => !Repository.Relative(path).StartsWith("tests/"))
            .SelectMany(path => Named().Matches(File.ReadAllText(path)).Select(match => match.Groups[1].Value))
            .GroupBy(code => code).Where(code => code.Count() > 1).Select(code => code.Key);

        Assert.That(twice, Is.Empty);
    }

    private static HashSet<string> UsedCodes() =>
        [.. Repository.Files("*.cs").Where(path => !Repository.Relative(path).StartsWith("tests/"))
            .SelectMany(path => Code().Matches(File.ReadAllText(path)).Select(match => match.Groups[1].Value))];

    private static HashSet<string> DocumentedCodes() =>
        [.. Repository.Files("ORC*.md").Select(path => Path.GetFileNameWithoutExtension(path))];

    [GeneratedRegex("\"(ORC[1-6][0-9]{3})")]
    private static partial Regex Code();

    [GeneratedRegex("const string [A-Za-z]+ = \"(ORC[1-6][0-9]{3})\"")]
    private static partial Regex Named();
}
