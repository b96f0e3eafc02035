using System.Text.RegularExpressions;
using Orchestrator.Cli.Guide;

namespace Orchestrator.Cli.Tests;

/// <summary>The solutions that stand in pages of the guide.</summary>
internal static partial class GuideExamples
{
    /// <summary>All of a page, in their order.</summary>
    public static string[] Of(string topic) =>
        [.. Block().Matches(GuidePages.Topic(topic)).Select(match => match.Groups[1].Value)];

    /// <summary>The one of a page in which that stands.</summary>
    public static string Of(string topic, string part) =>
        Of(topic).Single(text => text.Contains(part, StringComparison.Ordinal));

    [GeneratedRegex(@"(?s)```yaml\n(.*?)```")]
    private static partial Regex Block();
}
