using System.Data.Common;
using System.Net;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.RegularExpressions;

namespace Orchestrator.Runner.Text;

/// <summary>The forms in which one secret value can turn up in a text, and where secrets hide in longer ones.</summary>
internal static partial class SecretForms
{
    /// <summary>Shorter values would blacken half of every text.</summary>
    public const int LengthMin = 3;

    /// <summary>A single line of a longer secret must be at least this long to be told apart.</summary>
    private const int PartLengthMin = 4;

    private static readonly string[] s_words =
        ["password", "pwd", "passphrase", "secret", "token", "accountkey", "accesskey", "apikey", "api_key", "api-key"];

    /// <summary>The value, its lines, and all of them as quoting and encoding turn them.</summary>
    public static IEnumerable<string> Of(string value)
    {
        var lines = value.Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Where(line => line.Length >= PartLengthMin);
        var wholes = new[] { value, value.Trim(), value.ReplaceLineEndings("\n"), value.ReplaceLineEndings("\r\n") };
        return wholes.Where(whole => whole.Length >= LengthMin).Concat(lines).Concat(AsPath(value)).Distinct()
            .SelectMany(Encodings);
    }

    /// <summary>The values of password-like keys in a connection string, of user:password in a URL.</summary>
    public static IEnumerable<string> PartsOf(string text) =>
        ConnectionStringParts(text)
            .Concat(KeyValue().Matches(text).Select(match => match.Groups["value"].Value))
            .Concat(UserInfo().Matches(text).SelectMany(match =>
                new[] { match.Groups["value"].Value, Uri.UnescapeDataString(match.Groups["value"].Value) }));

    /// <summary>A secret that may be a path can turn up without detours, or as the file's name alone.</summary>
    private static IEnumerable<string> AsPath(string value)
    {
        if (value.AsSpan().IndexOfAny('/', '\\') < 0 || value.Contains('\0', StringComparison.Ordinal))
        {
            return [];
        }

        var direct = Path.GetFullPath(Path.DirectorySeparatorChar + value)[1..];
        return new[] { direct, Path.GetFileName(direct) }.Where(path => path.Length >= PartLengthMin);
    }

    private static IEnumerable<string> Encodings(string text)
    {
        yield return text;
        yield return text.Replace("'", "''", StringComparison.Ordinal);
        yield return text.Replace("\"", "\"\"", StringComparison.Ordinal);
        yield return JavaScriptEncoder.Default.Encode(text);
        yield return JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(text);
        yield return OutsideText.WithoutSecrets.Line(text);
        yield return WebUtility.HtmlEncode(text);
        var url = Uri.EscapeDataString(text);
        yield return url;
        yield return PercentCode().Replace(url, match => match.Value.ToLowerInvariant());
        var form = WebUtility.UrlEncode(text);
        yield return form;
        yield return PercentCode().Replace(form, match => match.Value.ToLowerInvariant());
        yield return Convert.ToBase64String(Encoding.UTF8.GetBytes(text));
    }

    private static List<string> ConnectionStringParts(string text)
    {
        try
        {
            var parts = new DbConnectionStringBuilder { ConnectionString = text };
            return [.. parts.Keys.Cast<string>().Where(IsPasswordLike).Select(key => parts[key].ToString() ?? "")];
        }
        catch (ArgumentException)
        {
            return [];
        }
    }

    /// <summary>Whether what stands behind such a key is a secret.</summary>
    public static bool IsPasswordLike(string key) => Array.Exists(s_words, word =>
        key.Replace(" ", "", StringComparison.Ordinal).Contains(word, StringComparison.OrdinalIgnoreCase));

    [GeneratedRegex("""(?i)(?:password|pwd|passphrase|secret|token|(?:account|access|api)[ _-]?key)\s*=\s*"""
        + """(?<value>"[^"]+"|'[^']+'|[^;&\s"']+)""")]
    private static partial Regex KeyValue();

    [GeneratedRegex(@"://[^/?#\s:@]*:(?<value>[^/?#\s]+)@")]
    private static partial Regex UserInfo();

    [GeneratedRegex("%[0-9A-F]{2}")]
    private static partial Regex PercentCode();
}
