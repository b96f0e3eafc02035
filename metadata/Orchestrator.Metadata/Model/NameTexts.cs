using System.Text.RegularExpressions;

namespace Orchestrator.Metadata.Model;

/// <summary>
/// `${name:X}` in SQL and in names of tables: the value of a variable as a name, which the platform quotes where it
/// stands in SQL. It is known only when the package runs.
/// </summary>
public static partial class NameTexts
{
    private const string Form = @"\$\{name:(?<name>[A-Za-z][A-Za-z0-9_]{0,255})\}";

    /// <summary>Whether one stands in a text.</summary>
    public static bool AreIn(string? text) => text is not null && Pattern().IsMatch(text);

    /// <summary>The names of the variables, in their order, as often as they stand there.</summary>
    public static IEnumerable<string> In(string text) =>
        Pattern().Matches(text).Select(match => match.Groups["name"].Value);

    /// <summary>Where each of them begins, how long it is, and which variable it names.</summary>
    public static IEnumerable<(int Place, int Length, string Name)> PlacesIn(string text) =>
        Pattern().Matches(text).Select(match => (match.Index, match.Length, match.Groups["name"].Value));

    /// <summary>The text with what is given for each. What a value holds is not looked at again.</summary>
    public static string Fill(string text, Func<string, string> value) =>
        Pattern().Replace(text, match => value(match.Groups["name"].Value));

    /// <summary>Whether a text is just one of them.</summary>
    internal static bool IsOne(string text) =>
        Pattern().Match(text) is { Success: true } one && one.Length == text.Length;

    [GeneratedRegex(Form)]
    private static partial Regex Pattern();
}
