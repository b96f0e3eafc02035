using System.Globalization;
using System.Text.RegularExpressions;

namespace Orchestrator.Service.Tests.Metrics;

/// <summary>
/// Reads the text format of Prometheus as strictly as it is written down, and throws where a line is none of it.
/// </summary>
internal sealed partial class Exposition
{
    private readonly Dictionary<string, string> _types = [];
    private readonly HashSet<string> _ended = [];
    private string _current = "";

    public Exposition(string text)
    {
        Assert.That(text, Does.EndWith("\n").And.Not.Contain("\r"));
        foreach (var line in text[..^1].Split('\n'))
        {
            Read(line);
        }
    }

    public List<(string Name, Dictionary<string, string> Labels, double Value)> Samples { get; } = [];

    public IReadOnlyDictionary<string, string> Types => _types;

    /// <summary>Sums of a metric by one label.</summary>
    public Dictionary<string, double> By(string name, string label) => Samples.Where(one => one.Name == name)
        .GroupBy(one => one.Labels[label]).ToDictionary(one => one.Key, one => one.Sum(each => each.Value));

    public double Sum(string name) => Samples.Where(one => one.Name == name).Sum(one => one.Value);

    private void Read(string line)
    {
        if (Comment().Match(line) is { Success: true } comment)
        {
            var name = comment.Groups["name"].Value;
            if (comment.Groups["kind"].Value == "HELP")
            {
                Assert.That(_current != name && _ended.Add(name), Is.True, $"{name} comes twice");
                _current = name;
                return;
            }

            Assert.That(name, Is.EqualTo(_current), "the type stands behind the help");
            Assert.That(_types.TryAdd(name, comment.Groups["rest"].Value), Is.True, $"{name} has two types");
            return;
        }

        var sample = Sample().Match(line);
        Assert.That(sample.Success, Is.True, line);
        Add(sample);
    }

    private void Add(Match sample)
    {
        var name = sample.Groups["name"].Value;
        var type = _types[_current];
        var ends = type switch { "histogram" => "_bucket _sum _count", "summary" => "_sum _count", _ => "" };
        Assert.That(ends.Length == 0 ? [_current] : ends.Split(' ').Select(end => _current + end),
            Does.Contain(name), "samples stand with their metric");
        Assert.That(type != "counter" || name.EndsWith("_total", StringComparison.Ordinal), Is.True, name);
        var labels = sample.Groups["label"].Captures.Zip(sample.Groups["value"].Captures)
            .ToDictionary(one => one.First.Value, one => Unescaped().Replace(
                one.Second.Value, found => found.Value == "\\n" ? "\n" : found.Value[1..]));
        var number = sample.Groups["number"].Value;
        Samples.Add((name, labels, number == "+Inf"
            ? double.PositiveInfinity : double.Parse(number, CultureInfo.InvariantCulture)));
    }

    [GeneratedRegex("^# (?<kind>HELP|TYPE) (?<name>[a-zA-Z_:][a-zA-Z0-9_:]*) (?<rest>.*)$")]
    private static partial Regex Comment();

    [GeneratedRegex("""
        (?x)^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)
        (\{((?<label>[a-zA-Z_][a-zA-Z0-9_]*)="(?<value>([^"\\\n]|\\["\\n])*)",?)+\})?
        [ ](?<number>\+Inf|-?[0-9.]+(E[+-]?[0-9]+)?)$
        """)]
    private static partial Regex Sample();

    [GeneratedRegex("""\\["\\n]""")]
    private static partial Regex Unescaped();
}
