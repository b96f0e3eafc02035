using System.Text;

namespace Orchestrator.Data.Files;

/// <summary>
/// The characters of a code page, as its standard defines them: .NET fills the places that a standard leaves free with
/// control characters and characters of private use, and has some standards in an older edition.
/// </summary>
internal static class CodePageCharacters
{
    private const int Latin1 = 28591;
    private const int LatinLast = 28605;
    private const int BytesAll = 256;
    private const char ControlFrom = '\u0080';
    private const char ControlTo = '\u009F';
    private const char PrivateFrom = '\uE000';

    // U+F8FF is the apple of Macintosh.
    private const char PrivateTo = '\uF8FE';

    // The greek page of 2003, the hebrew one of 1999, and the capital omega of Macintosh.
    private static readonly Dictionary<int, (byte Byte, char Character)[]> Newer = new()
    {
        [28597] =
        [
            (0xA1, '\u2018'), (0xA2, '\u2019'), (0xA4, '\u20AC'), (0xA5, '\u20AF'), (0xAA, '\u037A'),
        ],
        [28598] = [(0xAF, '\u00AF'), (0xFD, '\u200E'), (0xFE, '\u200F')],
        [10000] = [(0xBD, '\u03A9')],
    };

    /// <summary>The character of each byte; null = there is none.</summary>
    public static char?[] Of(int codePage)
    {
        var characters = new char?[BytesAll];
        var decoded = Decoded(codePage);
        var hasControls = codePage is >= Latin1 and <= LatinLast;
        for (var one = 0; one < BytesAll; one++)
        {
            characters[one] = decoded[one] is '\uFFFD' or (>= PrivateFrom and <= PrivateTo)
                || (decoded[one] is >= ControlFrom and <= ControlTo && !hasControls) ? null : decoded[one];
        }

        foreach (var (one, character) in Newer.GetValueOrDefault(codePage, []))
        {
            characters[one] = character;
        }

        return characters;
    }

    private static string Decoded(int codePage)
    {
        byte[] all = [.. Enumerable.Range(0, BytesAll).Select(one => (byte)one)];
        return codePage == Latin1
            ? Encoding.Latin1.GetString(all)
            : CodePagesEncodingProvider.Instance.GetEncoding(
                codePage, EncoderFallback.ExceptionFallback, DecoderFallback.ReplacementFallback)!.GetString(all);
    }
}
