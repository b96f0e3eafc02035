using System.Text.RegularExpressions;

namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// What a person writes in the place of the T-SQL of an import whose databases move to PostgreSQL: calls are functions
/// under the same names, and the two moments that the package reckons are asked of the made-up clock.
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
            var text = File.ReadAllText(file);
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
            string[] columns =
            [
                .. Column().Matches(call.Groups["columns"].Value).Select(each => $"\"{each.Groups["name"].Value}\""),
            ];
            var named = columns.Length == 0 ? "" : $" AS r ({string.Join(", ", columns)})";
            return $"SELECT * FROM \"Integration\".\"{call.Groups["name"].Value}\"({given}){named}";
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

    [GeneratedRegex(@"(?:^|,)\s*(?:\[(?<name>[^\]]+)\]|(?<name>\w+))\s")]
    private static partial Regex Column();

    [GeneratedRegex(@"AS \[(?<name>\w+)\]$")]
    private static partial Regex Result();
}
