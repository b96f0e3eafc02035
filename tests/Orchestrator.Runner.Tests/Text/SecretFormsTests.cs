using System.Net;
using System.Security;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Xml.Linq;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Tests.Text;

/// <summary>Odd passwords in each of the forms in which texts leave: made by the encoders that people use.</summary>
internal sealed class SecretFormsTests
{
    private const string Alphabet =
        "abcXYZ019 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\t\u00df\u00e9\u00f1\u20ac\u65e5\u0416\u00a0";

    private static readonly Dictionary<string, Func<string, string>> EncoderOf = new(StringComparer.Ordinal)
    {
        ["as it is"] = text => text,
        ["SQL"] = text => text.Replace("'", "''", StringComparison.Ordinal),
        ["SQL name"] = text => text.Replace("\"", "\"\"", StringComparison.Ordinal),
        ["SQL Server name"] = text => text.Replace("]", "]]", StringComparison.Ordinal),
        ["libpq"] = text => text.Replace("\\", "\\\\", StringComparison.Ordinal)
            .Replace("'", "\\'", StringComparison.Ordinal),
        ["JSON"] = text => JsonEncodedText.Encode(text).ToString(),
        ["JSON, lower case"] = text => LowerEscapes(JsonEncodedText.Encode(text).ToString()),
        ["JSON, relaxed"] = text => JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(text),
        ["JSON, slashes"] = text => JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(text)
            .Replace("/", "\\/", StringComparison.Ordinal),
        ["JSON in JSON"] = text => JsonEncodedText.Encode(
            JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(text), JavaScriptEncoder.UnsafeRelaxedJsonEscaping)
            .ToString(),
        ["address"] = Uri.EscapeDataString,
        ["address, lower case"] = text => LowerPercent(Uri.EscapeDataString(text)),
        ["address, each"] = text => string.Concat(Encoding.UTF8.GetBytes(text).Select(each => $"%{each:x2}")),
        ["address twice"] = text => Uri.EscapeDataString(Uri.EscapeDataString(text)),
        ["form"] = text => WebUtility.UrlEncode(text),
        ["form, lower case"] = text => LowerPercent(WebUtility.UrlEncode(text)),
        ["HTML"] = text => WebUtility.HtmlEncode(text),
        ["HTML of .NET's encoder"] = HtmlEncoder.Default.Encode,
        ["HTML, decimal"] = text => Entities(text, rune => $"&#{rune.Value};"),
        ["HTML, hexadecimal"] = text => Entities(text, rune => $"&#x{rune.Value:x};"),
        ["HTML, hexadecimal, upper case"] = text => Entities(text, rune => $"&#x{rune.Value:X};"),
        ["HTML, named"] = text => text.Replace("&", "&amp;", StringComparison.Ordinal)
            .Replace("'", "&apos;", StringComparison.Ordinal).Replace("\u00df", "&szlig;", StringComparison.Ordinal)
            .Replace("\u00e9", "&eacute;", StringComparison.Ordinal)
            .Replace("\u00a0", "&nbsp;", StringComparison.Ordinal),
        ["HTML in JSON"] = text => JsonEncodedText.Encode(WebUtility.HtmlEncode(text)).ToString(),
        ["XML"] = text => SecurityElement.Escape(text),
        ["XML element"] = text => new XText(text).ToString(),
        ["XML attribute"] = text => new XAttribute("a", text).ToString()[3..^1],
        ["shell, quoted"] = text => text.Replace("'", "'\\''", StringComparison.Ordinal),
        ["shell, quoted by marks"] = text => text.Replace("'", "'\"'\"'", StringComparison.Ordinal),
        ["shell, backslashes"] = text => string.Concat(
            text.Select(each => char.IsAsciiLetterOrDigit(each) || each > '~' ? $"{each}" : $"\\{each}")),
        ["shell, $''"] = text => string.Concat(Encoding.UTF8.GetBytes(text).Select(each =>
            each is < 0x20 or > 0x7e ? $"\\{Convert.ToString(each, 8).PadLeft(3, '0')}"
            : each is (byte)'\'' or (byte)'\\' ? $"\\{(char)each}" : $"{(char)each}")),
        ["command of Windows"] = text => string.Concat(
            text.Select(each => "&|<>^()%!\"".Contains(each, StringComparison.Ordinal) ? $"^{each}" : $"{each}")),
        ["hexadecimal"] = text => Convert.ToHexString(Encoding.UTF8.GetBytes(text)),
        ["hexadecimal, lower case"] = text => Convert.ToHexStringLower(Encoding.UTF8.GetBytes(text)),
        ["hexadecimal of UTF-16"] = text => Convert.ToHexString(Encoding.Unicode.GetBytes(text)),
        // The zero that it may begin with tells nothing.
        ["hexadecimal of UTF-16, big end first"] = text => Convert.ToHexString(
            Encoding.BigEndianUnicode.GetBytes(text).AsSpan().TrimStart((byte)0)),
        ["hexadecimal in lines"] = text => string.Join("\n    ", Convert.ToHexStringLower(
            Encoding.UTF8.GetBytes(text)).Chunk(8).Select(line => new string(line))),
        ["hexadecimal, with dashes"] = text => BitConverter.ToString(Encoding.UTF8.GetBytes(text)),
        ["on a screen"] = text => OutsideText.WithoutSecrets.Line(text),
    };

