using System.Text.RegularExpressions;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Xml;

/// <summary>Secrets that no word beside them names: by their place in a statement, in the call of a program, in an
/// address or in code.</summary>
internal static partial class SecretPlaces
{
    private const int LengthMin = 8;

    // What a text has to hold before the form is looked for.
    private static readonly (string Sign, Regex Form)[] All =
    [
        ("openrowset", InRowset()), ("sp_addlinkedsrvlogin", InLinkedLogin()), ("sp_", InLogin()),
        ("sp_password", InPasswordChange()), ("0x", Hashed()), ("identified", Identified()),
        ("bypassphrase", InPhrase()), ("secret", InCredential()), ("sig=", Signature()),
        ("use", InMount()), ("/user:", InMountBehindUser()), ("curl", InCurl()), ("dtexec", InDtexec()),
        ("eyJ", WebToken()), ("PRIVATE KEY", PrivateKey()), ("password", Joined()), ("pwd", Joined()),
        ("-pw", LongOption()), ("pass", LongOption()), ("/pwd:", LongOption()), ("sqlplus", InSqlPlus()),
        ("user", BehindUser()), ("uid", BehindUser()), (@"\\", InShare()), ("pass", Spoken()), ("pwd", Spoken()),
        ("kennwort", Spoken()), ("contrase", Spoken()), ("wachtwoord", Spoken()),
    ];

    // The same in a program's text, where names are short and more than one stands between.
    private static readonly (string Sign, Regex Form)[] OfCode =
    [
        ("pass", Assigned()), ("pw", Assigned()), ("secret", Assigned()), ("credential", Assigned()),
        ("kennwort", Assigned()), ("contrase", Assigned()), ("wachtwoord", Assigned()), ("key", Assigned()),
        ("token", Assigned()), ("key", InPair()), ("token", InPair()), ("kennwort", InPair()),
        ("NetworkCredential", InCredentials()), ("password", InPair()), ("pwd", InPair()), ("secret", InPair()),
    ];

    /// <summary>The text with a marker for each.</summary>
    /// <param name="text">The text.</param>
    /// <param name="isExpression">Whether it is an expression of SSIS, whose quotes are its own.</param>
    public static string Clean(string text, bool isExpression)
    {
        if (text.Length < LengthMin)
        {
            return text;
        }

        var clean = Replaced(text, All);
        clean = isExpression ? clean : Replaced(clean, OfCode);
        if (FtpScript().IsMatch(clean))
        {
            clean = InFtpScript().Replace(clean, Secret.Marker);
        }

        return SqlPrograms().IsMatch(clean) ? UpperOption().Replace(clean, Secret.Marker) : clean;
    }

    /// <summary>The same of what a program is called with, in which its own name does not stand.</summary>
    public static string CleanCall(string executable, string arguments, bool isExpression)
    {
        var name = executable[(executable.LastIndexOfAny(['\\', '/']) + 1)..].Trim(' ', '"');
        var call = $"{(name.LastIndexOf('.') is var end and > 0 ? name[..end] : name)} ";
        var clean = Clean(call + arguments, isExpression);
        return clean.StartsWith(call, StringComparison.Ordinal) ? clean[call.Length..] : Clean(arguments, isExpression);
    }

    private static string Replaced(string text, (string Sign, Regex Form)[] forms)
    {
        foreach (var (sign, form) in forms)
        {
            if (text.Contains(sign, StringComparison.OrdinalIgnoreCase))
            {
                text = form.Replace(text, Secret.Marker);
            }
        }

        return text;
    }

    private const RegexOptions AnyCase = RegexOptions.IgnoreCase | RegexOptions.CultureInvariant;

    [GeneratedRegex(@"(?<=\bOPENROWSET\s*\(\s*N?'+[^']*'+\s*,\s*N?'+[^']*'+\s*;\s*N?'+[^']*'+\s*;\s*N?'+)[^']+(?=')",
        AnyCase)]
    private static partial Regex InRowset();

    [GeneratedRegex(@"(?<=\bsp_addlinkedsrvlogin\s+(?:(?:N?'+[^']*'+|\w+)\s*,\s*){4}N?'+)[^']+(?=')", AnyCase)]
    private static partial Regex InLinkedLogin();

    [GeneratedRegex(@"(?<=\bsp_(?:addlogin|addapprole|setapprole)\s+N?'+[^']*'+\s*,\s*N?'+)[^']+(?=')", AnyCase)]
    private static partial Regex InLogin();

    [GeneratedRegex(@"(?<=\bsp_password\s+(?:(?:N?'+[^']*'+|NULL)\s*,\s*)?N?'+)[^',]+(?=')", AnyCase)]
    private static partial Regex InPasswordChange();

    [GeneratedRegex(@"(?<=\bpassword\s*=\s*)0x[0-9a-f]{8,}", AnyCase)]
    private static partial Regex Hashed();

    [GeneratedRegex(@"(?<=\bIDENTIFIED\s+BY\s+(?:VALUES\s+)?[""']?)[^\s""';]+", AnyCase)]
    private static partial Regex Identified();

