using System.Data.Common;
using System.Text.RegularExpressions;

namespace Orchestrator.Runner.Text;

/// <summary>
/// Where a text says a password itself, of whatever language it is: connection strings, addresses, SQL, headers,
/// command lines, keys of clouds. What is a placeholder is left as it is.
/// </summary>
public static partial class CredentialText
{
    /// <summary>A value that is found by its surroundings alone must be this long to be looked for elsewhere.</summary>
    private const int CertainLengthMin = 5;

    private const string Name =
        @"(?:pass(?:word|wd|phrase|wort)|pwd|secret|token|credentials?|SharedAccessSignature"
        + @"|(?:account|access|api|shared|private|sas)[ _-]?key)";

    // A quotation mark as it is, doubled, escaped or encoded by what stands around it.
    private const string Quote = @"(?<q>\\*u0027|\\*u0022|&\#39;|&apos;|&quot;|\\*""|\\*''(?=[^'])|\\*')";

    private const string Quoted = Quote + @"(?<value>(?:\k<q>\k<q>|(?!\k<q>)(?:\\.|[^\r\n])){1,2000})\k<q>";

    // A text of SQL: of a national alphabet, with escapes, or between dollars.
    private const string SqlText = @"(?:(?:N|E|X|U(?:&|\\u0026|&amp;))?" + Quoted
        + @"|\$(?<tag>\w{0,60})\$(?<value>(?:(?!\$\k<tag>\$)[^\r\n]){1,2000})\$\k<tag>\$)";

    // An argument before the one that is a secret.
    private const string Argument = @"[^,;]{0,200},\s*";

    // What stands between an option and its value, on a line or in a list of YAML or JSON.
    private const string Gap = @"(?:\s*=\s*|[""']?\s*,\s*(?=[""'])|[""']?\s*\n\s*-\s*|\s+)";

    /// <summary>The values that are certain to be secrets: for who looks for them in all other texts.</summary>
    internal static IEnumerable<string> PartsOf(string text) =>
        ConnectionStringParts(text)
            .Concat(Values(KeyValue(), text))
            .Concat(Values(UserInfo(), text).SelectMany(value => new[] { value, Uri.UnescapeDataString(value) }))
            .Concat(Certain().SelectMany(pattern => Values(pattern, text))
                .Where(value => value.Length >= CertainLengthMin))
            .Where(IsNoReference);

    /// <summary>The text with a mask in place of each of them, also of those that only may be one.</summary>
    public static string Masked(string text)
    {
        foreach (var pattern in Certain().Append(UserInfo()).Append(KeyValue()).Append(Named()).Append(Bare())
            .Append(Known()))
        {
            text = pattern.Replace(text, Masked);
        }

        return text;
    }

    private static IEnumerable<Regex> Certain() =>
    [
        PrivateKey(), Header(), UserOption(), PasswordOption(), Client(), Oracle(), NetUse(), Netrc(), Sql(), SqlCall(),
    ];

    private static string Masked(Match match)
    {
        var value = match.Groups["value"];
        return !IsNoReference(value.Value) ? match.Value
            : string.Concat(
                match.Value.AsSpan(0, value.Index - match.Index), Secrets.Mask,
                match.Value.AsSpan(value.Index - match.Index + value.Length));
    }

    private static IEnumerable<string> Values(Regex pattern, string text) =>
        pattern.Matches(text).Select(match => match.Groups["value"].Value);

    private static bool IsNoReference(string value) => value.Length > 0
        && !value.TrimStart('"', '\'').StartsWith("${", StringComparison.Ordinal) && !Nothing().IsMatch(value);

    private static List<string> ConnectionStringParts(string text)
    {
        try
        {
            var parts = new DbConnectionStringBuilder { ConnectionString = text };
            return [.. parts.Keys.Cast<string>().Where(SecretForms.IsPasswordLike)
                .Select(key => parts[key].ToString() ?? "")];
        }
        catch (ArgumentException)
        {
            return [];
        }
    }

    [GeneratedRegex("""(?i)(?:password|pwd|passphrase|secret|token|(?:account|access|api)[ _-]?key)\s*=\s*"""
        + """(?<value>"[^"]+"|'[^']+'|[^;&\s"']+)""")]
    private static partial Regex KeyValue();

    [GeneratedRegex(@"://[^/?#\s:@]*:(?<value>[^/?#\s]+)@")]
    private static partial Regex UserInfo();

