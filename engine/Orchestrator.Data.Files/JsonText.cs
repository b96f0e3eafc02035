using System.Buffers.Text;
using System.Text;

namespace Orchestrator.Data.Files;

/// <summary>
/// The text of a JSON string. A lone half of a surrogate pair becomes the three bytes that UTF-8 forbids for it, so
/// that the guard finds it in its column and names it.
/// </summary>
internal static class JsonText
{
    private const int HexDigits = 4;

    /// <summary>Takes the escapes out of a valid string where it stands; returns its length.</summary>
    public static int Unescape(Span<byte> text)
    {
        var to = 0;
        for (var from = 0; from < text.Length;)
        {
            if (text[from] != '\\')
            {
                text[to++] = text[from++];
                continue;
            }

            if (text[from + 1] != 'u')
            {
                text[to++] = Sign(text[from + 1]);
                from += 2;
                continue;
            }

            var unit = Unit(text, from);
            from += 2 + HexDigits;
            var low = char.IsHighSurrogate(unit) && text[from..].StartsWith("\\u"u8) ? Unit(text, from) : '\0';
            if (char.IsLowSurrogate(low))
            {
                from += 2 + HexDigits;
                to += new Rune(unit, low).EncodeToUtf8(text[to..]);
            }
            else
            {
                to += Encode(unit, text[to..]);
            }
        }

        return to;
    }

    private static byte Sign(byte escaped) => escaped switch
    {
        (byte)'n' => (byte)'\n',
        (byte)'r' => (byte)'\r',
        (byte)'t' => (byte)'\t',
        (byte)'b' => (byte)'\b',
        (byte)'f' => (byte)'\f',
        _ => escaped,
    };

    private static char Unit(ReadOnlySpan<byte> text, int at) =>
        Utf8Parser.TryParse(text.Slice(at + 2, HexDigits), out ushort unit, out _, 'x') ? (char)unit : '\0';

    private static int Encode(char unit, Span<byte> to)
    {
        if (Rune.TryCreate(unit, out var rune))
        {
            return rune.EncodeToUtf8(to);
        }

        to[0] = (byte)(0xE0 | unit >> 12);
        to[1] = (byte)(0x80 | unit >> 6 & 0x3F);
        to[2] = (byte)(0x80 | unit & 0x3F);
        return 3;
    }
}
