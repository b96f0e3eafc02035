using System.Text.RegularExpressions;

namespace Orchestrator.Cli.Output;

/// <summary>
/// Lines that others have written, such as a server's message or what a row holds, on a screen of ours: a line that
/// could be taken for one of ours, or by a build server for a command, gets a mark.
/// </summary>
internal static partial class QuotedText
{
    private const string Mark = "| ";

    /// <summary>The lines of a text.</summary>
    public static IEnumerable<string> Lines(string text) => text.ReplaceLineEndings("\n").Split('\n')
        .Select(line => IsLikeOurs().IsMatch(line) ? Mark + line.TrimStart() : line);

    [GeneratedRegex(@"^\s*(?:(?:next|see|try next|failed|refused|waiting|warning|error|hint|rows so far|orchestrator"
        + @"|ORC[0-9]+)\s*:|failed\s.*\bORC[0-9]|::|##)", RegexOptions.IgnoreCase)]
    private static partial Regex IsLikeOurs();
}