    [GeneratedRegex(@"(?<=\b(?:EN|DE)CRYPTBYPASSPHRASE\s*\(\s*N?'+)[^']+(?=')", AnyCase)]
    private static partial Regex InPhrase();

    [GeneratedRegex(@"(?<=\bSECRET\s*=\s*N?'+)[^']+(?=')", AnyCase)]
    private static partial Regex InCredential();

    [GeneratedRegex(@"(?<=[?&;]sig=)[^&\s""'<>;]+", AnyCase)]
    private static partial Regex Signature();

    [GeneratedRegex(@"(?<=(?:\bnet1?(?:\.exe)?\s+|^\s*)use\s+(?:[a-z*]:?\s+)?\\{2,8}[^\s""']+\s+)(?![/*""'])[^\s""']+",
        AnyCase)]
    private static partial Regex InMount();

    [GeneratedRegex(@"(?<=(?:\bnet1?(?:\.exe)?\s+|^\s*)use\s[^\r\n]*/user:[^\s""']+\s+)(?![/""'&|])[^\s""'&|]+",
        AnyCase)]
    private static partial Regex InMountBehindUser();

    [GeneratedRegex(@"(?<=\bcurl\b[^\r\n]*[\s""'](?:-u|--user|--proxy-user)[\s=]*\\?[""']?[^\s:""'\\]+:)[^\s""'\\]+",
        AnyCase)]
    private static partial Regex InCurl();

    [GeneratedRegex(@"(?<=\bdtexec\b[^\r\n]*\s/De(?:crypt)?\s+\\?[""']?)[^\s""'\\]+", AnyCase)]
    private static partial Regex InDtexec();

    [GeneratedRegex(@"\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*")]
    private static partial Regex WebToken();

    [GeneratedRegex(@"(?<=-----BEGIN [A-Z ]*PRIVATE KEY-----)[^-]+", AnyCase)]
    private static partial Regex PrivateKey();

    [GeneratedRegex(@"(?<=(?:password|passwd|\bpwd)\s*=\s*""\s*[+&]\s*"")[^""\r\n\\]+(?="")", AnyCase)]
    private static partial Regex Joined();

    [GeneratedRegex(@"(?<=(?:^|\s)(?:-pw\s+|--?(?:\w+-)?password[=\s:]+|/password:|/pass:|/pwd:|-pass\s+)"
        + @"\\?[""']?)[^\s""'\\]+",
        AnyCase)]
    private static partial Regex LongOption();

    // What Oracle takes for a user and its password.
    [GeneratedRegex(@"(?<=\b(?:user ?id|uid|user)\s*=\s*\\?[""']?[^/;\s""'@=\\]+/)[^@;\s""'/\\]+(?=[@;""'\\]|$)",
        AnyCase)]
    private static partial Regex BehindUser();

    [GeneratedRegex(@"(?<=\bsqlplus\b[^\r\n]*[\s""'][^/\s""'@]+/)[^@/\s""'\\]+(?=@)", AnyCase)]
    private static partial Regex InSqlPlus();

    [GeneratedRegex(@"(?<=\\{2,8}[^\\:@\s""']{1,64}:)[^\\@\s""']{1,200}(?=@)")]
    private static partial Regex InShare();

    // As people write it to each other.
    [GeneratedRegex(@"(?<=\b(?:" + SecretWords.Passwords + @"|pwd):[ \t]*)(?![:=/\s])[^\s""'<>;,]{3,}", AnyCase)]
    private static partial Regex Spoken();

    [GeneratedRegex(@"(?<=\b\w*(?:pass|pwd|pw|secret|credential|kennwort|contrase|wachtwoord|api_?key|token)\w{0,12}"
        + @"[""'\])]{0,3}(?:\.\w+){0,2}(?:\s+As\s+String)?"
        + @"\s*:?=\s*@?\$?"")[^""\r\n]+(?="")", AnyCase)]
    private static partial Regex Assigned();

    [GeneratedRegex(@"(?<=\bNetworkCredential\s*\(\s*""[^""]*""\s*,\s*"")[^""\r\n]+(?="")", AnyCase)]
    private static partial Regex InCredentials();

    [GeneratedRegex(@"(?<=""\w*(?:" + SecretWords.Passwords + @"|pwd|secret|api_?key|token)\w*""\s*,\s*"")"
        + @"[^""\r\n]+(?="")", AnyCase)]
    private static partial Regex InPair();

    [GeneratedRegex(@"\bs?ftp\b|(?:^|[\r\n])\s*open\s", AnyCase)]
    private static partial Regex FtpScript();

    [GeneratedRegex(@"(?<=(?:^|[\r\n]|\becho\s+|\\n)\s*(?:user\s+[^\s""']+\s+|(?:quote\s+)?pass\s+))[^\s""'>\\]+",
        AnyCase)]
    private static partial Regex InFtpScript();

    [GeneratedRegex(@"\b(?:sqlcmd|osql|isql|bcp|sqlplus)\b", AnyCase)]
    private static partial Regex SqlPrograms();

    [GeneratedRegex(@"(?<=(?:^|\s)-P\s*(?:\\?""|'')?)[^\s""'\\-][^\s""'\\]*")]
    private static partial Regex UpperOption();
}