    private static readonly Dictionary<string, Func<byte[], string>> Base64Of = new(StringComparer.Ordinal)
    {
        ["base64"] = Convert.ToBase64String,
        ["base64, without padding"] = bytes => Convert.ToBase64String(bytes).TrimEnd('='),
        ["base64 for addresses"] = bytes => System.Buffers.Text.Base64Url.EncodeToString(bytes),
        ["base64 in lines"] = bytes => string.Join("\r\n", Convert.ToBase64String(bytes).Chunk(7)
            .Select(line => new string(line))),
        ["base64 in a folded header"] = bytes => string.Join("\r\n ", Convert.ToBase64String(bytes).Chunk(7)
            .Select(line => new string(line))),
        ["base64 in an address"] = bytes => Uri.EscapeDataString(Convert.ToBase64String(bytes)),
        ["base64 in JSON"] = bytes => JsonEncodedText.Encode(Convert.ToBase64String(bytes)).ToString(),
    };

    // Each with one that knows it alone.
    private static readonly List<(string Password, Secrets Secrets)> Known =
        [.. OddPasswords().Select(password => (password, Knowing(password)))];

    private static IEnumerable<string> Encoders => EncoderOf.Keys;

    private static IEnumerable<string> Base64 => Base64Of.Keys;

    [TestCaseSource(nameof(Encoders))]
    public void An_odd_password_is_taken_out_in_whatever_form_it_stands(string encoder)
    {
        foreach (var (password, secrets) in Known)
        {
            var redacted = secrets.Redact($"before \u2192{EncoderOf[encoder](password)}\u2190 behind");

            Assert.That(redacted, Is.EqualTo("before \u2192***\u2190 behind"), () => $"of [{password}]");
        }
    }

    [TestCaseSource(nameof(Base64))]
    public void An_odd_password_is_taken_out_of_base64_whatever_stands_before_and_behind_it(string encoder)
    {
        foreach (var (password, secrets) in Known)
        {
            foreach (var before in new[] { "", "u", "sa", "sa:", "user:" })
            {
                foreach (var behind in new[] { "", "\n", "@h", "@hos" })
                {
                    var around = Encoding.UTF8.GetByteCount(before) + Encoding.UTF8.GetByteCount(behind);

                    var redacted = secrets.Redact(
                        $"[{Base64Of[encoder](Encoding.UTF8.GetBytes(before + password + behind))}]");

                    // Of the characters that stay, each three bytes around the password make four at most.
                    var left = redacted.Where(char.IsAsciiLetterOrDigit).Count();
                    Assert.That(redacted, Does.Contain("***"), () => $"of [{before}{password}{behind}]");
                    Assert.That(left, Is.LessThanOrEqualTo(((around * 4) + 2) / 3 + (encoder.Contains("in ",
                        StringComparison.Ordinal) ? 12 : 0)), () => $"[{before}{password}{behind}]: {redacted}");
                }
            }
        }
    }

