using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>One document: its text, and what of it stands in back quotes or between fences.</summary>
/// <param name="Name">Its path from the top level.</param>
/// <param name="Text">All of it.</param>
internal sealed partial record Document(string Name, string Text)
{
    /// <summary>What stands in back quotes, each on one line.</summary>
    public IReadOnlyList<string> Spans { get; } =
        [.. Span().Matches(Fence().Replace(Text, "")).Select(match => match.Groups[1].Value.Replace('\n', ' '))];

    /// <summary>All that stands in back quotes or between fences.</summary>
    public string Code => string.Join('\n', Spans.Concat(Fence().Matches(Text).Select(match => match.Value)));

    public static Document Read(string path, string name) => new(name, File.ReadAllText(path));

    [GeneratedRegex(@"^```.*?^```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Fence();

    // A span may be wrapped, and ends with its paragraph at the latest.
    [GeneratedRegex(@"`((?:[^`\n]|\n(?!\n))+)`")]
    private static partial Regex Span();
}
