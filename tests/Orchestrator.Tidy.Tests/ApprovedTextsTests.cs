using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>`tests/run --approve` runs the tests of one category: each that compares an approved text is of it.
/// </summary>
internal sealed partial class ApprovedTextsTests
{
    [Test]
    public void Each_test_that_compares_an_approved_text_is_of_the_category()
    {
        var comparing = Repository.Files("*Tests.cs")
            .Where(path => Path.GetFileNameWithoutExtension(path) != nameof(ApprovedTextsTests))
            .SelectMany(path => Comparing(File.ReadAllText(path))
                .Select(member => (Path: Repository.Relative(path), Member: member)))
            .ToArray();

        Assert.That(comparing, Has.Length.GreaterThan(30));
        Assert.That(
            comparing.Where(test => !Category().IsMatch(test.Member))
                .Select(test => $"{test.Path}: {Declared().Match(test.Member).Groups[1].Value}"),
            Is.Empty);
    }

    [TestCase("    [Test]\n    public void A() => Approved.Check(\"a\", \"\");", 1)]
    [TestCase("    [Test]\n    public void A() => Look(1);\n\n    private static void Look(int i) =>\n"
        + "        Approved.CheckFile(\"a\", \"\");", 1)]
    [TestCase("    [Test]\n    public void A() => Look(1);\n\n    [Test]\n    public void B()\n    {\n"
        + "        Act();\n\n        Approved.Check(\"b\", \"\");\n    }", 1)]
    [TestCase("    [Test]\n    public void A() => Check(\"a\");", 0)]
    public void Tests_that_compare_one_are_found(string members, int count) =>
        Assert.That(Comparing(members).Count(), Is.EqualTo(count));

    /// <summary>The tests of a class that compare an approved text, directly or by a method beside them.</summary>
    private static IEnumerable<string> Comparing(string text)
    {
        var members = Between().Split(text);
        var between = members.Where(member => Compares().IsMatch(member) && !IsTest(member))
            .Select(member => Declared().Match(member).Groups[1].Value).ToArray();
        return members.Where(member => IsTest(member)
            && (Compares().IsMatch(member) || between.Any(name => Calls(member, name))));
    }

    private static bool IsTest(string member) => TestMark().IsMatch(member);

    private static bool Calls(string member, string name) => Regex.IsMatch(member, $@"(?<![\w.]){name}\(");

    // Members are four blanks in; what a member holds is further in.
    [GeneratedRegex(@"\r?\n\r?\n(?= {4}\S)")]
    private static partial Regex Between();

    [GeneratedRegex(@"\bApproved\.Check\w*\(")]
    private static partial Regex Compares();

    [GeneratedRegex(@"^ {4}\[Test", RegexOptions.Multiline)]
    private static partial Regex TestMark();

    [GeneratedRegex(@"^ {4}(?:public|private|internal|protected) [^(=]*?(\w+)\(", RegexOptions.Multiline)]
    private static partial Regex Declared();

    [GeneratedRegex("""\bCategory\("Approved"\)""")]
    private static partial Regex Category();
}
