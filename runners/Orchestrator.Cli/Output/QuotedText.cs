using System.Text.RegularExpressions;

namespace Orchestrator.Cli.Output;

/// <summary>
/// Lines that others have written, such as a server's message or what a row holds, on a screen of ours. The first
/// stands where a message is expected, and gets a mark only where it could be taken for another line of ours, or by a
/// build server for a command; each that follows has one, as no list of words would know all that we say.
/// </summary>
internal static partial class QuotedText
{
    private const string Mark = "| ";

    /// <summary>The lines of a text.</summary>
    public static IEnumerable<string> Lines(string text) => text.ReplaceLineEndings("\n").Split('\n')
        .Select((line, at) => at == 0 && !IsLikeOurs().IsMatch(line) ? line : (Mark + line.TrimStart()).TrimEnd());

    [GeneratedRegex(@"^\s*(?:(?:next|see|try next|failed|refused|waiting|warning|error|hint|rows so far|orchestrator"
        + @"|run\s[0-9].*|retry\s.*|report|packages|artifacts|lost|waits|paused|ORC[0-9]+)\s*:"
        + @"|(?:phase|blocked|skipped)\s|failed\s.*\bORC[0-9]|::|##)", RegexOptions.IgnoreCase)]
    private static partial Regex IsLikeOurs();
}
