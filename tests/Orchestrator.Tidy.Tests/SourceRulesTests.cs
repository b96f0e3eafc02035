namespace Orchestrator.Tidy.Tests;

internal sealed class SourceRulesTests
{
    private const int LinesMax = 400;
    private const int LineLengthMax = 120;
    private const int MedianLinesMax = 80;

    [Test]
    public void No_source_file_is_over_400_lines()
    {
        var tooLong = Sources().Where(path => File.ReadLines(path).Count() > LinesMax).Select(Repository.Relative);

        Assert.That(tooLong, Is.Empty);
    }

    [Test]
    public void No_line_is_over_120_characters()
    {
        var tooLong = Sources().SelectMany(path => File.ReadLines(path).Index()
            .Where(line => line.Item.Length > LineLengthMax)
            .Select(line => $"{Repository.Relative(path)}:{line.Index + 1}"));

        Assert.That(tooLong, Is.Empty);
    }

    [Test]
    public void The_median_file_is_at_most_80_lines_and_nine_in_ten_at_most_250()
    {
        var lengths = Sources().Select(path => File.ReadLines(path).Count()).Order().ToArray();

        Assert.That(lengths[lengths.Length / 2], Is.LessThanOrEqualTo(MedianLinesMax));
        Assert.That(lengths[lengths.Length * 9 / 10], Is.LessThanOrEqualTo(250));
    }

    [Test]
    public void No_source_file_holds_a_region_or_a_reminder()
    {
        string[] banned = ["#region", "TO" + "DO", "FIX" + "ME", "HA" + "CK", "NotImplemented" + "Exception"];

        var found = Sources().SelectMany(path => banned
            .Where(word => File.ReadAllText(path).Contains(word, StringComparison.Ordinal))
            .Select(word => $"{Repository.Relative(path)}: {word}"))
            .Where(hit => !hit.Contains(nameof(SourceRulesTests), StringComparison.Ordinal));

        Assert.That(found, Is.Empty);
    }

    [Test]
    public void Each_public_type_has_a_summary()
    {
        var bare = Sources().Where(path => !Repository.Relative(path).StartsWith("tests/", StringComparison.Ordinal))
            .SelectMany(path => BarePublicTypes(path));

        Assert.That(bare, Is.Empty);
    }

    private static IEnumerable<string> BarePublicTypes(string path)
    {
        var lines = File.ReadAllLines(path);
        for (var i = 0; i < lines.Length; i++)
        {
            var isType = System.Text.RegularExpressions.Regex.IsMatch(
                lines[i],
                @"^public ((static|sealed|abstract|readonly|partial) )*(class|record|struct|interface|enum|delegate) ");
            var above = i;
            while (isType && above > 0 && lines[above - 1].StartsWith('['))
            {
                above--;
            }

            if (isType && (above == 0 || !lines[above - 1].StartsWith("///", StringComparison.Ordinal))
                && !lines[i].Contains(" partial ", StringComparison.Ordinal))
            {
                yield return $"{Repository.Relative(path)}:{i + 1}";
            }
        }
    }

    private static IEnumerable<string> Sources() =>
        Repository.Files("*.cs").Concat(Repository.Files("*.razor"));
}
