using System.Text.RegularExpressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>The facts that texts name.</summary>
internal static partial class FactTexts
{
    /// <summary>Those that stand in a text as `${…}`, each as often as it does.</summary>
    public static IEnumerable<FactRead> In(string text, Origin at)
    {
        foreach (Match match in PlaceholderText.Pattern().Matches(text))
        {
            if (FactName.TryParse(match.Groups["kind"].Value, match.Groups["name"].Value, out var fact))
            {
                yield return new FactRead("", fact, at);
            }
        }
    }

    /// <summary>Whether one stands in a text.</summary>
    public static bool IsOpen(string text) => In(text, Origin.Default).Any();

    /// <summary>Those whose parameters SQL names without declaring them, each once.</summary>
    public static IReadOnlyList<FactRead> InSql(string sql, Origin at) =>
    [
        .. Reserved().Matches(sql).Select(match => match.Groups["name"].Value).Distinct(StringComparer.Ordinal)
            .Where(FactName.Parameters.ContainsKey)
            .Select(name => new FactRead(name, FactName.Parameters[name], at)),
    ];

    [GeneratedRegex("@(?<name>orchestrator_[A-Za-z]+_[A-Za-z]+)")]
    private static partial Regex Reserved();
}
