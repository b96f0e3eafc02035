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

    /// <summary>The argument that a call gives that parameter to, with its `@`; null where it is given by its place.
    /// </summary>
    public static string? ArgumentOf(string sql, int place)
    {
        var words = SqlWords.Of(sql);
        var at = words.Index().Where(each => each.Item.Text == "?").Select(each => each.Index).ElementAt(place);
        return at > 1 && words[at - 1].Text == "=" && words[at - 2].Text is ['@', ..] and var name ? name : null;
    }

    /// <summary>Whether a call gives nothing but parameters, by their places.</summary>
    public static bool IsCallByPlace(string sql)
    {
        var given = SqlWords.Of(sql).SkipWhile(each => each.Text != "?").Index().ToList();
        return given.Count % 2 == 1 && given.TrueForAll(each => each.Item.Text == (each.Index % 2 == 0 ? "?" : ","))
            && !sql.Contains('\'', StringComparison.Ordinal);
    }

    /// <summary>Such a call with the names of what it gives.</summary>
    public static string Named(string sql, IReadOnlyList<(string Name, string Variable)> bound,
        Func<(string Name, string Variable), string> value) =>
        Replace(sql, place => $"{bound[place].Name} = {value(bound[place])}");

    /// <summary>The bindings of a source, `"Parameter0:Input",{GUID};…`: the parameter's name and the variable's GUID
    /// or name.</summary>
    public static IReadOnlyList<(string Name, string Variable)> Bindings(string mapping) =>
    [
        .. Binding().Matches(mapping).Select(each =>
            (each.Groups["name"].Value, each.Groups["variable"].Value.Trim())),
    ];

    /// <summary>The place that a parameter's name says, from 0: `Parameter1` and `1`; null where it says none.
    /// </summary>
    public static int? PlaceOf(string name) =>
        Place().Match(name) is { Success: true } match ? int.Parse(match.Groups["place"].Value) : null;

    [GeneratedRegex("""["'](?<name>[^"':]+)(?::[^"']*)?["']\s*,\s*(?<variable>\{[^}]+\}|[^;,"]+)""")]
    private static partial Regex Binding();

    [GeneratedRegex(@"^(?:Parameter|Param_)?(?<place>\d{1,4})$", RegexOptions.IgnoreCase)]
    private static partial Regex Place();
}
