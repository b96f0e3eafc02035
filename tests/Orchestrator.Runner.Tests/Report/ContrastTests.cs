using System.Globalization;
using System.Text.RegularExpressions;
using Orchestrator.Report;

namespace Orchestrator.Runner.Tests.Report;

/// <summary>Each text can be read on what lies behind it, by the measure of WCAG 2.2, in both themes.</summary>
internal sealed partial class ContrastTests
{
    private const double Text = 4.5;
    private const double Shape = 3;

    private static readonly (string Front, string Back, double Least)[] Pairs =
    [
        ("text", "page", Text), ("text", "card", Text), ("soft", "page", Text), ("soft", "card", Text),
        ("good", "page", Text), ("good", "card", Text), ("bad", "page", Text), ("bad", "card", Text),
        ("warn", "page", Text), ("warn", "card", Text), ("link", "page", Text), ("bad", "bad-back", Text),
        ("warn", "warn-back", Text), ("text", "bad-back", Text), ("text", "warn-back", Text),
        ("on-bar", "bar", Text), ("on-critical", "critical", Text), ("on-critical", "failed", Text),
        ("critical", "page", Shape), ("failed", "page", Shape), ("working", "page", Shape), ("rows", "card", Shape),
        ("bar", "page", Shape), ("bar", "card", Shape), ("band", "page", Shape), ("waiting", "card", Shape),
        ("queued", "card", Shape),
    ];

    [TestCase(0, TestName = "Light_colours_can_be_read")]
    [TestCase(1, TestName = "Dark_colours_can_be_read")]
    public void Colours_can_be_read(int theme)
    {
        var colours = Themes()[theme];

        var weak = Pairs.Select(pair => (pair, Is: Contrast(colours[pair.Front], colours[pair.Back])))
            .Where(each => each.Is < each.pair.Least)
            .Select(each => $"{each.pair.Front} on {each.pair.Back}: {each.Is:0.00}");

        Assert.That(weak, Is.Empty);
    }

    private static List<Dictionary<string, string>> Themes()
    {
        using var stream = typeof(HtmlReport).Assembly.GetManifestResourceStream("report.css")!;
        using var reader = new StreamReader(stream);
        return [.. Root().Matches(reader.ReadToEnd()).Select(root => Colour().Matches(root.Value)
            .ToDictionary(colour => colour.Groups[1].Value, colour => colour.Groups[2].Value))];
    }

    private static double Contrast(string one, string other)
    {
        var (light, dark) = (Luminance(one), Luminance(other));
        (light, dark) = light < dark ? (dark, light) : (light, dark);
        return (light + 0.05) / (dark + 0.05);
    }

    private static double Luminance(string colour)
    {
        double Part(int at)
        {
            var part = int.Parse(colour.AsSpan(at, 2), NumberStyles.HexNumber) / 255.0;
            return part <= 0.04045 ? part / 12.92 : Math.Pow((part + 0.055) / 1.055, 2.4);
        }

        return (0.2126 * Part(0)) + (0.7152 * Part(2)) + (0.0722 * Part(4));
    }

    [GeneratedRegex(@":root \{[^}]*\}")]
    private static partial Regex Root();

    [GeneratedRegex(@"--([\w-]+): #([0-9a-f]{6});")]
    private static partial Regex Colour();
}
