using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Cli.Grammar;

/// <summary>Did-you-mean: the candidate that differs by the fewest letters, if they are few.</summary>
internal static class NearName
{
    public static string? To(string word, IEnumerable<string> candidates) => word.Length > 64
        ? null
        : candidates.Select(candidate => (Text: candidate, Distance: Distance(word, candidate)))
            .Where(each => each.Distance <= Math.Max(1, Math.Min(word.Length, each.Text.Length) / 3))
            .OrderBy(each => each.Distance).ThenBy(each => each.Text, StringComparer.Ordinal)
            .Select(each => each.Text).FirstOrDefault();

    /// <summary>The hint that names it; null = none is near.</summary>
    public static string? Hint(string word, IEnumerable<string> candidates) =>
        To(word, candidates) is { } near ? $"did you mean '{near}'?" : null;

    private static int Distance(string left, string right) =>
        Nearest.Distance(left.ToLowerInvariant(), right.ToLowerInvariant());
}
