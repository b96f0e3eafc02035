using System.Collections.Concurrent;
using System.Text;

namespace Orchestrator.Runner.Text;

/// <summary>
/// The ways in which one character of a text is spelled once the text was quoted or encoded for somewhere: by SQL,
/// JSON, URLs, HTML, XML, shells and programs, also by one after the other. Safe for threads.
/// </summary>
internal static class Spellings
{
    private const string NamedFrom160 =
        "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute "
        + "micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring "
        + "AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml "
        + "times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil "
        + "egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash "
        + "ugrave uacute ucirc uuml yacute thorn yuml";

    private const string NamedOthers =
        "& amp < lt > gt \" quot ' apos ! excl # num $ dollar % percnt ( lpar ) rpar * ast + plus , comma . period "
        + "/ sol : colon ; semi = equals ? quest @ commat [ lsqb ] rsqb \\ bsol ^ Hat _ lowbar ` grave { lcub } rcub "
        + "| verbar "
        + "\t Tab \n NewLine \u20ac euro \u0192 fnof \u2013 ndash \u2014 mdash \u2018 lsquo \u2019 rsquo \u201c ldquo "
        + "\u201d rdquo \u2026 hellip \u2022 bull \u2122 trade";

    private static readonly Dictionary<string, string> ByName = Named();
    private static readonly ConcurrentDictionary<string, string[]> Known = new(StringComparer.Ordinal);

    /// <summary>All of them, the character itself first. A line break stands for each of its kinds.</summary>
    public static string[] Of(string character) => Known.GetOrAdd(character, static each =>
        [.. (each == "\n" ? OfOne("\n").Concat(OfOne("\r\n")) : OfOne(each)).Distinct(StringComparer.Ordinal)]);

    private static IEnumerable<string> OfOne(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var all = new[] { text }.Concat(Units(text)).Concat(Percent(bytes)).Concat(Entities(text));
        if (text.Length == 1)
        {
            all = all.Concat(Bytes.OfSingle(text).SelectMany(each => OfByte(each[0])));
        }

        if (text is [>= '\u0080', ..])
        {
            all = all.Concat([Join(bytes, each => $"\\{Octal(each)}"), Join(bytes, each => $"\\x{each:x2}")]);
        }

        return char.IsAsciiLetterOrDigit(text[0]) ? all : all.Concat(Quoted(text));
    }

    // One backslash, or two where what was escaped is inside of something that is escaped itself.
    private static IEnumerable<string> Units(string text)
    {
        foreach (var slashes in new[] { "\\", "\\\\" })
        {
            yield return Join(text, each => $"{slashes}u{(int)each:x4}");
            yield return Join(text, each => $"{slashes}u{(int)each:X4}");
            if (Rune.TryGetRuneAt(text, 0, out var rune))
            {
                yield return $"{slashes}u{{{rune.Value:x}}}";
                yield return $"{slashes}u{{{rune.Value:X}}}";
                yield return $"{slashes}U{rune.Value:x8}";
            }
        }

        foreach (var written in text.Select(Letter).All(each => each is not null)
            ? new[] { Join(text, each => $"\\{Letter(each)}"), Join(text, each => $"\\\\{Letter(each)}") } : [])
        {
            yield return written;
        }
    }

    private static IEnumerable<string> Percent(byte[] bytes) =>
        new[] { "%", "%25" }.SelectMany(sign => new[]
        {
            Join(bytes, each => $"{sign}{each:X2}"), Join(bytes, each => $"{sign}{each:x2}"),
        });

    // Where somebody took Latin-1, or that of Windows, for the encoding; and the escapes of C, which know bytes.
    private static IEnumerable<string> OfByte(byte each) =>
        [$"%{each:X2}", $"%{each:x2}", $"\\x{each:x2}", $"\\x{each:X2}", $"\\{Octal(each)}"];

    private static IEnumerable<string> Entities(string text)
    {
        foreach (var ampersand in new[] { "&", "&amp;", "\\u0026", "%26" })
        {
            if (ByName.TryGetValue(text, out var name))
            {
                yield return $"{ampersand}{name};";
            }

            yield return Join(text.EnumerateRunes(), rune => $"{ampersand}#{rune.Value};");
            yield return Join(text.EnumerateRunes(), rune => $"{ampersand}#{rune.Value:000};");
            yield return Join(text.EnumerateRunes(), rune => $"{ampersand}#x{rune.Value:x};");
            yield return Join(text.EnumerateRunes(), rune => $"{ampersand}#x{rune.Value:X};");
            yield return Join(text.EnumerateRunes(), rune => $"{ampersand}#X{rune.Value:X};");
            yield return Join(text.EnumerateRunes(), rune => $"{ampersand}#x{rune.Value:x4};");
            yield return Join(text.EnumerateRunes(), rune => $"{ampersand}#x{rune.Value:X4};");
        }
    }

    // What marks the end of a quotation is doubled, or gets a mark of its own before it.
    private static IEnumerable<string> Quoted(string text)
    {
        yield return text + text;
        yield return "\\" + text;
        yield return "\\\\" + text;
        yield return "\\\\\\" + text;
        yield return "^" + text;
        yield return "`" + text;
        switch (text)
        {
            case " ":
                yield return "+";
                break;
            case "\\":
                yield return "\\\\\\\\";
                break;
            case "'":
                yield return "'\\''";
                yield return "'\\\\''";
                yield return "'\"'\"'";
                yield return "'\\\"'\\\"'";
                break;
            case "\"":
                yield return "\"\\\"\"";
                yield return "\"'\"'\"";
                break;
        }
    }

    private static string? Letter(char character) => character switch
    {
        '\n' => "n",
        '\r' => "r",
        '\t' => "t",
        '\b' => "b",
        '\f' => "f",
        '\v' => "v",
        '\a' => "a",
        '\u001b' => "e",
        '\0' => "0",
        _ => null,
    };

    private static string Octal(byte each) => Convert.ToString(each, 8).PadLeft(3, '0');

    private static string Join<T>(IEnumerable<T> all, Func<T, string> each) => string.Concat(all.Select(each));

    private static Dictionary<string, string> Named()
    {
        var named = NamedFrom160.Split(' ').Select((name, index) => (Text: $"{(char)(160 + index)}", name))
            .ToDictionary(each => each.Text, each => each.name, StringComparer.Ordinal);
        var others = NamedOthers.Split(' ');
        for (var i = 0; i < others.Length; i += 2)
        {
            named[others[i]] = others[i + 1];
        }

        return named;
    }
}
