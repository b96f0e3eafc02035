using System.Text.Json;
using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>A hint that tells somebody to write a key names one that there is, with a word that it takes.</summary>
internal sealed partial class HintKeysTests
{
    // What is written so and is no key of the metadata: an argument in C#, and what evidence says of itself.
    private static readonly HashSet<string> Others = ["mayBlock", "flushes", "available"];

    // A key of these takes a word in one place and a text in another.
    private static readonly HashSet<string> Texts = ["from"];

    [Test]
    public void Each_key_that_the_guide_or_a_message_tells_to_write_is_one_of_the_schema()
    {
        var keys = Keys();

        var unknown = Written().Where(one => !keys.ContainsKey(one.Key) && !Others.Contains(one.Key));

        Assert.That(unknown, Is.Empty);
    }

    [Test]
    public void Each_word_that_is_told_for_a_key_is_one_that_the_key_takes()
    {
        var keys = Keys();

        var unknown = Written().Where(one => Word().IsMatch(one.Value) && keys.TryGetValue(one.Key, out var words)
            && words.Count > 0 && !words.Contains(one.Value) && !Texts.Contains(one.Key));

        Assert.That(unknown, Is.Empty);
    }

    private static IEnumerable<(string Place, string Key, string Value)> Written() =>
        from place in Pages()
        from span in Span().Matches(place.Text)
        from pair in Pair().Matches(span.Groups[1].Value)
        select (place.Name, pair.Groups[1].Value, pair.Groups[2].Value);

    // In code only what stands between backticks in one literal, as a message shows it.
    private static IEnumerable<(string Name, string Text)> Pages()
    {
        foreach (var page in Directory.EnumerateFiles(
            Path.Combine(Repository.Root, "runners", "guide"), "*.md", SearchOption.AllDirectories))
        {
            yield return (Repository.Relative(page), File.ReadAllText(page));
        }

        foreach (var file in new[] { "metadata", "engine", "packages", "runners" }
            .SelectMany(room => Directory.EnumerateFiles(
                Path.Combine(Repository.Root, room), "*.cs", SearchOption.AllDirectories))
            .Where(file => !file.Contains($"{Path.DirectorySeparatorChar}obj{Path.DirectorySeparatorChar}",
                StringComparison.Ordinal)))
        {
            foreach (var line in File.ReadLines(file).Where(line => !Comment().IsMatch(line)))
            {
                foreach (Match literal in Literal().Matches(line))
                {
                    yield return (Repository.Relative(file), literal.Value);
                }
            }
        }
    }

    private static Dictionary<string, HashSet<string>> Keys()
    {
        using var schema = JsonDocument.Parse(
            File.ReadAllText(Path.Combine(Repository.Root, "metadata", "orchestrator.schema.json")));
        var keys = new Dictionary<string, HashSet<string>>();
        Add(keys, schema.RootElement);
        return keys;
    }

    private static void Add(Dictionary<string, HashSet<string>> keys, JsonElement part)
    {
        foreach (var item in part.ValueKind == JsonValueKind.Array ? part.EnumerateArray().ToArray() : [])
        {
            Add(keys, item);
        }

        foreach (var member in part.ValueKind == JsonValueKind.Object ? part.EnumerateObject().ToArray() : [])
        {
            foreach (var key in member.Name == "properties" && member.Value.ValueKind == JsonValueKind.Object
                ? member.Value.EnumerateObject().ToArray() : [])
            {
                keys.TryAdd(key.Name, []);
                keys[key.Name].UnionWith(Words(key.Value));
            }

            Add(keys, member.Value);
        }
    }

    private static IEnumerable<string> Words(JsonElement value)
    {
        if (value.ValueKind != JsonValueKind.Object)
        {
            return [];
        }

        var own = value.TryGetProperty("enum", out var words)
            ? words.EnumerateArray().Select(word => word.ToString()) : [];
        var either = value.EnumerateObject().Where(member => member.Name is "anyOf" or "oneOf")
            .SelectMany(member => member.Value.EnumerateArray()).SelectMany(Words);
        return own.Concat(either);
    }

    [GeneratedRegex("`([^`\n]+)`")]
    private static partial Regex Span();

    [GeneratedRegex(@"(?<![\w${.@-])([a-z]\w*): ([\w{""'>=<[-]+)")]
    private static partial Regex Pair();

    // NAME stands for whatever somebody writes there.
    [GeneratedRegex("^(?!true$|false$|[A-Z]+$)[a-zA-Z]+$")]
    private static partial Regex Word();

    [GeneratedRegex(@"""(?:[^""\\]|\\.)*""")]
    private static partial Regex Literal();

    [GeneratedRegex(@"^\s*//")]
    private static partial Regex Comment();
}
