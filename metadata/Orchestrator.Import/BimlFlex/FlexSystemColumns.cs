using Orchestrator.Import.Foreign;

namespace Orchestrator.Import.BimlFlex;

/// <summary>The columns that the engine fills, under the names that BimlFlex has for them.</summary>
internal sealed class FlexSystemColumns
{
    public const string AuditId = "RowAuditId";

    // What BimlFlex calls them where nobody says otherwise.
    private const string Prefix = "Flex";

    // Those of versions are there where versions are; the others where they are named.
    private static readonly string[] Roles =
    [
        AuditId, "RowRecordSource", "RowHash", "RowEffectiveFromDate", "RowEffectiveToDate", "RowIsCurrent",
        "RowIsDeleted",
    ];

    private readonly Dictionary<string, string> _named = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _filled = new(StringComparer.OrdinalIgnoreCase);

    public FlexSystemColumns(FlexRows rows, ForeignProblems problems)
    {
        foreach (var row in rows.Of("Configurations"))
        {
            var key = row.Text("configurationkey", "name", "configuration");
            var column = row.Text("configurationvalue", "configurationdefault");
            if (!key.StartsWith("Row", StringComparison.OrdinalIgnoreCase) || column.Length == 0)
            {
                continue;
            }

            if (MetadataNames.Refusal(column) is { } why)
            {
                problems.Error(ForeignCodes.NoEqual, row.At,
                    $"metadata cannot say the name '{ForeignProblems.Shown(column)}' of a column that each load fills: "
                    + why, "give it another name under `systemColumns`");
                continue;
            }

            _filled.Add(column);
            if (Array.Find(Roles, role => role.Equals(key, StringComparison.OrdinalIgnoreCase)) is { } known)
            {
                _named.TryAdd(known, column);
            }
            else
            {
                problems.Warn(ForeignCodes.NoEqual, row.At,
                    $"no column is filled as '{ForeignProblems.Shown(key)}' is", "see who reads it");
            }
        }
    }

    /// <summary>The lines under `systemColumns`.</summary>
    public IReadOnlyList<string> Lines =>
        [.. Roles.Where(_named.ContainsKey).Select(role => $"  {role}: {{column: {YamlText.Of(_named[role])}}}")];

    /// <summary>Whether each load says which attempt wrote a row.</summary>
    public bool HasAuditId => _named.ContainsKey(AuditId);

    /// <summary>Whether a column is one that an engine fills.</summary>
    public bool Fills(string column) => _filled.Contains(column)
        || (column.StartsWith($"{Prefix}Row", StringComparison.OrdinalIgnoreCase) && _named.Count == 0);

    /// <summary>The line of an object that needs the attempt, where nobody names a column for it.</summary>
    public static string AuditLine => $"systemColumns: {{{AuditId}: {{column: {Prefix}{AuditId}}}}}";
}
