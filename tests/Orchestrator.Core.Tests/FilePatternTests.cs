using System.IO.Enumeration;

namespace Orchestrator.Core.Tests;

internal sealed class FilePatternTests
{
    private const int Pairs = 20_000;

    [Test]
    public void A_pattern_stands_for_the_names_that_a_shell_takes_it_for()
    {
        var random = new Random(7);

        for (var pair = 0; pair < Pairs; pair++)
        {
            var (pattern, name) = (Text(random, "aab*?", 7), Text(random, "aab", 9));
            Assert.That(FilePattern.Fits(pattern, name),
                Is.EqualTo(FileSystemName.MatchesSimpleExpression(pattern, name, ignoreCase: false)),
                $"{pattern} {name}");
        }
    }

    [TestCase("*", ".a", false)]
    [TestCase("?a", ".a", false)]
    [TestCase(".*", ".a", true)]
    [TestCase(".*", "a", false)]
    [TestCase("*.csv", "A.CSV", false)]
    [TestCase("a.csv", "a.csv", true)]
    [TestCase("*.csv", ".csv", false)]
    public void A_hidden_name_wants_a_pattern_that_is_one_too(string pattern, string name, bool fits) =>
        Assert.That(FilePattern.Fits(pattern, name), Is.EqualTo(fits));

    [TestCase("*.csv", "A.CSV", true)]
    [TestCase("sale.csv", "Sale.Csv", true)]
    [TestCase("ÄÖ?.csv", "äö1.CSV", true)]
    [TestCase("*.csv", ".A.CSV", false)]
    [TestCase("*.csv", "A.CSW", false)]
    public void Where_it_is_said_upper_and_lower_case_are_one(string pattern, string name, bool fits) =>
        Assert.That(FilePattern.Fits(pattern, name, ignoreCase: true), Is.EqualTo(fits));

    private static string Text(Random random, string letters, int most) =>
        string.Concat(Enumerable.Range(0, random.Next(1, most)).Select(_ => letters[random.Next(letters.Length)]));
}
