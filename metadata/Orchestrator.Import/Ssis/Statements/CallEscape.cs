using System.Text.RegularExpressions;

namespace Orchestrator.Import.Ssis.Statements;

/// <summary>Calls as drivers take them, `{? = call name(?, ?)}`, in words of T-SQL.</summary>
internal static partial class CallEscape
{
    /// <summary>The statement of a call; any other text as it is.</summary>
    public static string Opened(string text) => Written().Match(text) is { Success: true } match
        ? $"EXEC {(match.Groups["returned"].Success ? "? = " : "")}{match.Groups["name"].Value} "
            + match.Groups["arguments"].Value.Trim()
        : text;

    [GeneratedRegex(
        @"^\s*\{\s*(?<returned>\?\s*=\s*)?call\s+(?<name>[\w.\[\]]+)\s*(?:\((?<arguments>[^{}]*)\)\s*)?\}\s*;?\s*$",
        RegexOptions.IgnoreCase)]
    private static partial Regex Written();
}