    [Test]
    public void A_password_is_taken_out_of_base64_of_UTF_16_too()
    {
        var secrets = new Secrets();
        secrets.Remember("hunter2!");

        var redacted = secrets.Redact(
            "-EncodedCommand " + Convert.ToBase64String(Encoding.Unicode.GetBytes("login hunter2!")));

        Assert.That(redacted, Does.StartWith("-EncodedCommand bABvAGcAaQBuAC").And.EndsWith("***"));
    }

    [TestCase("iso-8859-1", "gr\u00fc\u00dfe-1234")]
    [TestCase("windows-1252", "gr\u00fc\u00dfe-1234\u20ac")]
    [TestCase("utf-16BE", "gr\u00fc\u00dfe-1234")]
    public void A_password_is_taken_out_of_digits_and_base64_of_the_encodings_of_other_programs(
        string encoding, string password)
    {
        var secrets = Knowing(password);
        var bytes = CodePagesEncodingProvider.Instance.GetEncoding(encoding) ?? Encoding.GetEncoding(encoding);

        Assert.That(
            secrets.Redact($"[{Convert.ToHexString(bytes.GetBytes(password).AsSpan().TrimStart((byte)0))}]"),
            Is.EqualTo("[***]"));
        foreach (var before in new[] { "", "u", "sa" })
        {
            var text = Convert.ToBase64String(bytes.GetBytes(before + password));
            Assert.That(secrets.Redact($"[{text}]"), Does.EndWith("***]").And.Length.LessThan(14), text);
        }
    }

    [TestCase("iso-8859-1", "gr\u00fc\u00dfe-1234")]
    [TestCase("windows-1252", "gr\u00fc\u00dfe-1234\u20ac")]
    public void A_password_is_taken_out_of_an_address_of_another_encoding(string encoding, string password)
    {
        var bytes = CodePagesEncodingProvider.Instance.GetEncoding(encoding) ?? Encoding.GetEncoding(encoding);

        var text = string.Concat(bytes.GetBytes(password).Select(each => $"%{each:X2}"));

        Assert.That(Knowing(password).Redact($"[{text}]"), Is.EqualTo("[***]"));
    }

    [Test]
    public void Two_secrets_that_overlap_leave_nothing_of_either()
    {
        var secrets = new Secrets();
        secrets.Remember("abcdef");
        secrets.Remember("defghi");

        Assert.That(secrets.Redact("xabcdefghix"), Is.EqualTo("x***x"));
    }

    [Test]
    public void A_text_without_a_secret_stays_as_it_is()
    {
        var secrets = new Secrets();
        foreach (var password in OddPasswords())
        {
            secrets.Remember(password);
        }

        const string Text = "run 12 of Nightly: 1,204 rows in 3.2 s (C:\\data\\in, 50% of it; see \"next\" & more)";

        Assert.That(secrets.Redact(Text), Is.EqualTo(Text));
    }

    [Test]
    public void A_secret_made_to_have_many_ways_through_a_text_takes_no_longer_for_it()
    {
        var secrets = new Secrets();
        secrets.Remember(new string('\\', 100) + "x");

        var redacted = secrets.Redact(new string('\\', 250) + "y");

        Assert.That(redacted, Does.EndWith("y"));
    }

    private static Secrets Knowing(string password)
    {
        var secrets = new Secrets();
        secrets.Remember(password);
        return secrets;
    }

    // The same ones each time.
    private static IEnumerable<string> OddPasswords()
    {
        var random = new Random(20261126);
        for (var i = 0; i < 60; i++)
        {
            yield return new string([.. Enumerable.Range(0, 6 + (i % 14))
                .Select(_ => Alphabet[random.Next(Alphabet.Length)])]).Trim() + "q7\u00dfZ";
        }
    }

    private static string Entities(string text, Func<Rune, string> entity) => string.Concat(text.EnumerateRunes()
        .Select(rune => Rune.IsLetterOrDigit(rune) && rune.IsAscii ? rune.ToString() : entity(rune)));

    private static string LowerEscapes(string text) => string.Join("\\u", text.Split("\\u").Select((part, at) =>
        at == 0 || part.Length < 4 ? part : part[..4].ToLowerInvariant() + part[4..]));

    private static string LowerPercent(string text) => string.Join('%', text.Split('%').Select((part, at) =>
        at == 0 || part.Length < 2 ? part : part[..2].ToLowerInvariant() + part[2..]));
}
