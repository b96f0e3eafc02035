using System.Text.RegularExpressions;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Xml;

/// <summary>Finds secrets within texts: connection strings, wherever they stand, literals that are given to a
/// password, addresses with a password, and arguments of programs.</summary>
internal static partial class SecretTexts
{
    // How far a part of a connection string is from another one at most.
    private const int Nearby = 500;

    private static readonly string[] Signs = [.. SecretWords.Signs, "://", "bearer"];

    /// <summary>Whether a value of that name is a secret.</summary>
    public static bool IsSecretName(string name) =>
        name.Length > 0 && SecretName().IsMatch(name) && !NoSecretName().IsMatch(name);

    /// <summary>Whether a configuration's path leads to a secret.</summary>
    public static bool IsSecretTarget(string path) =>
        Target().Matches(path).Any(each => IsSecretName(each.Groups[1].Value.Split("::")[^1]));

    /// <summary>The text with a marker for each secret in it.</summary>
    public static string Clean(string text, bool isExpression)
    {
        if (text.Length < 4 || !Signs.Any(sign => text.Contains(sign, StringComparison.OrdinalIgnoreCase)))
        {
            return SecretPlaces.Clean(text, isExpression);
        }

        var keys = isExpression ? InExpression() : InText();
        var clean = keys.Replace(text, match => Hidden(text, match));
        clean = InAddress().Replace(clean, Secret.Marker);
        return SecretPlaces.Clean(Bearer().Replace(clean, Secret.Marker), isExpression);
    }

    /// <summary>The names of variables that an expression puts where a password stands.</summary>
    public static IEnumerable<string> UsedAsSecret(string expression) =>
        BehindKey().Matches(expression).Select(each => each.Groups["name"].Value);

    /// <summary>The names of all variables of an expression.</summary>
    public static IEnumerable<string> NamedIn(string expression) =>
        Variable().Matches(expression).Select(each => each.Groups["name"].Value);

    /// <summary>An expression with a marker for each text in it.</summary>
    public static string CleanLiterals(string expression) =>
        Literal().Replace(expression, $"\"{Secret.Marker}\"");

    /// <summary>An expression that sets a variable, with a marker for each text that a secret is set to.</summary>
    /// <param name="expression">The expression.</param>
    /// <param name="isSecret">Whether a variable of that name is one.</param>
    public static string CleanAssigned(string expression, Func<string, bool> isSecret) =>
        Assigned().Match(expression) is { Success: true } match && isSecret(match.Groups["name"].Value)
            ? expression[..match.Length] + CleanLiterals(expression[match.Length..]) : expression;

    /// <summary>Arguments with a marker for what follows an option that takes a password: what it is called depends on
    /// the program.</summary>
    public static string CleanArguments(string executable, string arguments)
    {
        var programs = $"{executable} {arguments}";
        var clean = LongOption().Replace(
            SecretPlaces.CleanCall(executable, arguments, isExpression: false), Secret.Marker);
        clean = SqlPrograms().IsMatch(programs) ? UpperOption().Replace(clean, Secret.Marker) : clean;
        return PackingPrograms().IsMatch(programs) ? LowerOption().Replace(clean, Secret.Marker) : clean;
    }

    /// <summary>The same of an expression that makes them.</summary>
    public static string CleanExpression(string executable, string expression) =>
        SqlPrograms().IsMatch(executable) ? OptionInExpression().Replace(expression, Secret.Marker)
            : SecretPlaces.CleanCall(executable, expression, isExpression: true);

    private static string Hidden(string text, Match match)
    {
        var bare = match.Groups["bare"];
        if (bare.Success && (string.IsNullOrWhiteSpace(bare.Value) || !IsConnectionString(text, match)))
        {
            return match.Value;
        }

        var value = match.Groups["value"].Success ? match.Groups["value"] : bare;
        if (value.Length == 0)
        {
            return match.Value;
        }

        var start = value.Index - match.Index;
        return match.Value[..start] + Secret.Marker + match.Value[(start + value.Length)..];
    }

    // `set password = s.password` of a statement is none: beside a password stand a server or a user.
    private static bool IsConnectionString(string text, Match match)
    {
        var from = Math.Max(0, match.Index - Nearby);
        var to = Math.Min(text.Length, match.Index + match.Length + Nearby);
        return Neighbour().IsMatch(text[from..match.Index])
            || Neighbour().IsMatch(text[(match.Index + match.Length)..to]);
    }

    private const string Keys =
        "(?:" + SecretWords.Passwords + @"|\bpwd|sharedaccesssignature|client_?secret|" + SecretWords.Keys + ")";

