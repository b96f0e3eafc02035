using System.Text.RegularExpressions;

namespace Orchestrator.Metadata.Building;

/// <summary>What a statement says that only T-SQL knows. It is looked for by its words: what stands in quotes or in a
/// comment says nothing.</summary>
internal static partial class TransactSqlWords
{
    private const string Parts = "year|yyyy|yy|quarter|qq|month|mm|dayofyear|dy|day|dd|week|wk|ww|weekday|dw|hour|hh|"
        + "minute|mi|second|ss|millisecond|ms";

    /// <summary>The words as they stand there, each once.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="takesBrackets">Whether its platform, too, writes names as [name].</param>
    public static IReadOnlyList<string> In(string sql, bool takesBrackets)
    {
        var plain = Silent().Replace(sql, match => match.Value[0] == '-' ? " " : "''");
        var found = Word().Matches(plain).Select(match => Spaces().Replace(match.Value.Trim(), " "));
        var named = takesBrackets ? [] : Bracketed().Matches(plain).Select(match => match.Value).Take(1);
        return [.. found.Concat(named).Distinct(StringComparer.OrdinalIgnoreCase)];
    }

    [GeneratedRegex("""'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*|/\*.*?\*/""", RegexOptions.Singleline)]
    private static partial Regex Silent();

    [GeneratedRegex(
        @"\bWITH\s*\(\s*(?:NOLOCK|TABLOCKX?|READPAST|UPDLOCK|HOLDLOCK|ROWLOCK|READUNCOMMITTED)\b"
        + @"|\bISNULL\s*\((?=[^()]*(?:\([^()]*\)[^()]*)*,)"
        + @"|\b(?:GETDATE|GETUTCDATE|SYSDATETIME|NEWID|SCOPE_IDENTITY)\s*\(\s*\)"
        + @"|\b(?:CHARINDEX|LEN|OBJECT_ID|TRY_CAST|TRY_CONVERT)\s*\("
        + @"|\bSELECT\s+(?:DISTINCT\s+)?TOP\s*(?:\(|[0-9]+)"
        + @"|\b(?:DATEADD|DATEDIFF|DATEPART|DATENAME)\s*\(\s*(?:" + Parts + @")\s*,"
        + @"|\bCONVERT\s*\(\s*(?:n?varchar|n?char|int|bigint|date|datetime2?|decimal|numeric|float|bit|money)\b"
        + @"|\b(?:CROSS|OUTER)\s+APPLY\b|\bDECLARE\s+@\w+|\bSET\s+NOCOUNT\b|@@(?:ROWCOUNT|ERROR|TRANCOUNT)\b"
        + @"|(?<=(?:^|;)\s*)EXEC(?=\s+[\w\[])|\bINTO\s+\#\w+",
        RegexOptions.IgnoreCase | RegexOptions.Multiline)]
    private static partial Regex Word();

    // Not the element of an array, nor a list of values.
    [GeneratedRegex(@"(?<![\w\])'""]|\bARRAY\s{0,9})\[[A-Za-z_][\w ]*\]", RegexOptions.IgnoreCase)]
    private static partial Regex Bracketed();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
