using System.Text.RegularExpressions;

namespace Orchestrator.Metadata.Loading;

/// <summary>
/// The `${env:NAME}`, `${env:NAME:-default}` and `${secret:NAME}` of texts: what is one, and what stands in its place.
/// </summary>
public static partial class PlaceholderText
{
    // No part is looked for without end: a text of nothing but beginnings would take minutes.
    private const string Form =
        @"\$\{(?<kind>[^:{}]{0,16})(:(?<name>[^:}]{0,256})(:-(?<default>[^}]{0,4096}))?)?\}";

    /// <summary>
    /// The text with each placeholder's value; a variable that is empty counts as not set. What a value holds is not
    /// looked at again.
    /// </summary>
    /// <exception cref="InvalidOperationException">One is not set or misspelt; the message holds no value.</exception>
    public static string Resolve(string text, Func<string, string?> variable, Func<string, string?> secret) =>
        Pattern().Replace(text, match => IsGood(match)
            ? (IsSecret(match) ? secret(NameIn(match)) : Variable(match, variable)) ?? throw Missing(match)
            : throw new InvalidOperationException(
                "A placeholder is neither ${env:NAME}, ${env:NAME:-default} nor ${secret:NAME}. Correct its name."));

    /// <summary>
    /// The text with what is given for each placeholder of any kind, told its kind, its name and all of it. What a
    /// value holds is not looked at again.
    /// </summary>
    public static string Fill(string text, Func<string, string, string, string> value) => Pattern().Replace(
        text, match => value(match.Groups["kind"].Value, NameIn(match), match.Value));

    /// <summary>The names of the secrets that a text asks for.</summary>
    public static IEnumerable<string> SecretsIn(string text) =>
        Pattern().Matches(text).Where(match => IsSecret(match) && IsGood(match)).Select(NameIn);

    /// <summary>Whether the text is one placeholder and nothing else.</summary>
    public static bool IsWhole(string text) =>
        Pattern().Match(text.Trim()) is { Success: true } match && match.Length == text.Trim().Length;

    /// <summary>What the metadata itself says for a variable: its value, else the default; null where neither is.
    /// </summary>
    internal static string? Variable(Match match, Func<string, string?> variable) =>
        variable(NameIn(match)) is { Length: > 0 } value ? value
            : match.Groups["default"].Success ? match.Groups["default"].Value : null;

    /// <summary>Whether it is one of the three forms, with a name that can be looked up.</summary>
    internal static bool IsGood(Match match) => match.Groups["kind"].Value switch
    {
        "env" => VariableName().IsMatch(NameIn(match)),
        "secret" => SecretName().IsMatch(NameIn(match)) && !match.Groups["default"].Success,
        _ => false,
    };

    /// <summary>The text with each placeholder's default, which is text of the metadata, in its place.</summary>
    public static string Written(string text) => Pattern().Replace(text, match => match.Groups["default"].Value);

    /// <summary>Length of the placeholder that begins there; 0 = none does.</summary>
    internal static int LengthAt(string text, int at) => text[at] == '$' ? PatternThere().Match(text, at).Length : 0;

    [GeneratedRegex(Form)]
    internal static partial Regex Pattern();

    [GeneratedRegex(@"\G" + Form)]
    private static partial Regex PatternThere();

    private static bool IsSecret(Match match) => match.Groups["kind"].Value == "secret";

    private static string NameIn(Match match) => match.Groups["name"].Value;

    private static InvalidOperationException Missing(Match match) => new(IsSecret(match)
        ? $"The secret {NameIn(match)} is not set. Set it where the run starts."
        : $"The variable {NameIn(match)} is not set, and ${{env:{NameIn(match)}}} has no default. "
            + $"Set {NameIn(match)}, or write ${{env:{NameIn(match)}:-default}}.");

    [GeneratedRegex(@"^[A-Za-z_][A-Za-z0-9_]*\z")]
    private static partial Regex VariableName();

    [GeneratedRegex(@"^(?!\.\.?\z)[A-Za-z0-9_.-]+\z")]
    private static partial Regex SecretName();
}