    [GeneratedRegex(@"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?<value>.{1,20000}?)"
        + "(?:-----END|$)", RegexOptions.Singleline)]
    private static partial Regex PrivateKey();

    // create user … password 'x', identified by 'x', create login … with password = N'x', options (password 'x').
    [GeneratedRegex(@"\b(?:password|passphrase|pwd|secret|identified\s+(?:with\s+\S{1,60}\s+)?(?:by|as)"
        + @"(?:\s+(?:password|values))?|credentials?)"
        + @"(?:\s*[:=]\s*|\s+(?:(?:as|is|to)\s+)?|(?=[NE]?'(?!\s*[,\]])))" + SqlText
        + @"|\bidentified\s+by\s+(?:password\s+)?(?!(?:password|values)\s)(?<value>[^\s;'""\\]{1,300})",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Sql();

    // password('x'), pgp_sym_decrypt(c, 'x'), sp_addlogin 'u', 'x', openrowset(…;'u';'x', …), pragma key = 'x'.
    [GeneratedRegex(@"(?:\b(?:(?:old_)?password|crypt|pwdencrypt|pwdcompare|(?:en|de)cryptbypassphrase)\s*\(\s*"
        + @"|\b(?:pgp_(?:sym|pub)_(?:en|de)crypt\w{0,10}|[ad]es_(?:en|de)crypt)\s*\((?:" + Argument + "){1,2}?"
        + @"|\bsp_(?:addlogin|setapprole|addapprole|approlepassword)\s+" + Argument
        + @"|\bsp_password\s+|(?<=\bsp_password\s+" + Argument + ")"
        + @"|\bsp_addlinkedsrvlogin\s+(?:" + Argument + "){4}"
        + @"|\bopenrowset\s*\((?:[^;()]{0,200};){2}\s*"
        + @"|\bpragma\s+(?:\w{1,60}\.)?(?:hex)?(?:re)?key\s*[=(]\s*"
        + @"|\battach\b[^;]{0,500}?\bkey\s+)" + SqlText,
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex SqlCall();

    [GeneratedRegex(@"\b(?:proxy-)?authorization\b[""']?\s*[:=,]\s*[\\""']*(?:(?:bearer|basic|digest|token|negotiate"
        + @"|apikey|aws4-hmac-sha256|sharedkey\w*)\s+)?(?<value>[^\r\n""'\\]{1,4000})"
        + @"|\b(?:bearer\s+|basic\s+(?=[A-Za-z0-9+/=_-]*[A-Z0-9=]))(?<value>[A-Za-z0-9._~+/=-]{8,4000})"
        + @"|\b(?:x-[a-z-]{0,40}(?:key|token|secret)|(?:set-)?cookie)\b[""']?\s*:\s*[""']?"
        + @"(?<value>[^\r\n""'\\]{1,4000})",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Header();

    // curl -u user:password, --user, --proxy-user, smbclient -U user%password.
    [GeneratedRegex(@"(?<=^|[\s""'\[,])(?:-u|-U|--user|--proxy-user|--http-user)(?:" + Gap + @")?"
        + @"(?:" + @"(?<q>\\*[""'])[^\s:""'\\]{1,200}:(?<value>(?:(?!\k<q>)[^\r\n]){1,1000})\k<q>"
        + @"|[^\s:""'\\=,]{1,200}:(?<value>[^\s""']{1,1000})"
        + @"|[""']?[^\s:%""'\\=,+]{1,200}%(?<value>[^\s""']{1,1000}))",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline)]
    private static partial Regex UserOption();

    // --password x, --db-password=x, /password:x, also as items of a list.
    [GeneratedRegex(@"(?<=^|[\s""'\[,])(?:--?|/)[a-z0-9-]{0,40}(?:" + Name
        + @"|pass(?![a-z]|\s+-))(?:" + Gap + @"|:)"
        + @"(?:" + Quoted + @"|(?<value>[^\s""'\\,\]]{1,1000}))",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.Multiline)]
    private static partial Regex PasswordOption();

    // sqlcmd -P x, bcp … -P x, mysql -px, sshpass -p x, redis-cli -a x, ldapsearch -w x, also where the
    // arguments are items of a list.
    [GeneratedRegex(@"\b(?:(?:sqlcmd|bcp|osql|isql)\b[^\r\n]{0,1000}?[\s""'](?-i:-P)|mysql\w{0,20}\b[^\r\n]{0,1000}?"
        + @"[\s""'](?-i:-p)(?!\s|[""'])|sshpass\b[""']?[\s,]{1,5}[""']?(?-i:-p)"
        + @"|redis-cli\b[^\r\n]{0,1000}?[\s""'](?-i:-a)(?!\w{0,10}-)"
        + @"|ldap(?:search|add|modify|modrdn|delete|compare|whoami|passwd|exop)\b[^\r\n]{0,1000}?[\s""'](?-i:-w))"
        + @"(?:" + Gap + @")?"
        + @"(?:" + Quoted + @"|(?<value>[^\s""'\\,\]]{1,1000}))",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Client();

    // sqlplus scott/x@db, sqlldr userid=scott/x@db, jdbc:oracle:thin:scott/x@host.
    [GeneratedRegex(@"\b(?:jdbc:oracle:\w{1,20}:[^\s/:@""']{1,100}/(?<value>[^\s@""'\\]{1,300})@"
        + @"|(?:sqlplus|sqlcl|sqlldr|rman|expdp|impdp|exp|imp)\b[^\r\n@]{0,200}?[\s=""'][^\s/@""'\\:=-]{1,100}/"
        + @"(?<value>[^\s/@""'\\]{1,300})@"
        + @"|sqlplus(?:\s+-\w+)*\s+[^\s/@""'\\:=-]{1,100}/(?<value>[^\s/@""'\\]{1,300})(?=[\s""'\\]|$))",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Oracle();

    // net use z: \\h\s x /user:u, net use \\h\s /user:u x.
    [GeneratedRegex(@"\bnet\s+use\s+(?:(?:[a-z]:|\*|\\\\\S{1,300})\s+){1,2}(?:"
        + @"(?<value>(?!\\\\)[^\s/*]\S{0,300})(?=[^\r\n]{0,300}\s/user:)"
        + @"|/user:\S{1,200}\s+(?<value>(?!\\\\)[^\s/*""']{1,300})(?=\s*(?:$|[""'/&;\\])))",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.Multiline)]
    private static partial Regex NetUse();

    [GeneratedRegex(@"\blogin\s+\S{1,200}\s+password\s+(?<value>\S{1,1000})", RegexOptions.IgnoreCase)]
    private static partial Regex Netrc();

    // Only digits tell a password behind these from a word, and only what is not NAME=value is none of a setting.
    [GeneratedRegex(@"\bpwd\s+(?=\S{0,60}[0-9])(?<value>[^\s""'\\;&|<>(){}/,=]{4,300})(?=[\s""'\\,;]|$)"
        + @"|(?<=^|[\s""'\[,])/[st]?p:(?![a-z_][\w.]{0,100}=)(?<value>[^\s""'\\,\]]{1,300})",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.Multiline)]
    private static partial Regex Bare();

    // PGPASSWORD=x, "apiKey": "x", password: x, AccountKey=x, SharedAccessSignature=x, ?sig=x.
    [GeneratedRegex(@"(?<!\$\{)[\w.-]{0,60}(?:" + Name
        + @"|(?<=[""'_])pass(?=\\*[""']?[ \t]{0,20}[:=])|(?<![a-z-])pass(?==))[\w.-]{0,60}"
        + @"(?:\\*[""'])?[ \t]{0,20}[:=][ \t]{0,20}"
        + @"(?:" + Quoted + @"|(?<value>(?!\$\{)[^\s;,""'\\{}\[\]]{1,2000}))"
        + @"|[?&;]sig=(?<value>[^&\s;""'\\]{1,2000})"
        + @"|SharedAccessSignature\s+(?<value>[^\s""'\\]{1,4000})",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Named();

    // Keys that are known by how they begin: of AWS, GitHub, GitLab, Slack, Stripe, Google, and JSON web tokens.
    [GeneratedRegex(@"\b(?<value>(?:AKIA|ASIA)[0-9A-Z]{16}|gh[pousr]_\w{20,255}|github_pat_\w{20,255}"
        + @"|glpat-[\w-]{20,64}|xox[abeprs]-[\w-]{10,255}|[rs]k_live_\w{16,255}|AIza[\w-]{35}"
        + @"|eyJ[\w-]{8,4000}\.eyJ[\w-]{8,4000}\.[\w-]{8,2000})")]
    private static partial Regex Known();

    // Numbers count things, and these say that there is none or which it is.
    [GeneratedRegex(@"^(?:true|false|null|none|yes|no|\*{3,}|[0-9]{1,3})$", RegexOptions.IgnoreCase)]
    private static partial Regex Nothing();
}