    // A password wherever it stands in a name, the rest at its end.
    [GeneratedRegex(SecretWords.Passwords + "|pwd|secret|credential|^(?:" + SecretWords.Whole + @")\d*$|(?:"
        + SecretWords.Keys + @"|(?:ftp|user|db|sql|login|smtp|mail|server|admin)_?pass)s?\d*$",
        RegexOptions.IgnoreCase)]
    private static partial Regex SecretName();

    // What is only about one.
    [GeneratedRegex(@"^(?:persist|is|has|use|no|reset|change)_?(?:password|passwd|pwd|secret|credential)"
        + @"|(?:file|path|folder|directory|length|policy|date|day|age|changed|required|expir\w*|attempt|count"
        + @"|column|field|prompt|question|hint|query|flag|type|char|label|table|name|mode|option)s?$",
        RegexOptions.IgnoreCase)]
    private static partial Regex NoSecretName();

    [GeneratedRegex(Keys + @"\s*=\s*(?:\\?[""'])?""\s*\+\s*(?:\([^)]*\)\s*)*@\[?(?:\$?\w+::)?(?<name>\w+)",
        RegexOptions.IgnoreCase)]
    private static partial Regex BehindKey();

    [GeneratedRegex(@"@\[?(?:\$?\w+::)?(?<name>\w+)")]
    private static partial Regex Variable();

    [GeneratedRegex(@"^\s*@(?:\[(?:\$?\w+::)?(?<name>[^\]]+)\]|(?<name>\w+))\s*=(?!=)")]
    private static partial Regex Assigned();

    [GeneratedRegex(@"\[([^\]]+)\]")]
    private static partial Regex Target();

    [GeneratedRegex(Keys + @"(?:\\?[""'\]])?\s*[=:]\s*(?:N?'(?<value>[^'\r\n]*)'|\\""(?<value>[^""\\\r\n]*)\\""|"
        + @"""""(?<value>[^""\s;]+)""""|""(?<value>[^""\r\n]*)""|(?<==)\{(?<value>[^}\r\n]*)\}|"
        + @"(?<==)(?<bare>[^;""'\r\n<>\s][^;""'\r\n<>]*))", RegexOptions.IgnoreCase)]
    private static partial Regex InText();

    [GeneratedRegex(Keys + @"\s*=\s*(?:'(?<value>[^'""\r\n]*)'|\\""(?<value>[^""\\\r\n]*)\\""|"
        + @"(?<bare>[^;""'\r\n<>]*))", RegexOptions.IgnoreCase)]
    private static partial Regex InExpression();

    [GeneratedRegex(@"(?:data source|server|initial catalog|database|user ?id|user ?name|\buid|\bdsn|driver|provider"
        + @"|\bhost|endpoint|accountname|smtpserver|address|integrated security|port)\s*=", RegexOptions.IgnoreCase)]
    private static partial Regex Neighbour();

    [GeneratedRegex(@"(?<=://[^/\s:@""'<>]{0,200}:)[^/\s""'<>]{1,200}(?=@)")]
    private static partial Regex InAddress();

    [GeneratedRegex(@"(?<=\bBearer\s)[A-Za-z0-9._~+/-]{12,}=*", RegexOptions.IgnoreCase)]
    private static partial Regex Bearer();

    [GeneratedRegex(@"""(?:\\.|[^""\\])*""")]
    private static partial Regex Literal();

    [GeneratedRegex(@"(?<=(?:^|\s)(?:-pw\s+|--?(?:\w+-)?password[=\s:]+|/password:|/pwd:|-pass\s+))"
        + @"(?:""[^""]*""|[^\s""]+)",
        RegexOptions.IgnoreCase)]
    private static partial Regex LongOption();

    [GeneratedRegex(@"(?<=(?:^|\s)-P\s*)(?:""[^""]*""|[^\s""]+)")]
    private static partial Regex UpperOption();

    [GeneratedRegex(@"(?<=(?:^|\s|"")-P\s*(?:\\"")?)[^\s""'\\-][^\s""'\\]*")]
    private static partial Regex OptionInExpression();

    [GeneratedRegex(@"(?<=(?:^|\s)-p)(?:""[^""]*""|[^\s""]+)")]
    private static partial Regex LowerOption();

    [GeneratedRegex(@"\b(?:sqlcmd|osql|isql|bcp|dtexec|sqlplus)\b", RegexOptions.IgnoreCase)]
    private static partial Regex SqlPrograms();

    [GeneratedRegex(@"\b(?:7z\w*|rar|unrar|winrar|winzip|wzzip|mysql\w*|mysqldump|zip)\b", RegexOptions.IgnoreCase)]
    private static partial Regex PackingPrograms();
}
