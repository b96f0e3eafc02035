using System.Text;
using System.Text.RegularExpressions;

namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>The signs `?` of a statement, and what a component binds to them.</summary>
internal static partial class WrittenParameters
{
    /// <summary>How many there are.</summary>
    public static int Count(string sql) => SqlWords.Of(sql).Count(each => each.Text == "?");

    /// <summary>The statement with another text for each of them.</summary>
    public static string Replace(string sql, Func<int, string> text)
    {
        var result = new StringBuilder();
        var (at, number) = (0, 0);
        foreach (var sign in SqlWords.Of(sql).Where(each => each.Text == "?"))
        {
            result.Append(sql, at, sign.At - at).Append(text(number++));
            at = sign.End;
        }

        return result.Append(sql, at, sql.Length - at).ToString();
    }

    /// <summary>The bindings of a source, `"Parameter0:Input",{GUID};…`: the parameter's name and the variable's GUID
    /// or name.</summary>
    public static IReadOnlyList<(string Name, string Variable)> Bindings(string mapping) =>
    [
        .. Binding().Matches(mapping).Select(each =>
            (each.Groups["name"].Value, each.Groups["variable"].Value.Trim())),
    ];

    /// <summary>The name that each sign of a call is given by, as `@Day = ?`; null where it is given by its place.
    /// </summary>
    public static IReadOnlyList<string?> NamesOf(string call)
    {
        var words = SqlWords.Of(call);
        return
        [
            .. Enumerable.Range(0, words.Count).Where(at => words[at].Text == "?").Select(at =>
                at > 1 && words[at - 1].Text == "=" && words[at - 2].Text is ['@', ..]
                    ? call[words[at - 2].At..words[at - 2].End] : null),
        ];
    }

    /// <summary>The place that a parameter's name says, from 0: `Parameter1` and `1`; null where it says none.
    /// </summary>
    public static int? PlaceOf(string name) =>
        Place().Match(name) is { Success: true } match ? int.Parse(match.Groups["place"].Value) : null;

    [GeneratedRegex("""["'](?<name>[^"':]+)(?::[^"']*)?["']\s*,\s*(?<variable>\{[^}]+\}|[^;,"]+)""")]
    private static partial Regex Binding();

    [GeneratedRegex(@"^(?:Parameter|Param_)?(?<place>\d{1,4})$", RegexOptions.IgnoreCase)]
    private static partial Regex Place();
}
