using System.Text.RegularExpressions;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.RunValues;

/// <summary>The columns of rows as one text: `rows("Code" char(2), "Db" nvarchar(128))`.</summary>
internal static partial class RunColumnsText
{
    private const string Head = "rows(";

    public static bool IsRows(string text) => text.StartsWith(Head, StringComparison.Ordinal);

    public static string Of(IReadOnlyList<RunColumn> columns) => $"{Head}{string.Join(", ", columns.Select(column =>
        $"\"{column.Name.Replace("\"", "\"\"", StringComparison.Ordinal)}\" {column.Type}"))})";

    public static bool TryRead(string text, out IReadOnlyList<RunColumn> columns, out string problem)
    {
        List<RunColumn> read = [];
        (columns, problem) = (read, "");
        var match = Whole().Match(text);
        if (!match.Success)
        {
            problem = "it is not written as rows(\"NAME\" TYPE, …)";
            return false;
        }

        foreach (var (name, type) in match.Groups["name"].Captures.Zip(match.Groups["type"].Captures))
        {
            if (!SqlType.TryParse(type.Value, out var known, out var wrong))
            {
                problem = wrong;
                return false;
            }

            read.Add(new RunColumn(name.Value.Replace("\"\"", "\"", StringComparison.Ordinal), known));
        }

        return true;
    }

    [GeneratedRegex("""\Arows\(("(?<name>([^"]|"")*)" (?<type>\w+(\([\w,]+\))?)(, (?=")|(?=\)\z)))+\)\z""",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Whole();
}
