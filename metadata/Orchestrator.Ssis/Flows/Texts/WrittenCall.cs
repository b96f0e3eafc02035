using System.Text.RegularExpressions;

namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>The call of a procedure: its name, and what it is given by name.</summary>
internal sealed partial record WrittenCall(string Procedure, IReadOnlyList<(string Name, string Value)> Arguments)
{
    /// <summary>A call whose arguments are all named, or that has none; null of any other.</summary>
    /// <param name="text">From its EXEC on; `?` was replaced.</param>
    public static WrittenCall? Of(string text)
    {
        if (!WrittenText.IsShort(text) || Call().Match(text) is not { Success: true } match)
        {
            return null;
        }

        List<(string, string)> arguments = [];
        foreach (var capture in match.Groups["argument"].Captures.Select(each => each.Value.Trim()))
        {
            var cut = capture.IndexOf('=', StringComparison.Ordinal);
            arguments.Add((capture[1..cut].Trim(), Bare(capture[(cut + 1)..].Trim())));
        }

        var parts = WrittenTable.PartsOf(match.Groups["name"].Value);
        return parts.Count is 1 or 2 ? new(string.Join('.', parts), arguments) : null;
    }

    private static string Bare(string value)
    {
        var text = value.StartsWith("N'", StringComparison.OrdinalIgnoreCase) ? value[1..] : value;
        return text.StartsWith('\'') ? text[1..^1].Replace("''", "'", StringComparison.Ordinal) : text;
    }

    [GeneratedRegex(
        @"^\s*EXEC(?:UTE)?\s+(?<name>(?:\[[^\]]+\]|\w+)(?:\s*\.\s*(?:\[[^\]]+\]|\w+))?)\s*"
        + @"(?:\s*,?\s*(?<argument>@\w+\s*=\s*(?:N?'(?:[^']|'')*'|-?\d+(?:\.\d+)?|\$\{var:[^}]+\}|NULL)))*\s*$",
        RegexOptions.IgnoreCase)]
    private static partial Regex Call();
}
