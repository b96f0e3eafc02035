using System.Globalization;

namespace Orchestrator.Runner.Text;

/// <summary>
/// The forms in which one secret value can turn up in a text: as it is, its lines, its paths, each quoted and encoded
/// in any way, and what base64 and hexadecimal digits make of them, also with something before or behind them.
/// </summary>
internal static class SecretForms
{
    /// <summary>Shorter values would blacken half of every text.</summary>
    public const int LengthMin = 3;

    /// <summary>A single line of a longer secret must be at least this long to be told apart, as must digits and the
    /// middle of a base64 text.</summary>
    private const int PartLengthMin = 4;

    /// <summary>Shorter values stand across two lines by chance.</summary>
    private const int BrokenLengthMin = 8;

    private static readonly string[] Words =
        ["password", "pwd", "passphrase", "secret", "token", "accountkey", "accesskey", "apikey", "api_key", "api-key"];

    /// <summary>All of them.</summary>
    public static IReadOnlyList<SecretForm> Of(string value)
    {
        var texts = Texts(value).ToList();
        var bytes = texts.SelectMany(text => new[] { text, text.ReplaceLineEndings("\r\n") })
            .Distinct(StringComparer.Ordinal).SelectMany(Bytes.Of)
            .DistinctBy(Convert.ToHexString, StringComparer.Ordinal);
        return
        [
            .. texts.Select(text => new SecretForm([.. Characters(text).Select(Spellings.Of)])
            {
                MayBreak = text.Length >= BrokenLengthMin,
            }),
            .. bytes.SelectMany(each => Hexadecimal(each).Concat(Base64(each))),
        ];
    }

    /// <summary>Whether what stands behind such a key is a secret.</summary>
    public static bool IsPasswordLike(string key) => Array.Exists(Words, word =>
        key.Replace(" ", "", StringComparison.Ordinal).Contains(word, StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether a character is one of base64, or of its form for addresses.</summary>
    public static bool IsBase64(char character) =>
        char.IsAsciiLetterOrDigit(character) || character is '+' or '/' or '-' or '_';

    private static IEnumerable<string> Texts(string value)
    {
        var lines = value.Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Where(line => line.Length >= PartLengthMin);
        return new[] { value, value.Trim() }.Where(whole => whole.Length >= LengthMin).Concat(lines)
            .Concat(AsPath(value)).Concat(AsToken(value)).Select(text => text.ReplaceLineEndings("\n"))
            .Distinct(StringComparer.Ordinal);
    }

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

    /// <summary>A token that stands in addresses (SAS) has a question mark before it or has none, and its signature
    /// alone is what lets in.</summary>
    private static IEnumerable<string> AsToken(string value)
    {
        const string signature = "sig=";
        var signed = value.Split('?', '&').FirstOrDefault(
            part => part.StartsWith(signature, StringComparison.Ordinal))?[signature.Length..].Trim();
        return signed is null ? []
            : new[] { value.Trim().TrimStart('?'), signed, Uri.UnescapeDataString(signed) }
                .Where(text => text.Length >= PartLengthMin);
    }

    // Half of a pair alone is a character, too.
    private static IEnumerable<string> Characters(string text)
    {
        for (var i = 0; i < text.Length;)
        {
            var length = char.IsSurrogatePair(text, i) ? 2 : 1;
            yield return text.Substring(i, length);
            i += length;
        }
    }

    private static IEnumerable<SecretForm> Hexadecimal(byte[] bytes)
    {
        if (bytes.Length < PartLengthMin)
        {
            return [];
        }

        return new[] { "x2", "X2" }.Select(format => new SecretForm([.. bytes.Select((each, at) =>
        {
            var digits = each.ToString(format, CultureInfo.InvariantCulture);
            return at == 0 ? new[] { digits } : [digits, "-" + digits, ":" + digits, " " + digits];
        })])
        { MayBreak = true });
    }

    // Three bytes are four characters, so what stands before it decides which of three texts it becomes.
    private static IEnumerable<SecretForm> Base64(byte[] bytes)
    {
        for (var before = 0; before < 3; before++)
        {
            var first = ((before * 8) + 5) / 6;
            var behind = (before + bytes.Length) * 8 / 6;
            if (behind - first >= PartLengthMin)
            {
                var text = Convert.ToBase64String([.. new byte[before], .. bytes])[first..behind];
                yield return new SecretForm([.. text.Select(OfBase64)]) { IsBase64 = true, MayBreak = true };
            }
        }
    }

    private static string[] OfBase64(char character) => character switch
    {
        '+' => [.. Spellings.Of("+"), "-"],
        '/' => [.. Spellings.Of("/"), "_"],
        _ => [$"{character}"],
    };
}
