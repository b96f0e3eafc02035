using System.Text.RegularExpressions;

namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// What a person writes in the place of the T-SQL of an import whose databases move to PostgreSQL: calls are functions
/// under the same names, the types of their columns are casts, and the moments that the package reckons are asked of
/// the made-up clock.
/// </summary>
internal static partial class PortedStatements
{
    /// <summary>Ports each statement of the objects below a folder.</summary>
    /// <returns>How many there are.</returns>
    public static int In(string solution)
    {
        var count = 0;
        foreach (var file in Directory.GetFiles(
            Path.Combine(solution, "projects"), "*.yaml", SearchOption.AllDirectories))
        {
            // PostgreSQL always keeps NULL, and the sample's items have no brand where those of the original say N/A.
            var text = MadeUp().Replace(File.ReadAllText(file), "$1}").Replace(
                ", keepNulls: false", "", StringComparison.Ordinal);
            count += Statement().Count(text);
            File.WriteAllText(file, Statement().Replace(text, Written));
        }

        return count;
    }

    private static string Written(Match match)
    {
        var indent = match.Groups["indent"].Value;
        var said = match.Groups["line"] is { Success: true } line ? line.Value.Trim('"', '\'')
            : string.Join('\n', match.Groups["block"].Value.Split('\n').Select(each => each.Trim()));
        return $"{indent}{match.Groups["key"].Value}: |-\n{indent}  {Ported(said.Trim())}\n";
    }

    private static string Ported(string said)
    {
        if (Call().Match(said) is { Success: true } call)
        {
            var given = Argument().Replace(call.Groups["given"].Value.Trim(), "\"$1\" => ");
            var columns = Column().Matches(call.Groups["columns"].Value).Select(each =>
                (Name: $"\"{each.Groups["name"].Value}\"", IsWhole: each.Groups["type"].Value == "int")).ToArray();
            // A number that becomes a whole one is cut there, and rounded here.
            var chosen = string.Join(", ", columns.Select(each =>
                each.IsWhole ? $"trunc({each.Name})::int AS {each.Name}" : each.Name));
            var named = columns.Length == 0 ? "" : $" AS r ({string.Join(", ", columns.Select(each => each.Name))})";
            return $"SELECT {(columns.Length == 0 ? "*" : chosen)} "
                + $"FROM \"Integration\".\"{call.Groups["name"].Value}\"({given}){named}";
        }

        if (Emptied().Match(said) is { Success: true } emptied)
        {
            return $"DELETE FROM \"Integration\".\"{emptied.Groups["name"].Value}\"";
        }

        var result = Result().Match(said).Groups["name"].Value;
        return said.Contains("PopulateDateDimensionForYear", StringComparison.Ordinal)
            // The year of the clock in the package; the sample asks for that of the cutoff.
            ? "CALL \"Integration\".\"PopulateDateDimensionForYear\"("
                + "extract(year FROM @TargetETLCutoffTime::timestamp)::int)"
            : said.Contains("SYSUTCDATETIME", StringComparison.OrdinalIgnoreCase)
            ? $"SELECT (SELECT utc_now FROM wwi.clock) - interval '5 minutes' AS \"{result}\""
            : said.Contains("MILLISECOND", StringComparison.OrdinalIgnoreCase)
            ? $"SELECT date_trunc('second', @{result}::timestamp) AS \"{result}\""
            : throw new InvalidOperationException($"nobody has ported this: {said}");
    }

    // A statement in a line, or as a block.
    [GeneratedRegex(
        @"^(?<indent> *)(?<key>sql|query): (?:\|-?\n(?<block>(?:\k<indent> +\S.*\n|\n)*)|(?<line>[^|\n].*)\n)",
        RegexOptions.Multiline)]
    private static partial Regex Statement();

    [GeneratedRegex(
        @"^EXEC Integration\.(?<name>\w+)(?<given>[^;(]*?)(?:\s+WITH RESULT SETS\s*\(\s*\((?<columns>.*)\)\s*\))?;?$",
        RegexOptions.Singleline)]
    private static partial Regex Call();

    [GeneratedRegex(@"@(\w+)\s*=\s*")]
    private static partial Regex Argument();

    [GeneratedRegex(@"(?:^|,)\s*(?:\[(?<name>[^\]]+)\]|(?<name>\w+))\s+(?<type>\w+)")]
    private static partial Regex Column();

    [GeneratedRegex(@"^DELETE FROM Integration\.(?<name>\w+);?$")]
    private static partial Regex Emptied();

    [GeneratedRegex(@"(\{column: (?:Color|Brand|Size), .*), nullable: false\}")]
    private static partial Regex MadeUp();

    [GeneratedRegex(@"AS \[(?<name>\w+)\]$")]
    private static partial Regex Result();
}
