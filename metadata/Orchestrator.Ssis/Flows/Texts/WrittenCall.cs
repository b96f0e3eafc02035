using System.Text.RegularExpressions;

namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>The call of a procedure: its name, and what it is given.</summary>
/// <param name="Procedure">With its schema, without brackets.</param>
/// <param name="Arguments">The name of each, without its sign; empty where it goes by its place. And its value.</param>
/// <param name="Statement">The call itself; `@NAME` is a variable.</param>
internal sealed partial record WrittenCall(
    string Procedure, IReadOnlyList<(string Name, string Value)> Arguments, string Statement)
{
    private const string Argument =
        @"(?<argument>(?:@\w+\s*=\s*)?(?:N?'(?:[^']|'')*'|-?\d+(?:\.\d+)?|\$\{var:[^}]+\}|NULL))";

    /// <summary>Whether all that it is given goes by name.</summary>
    public bool IsNamed => Arguments.All(each => each.Name.Length > 0);

    /// <summary>Whether the call says what the columns of its rows are called (WITH RESULT SETS).</summary>
    public bool SaysColumns { get; private init; }

    /// <summary>A call that is given values; null of any other.</summary>
    /// <param name="text">From its EXEC on; `?` was replaced.</param>
    public static WrittenCall? Of(string text)
    {
        var described = WrittenText.IsShort(text) ? Described(text) : null;
        if (!WrittenText.IsShort(text)
            || Call().Match(text[..(described ?? text.Length)]) is not { Success: true } match)
        {
            return null;
        }

        List<(string, string)> arguments = [];
        foreach (var capture in match.Groups["argument"].Captures.Select(each => each.Value.Trim()))
        {
            var cut = capture[0] == '@' ? capture.IndexOf('=', StringComparison.Ordinal) : -1;
            arguments.Add((cut < 0 ? "" : capture[1..cut].Trim(), Bare(capture[(cut + 1)..].Trim())));
        }

        var parts = WrittenTable.PartsOf(match.Groups["name"].Value);
        return parts.Count is not (1 or 2) ? null
            : new(string.Join('.', parts), arguments, StatementOf(text))
            {
                SaysColumns = described is not null,
            };
    }

    /// <summary>The call itself, with `@NAME` for what a variable gives it.</summary>
    public static string StatementOf(string text) => Variable().Replace(text, "@$1");

    // Where the description of one result begins: WITH RESULT SETS ((Id int, Name nvarchar(20))); null = there is none.
    private static int? Described(string text)
    {
        var words = SqlWords.Of(text);
        for (var at = 0; at + 4 < words.Count; at++)
        {
            if (words[at].Is("WITH") && words[at + 1].Is("RESULT") && words[at + 2].Is("SETS"))
            {
                return words[at + 3].Is("(") && words[^1].Is(")")
                    && words.Skip(at + 4).SkipLast(1).All(each => each.Depth > (each.Text is "(" or ")" ? 0 : 1))
                        ? words[at].At : null;
            }
        }

        return null;
    }

    private static string Bare(string value)
    {
        var text = value.StartsWith("N'", StringComparison.OrdinalIgnoreCase) ? value[1..] : value;
        return text.StartsWith('\'') ? text[1..^1].Replace("''", "'", StringComparison.Ordinal) : text;
    }

    [GeneratedRegex(
        @"^\s*EXEC(?:UTE)?\s+(?<name>(?:\[[^\]]+\]|\w+)(?:\s*\.\s*(?:\[[^\]]+\]|\w+))?)"
        + @"(?:\s+" + Argument + @"(?:\s*,\s*" + Argument + @")*)?\s*$",
        RegexOptions.IgnoreCase)]
    private static partial Regex Call();

    [GeneratedRegex(@"\$\{var:([^}]+)\}")]
    private static partial Regex Variable();
}
