using System.Buffers;
using System.Globalization;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>
/// Bytes of a source as people may see them in an error: cut, with control characters, lone surrogates and bytes that
/// are no text written out.
/// </summary>
public static class ShownText
{
    /// <summary>Characters of a value that a message shows.</summary>
    public const int CharsMax = 64;

    /// <summary>Characters of a value that the error table keeps.</summary>
    public const int KeptCharsMax = 4000;

    /// <summary>As much of a text as the error table keeps, and no half of a character.</summary>
    public static string Kept(string text) => text.Length <= KeptCharsMax ? text
        : HalfCharacter.Cut(text, KeptCharsMax);

    /// <summary>The text, at most so many characters and an ellipsis.</summary>
    public static string Of(ReadOnlySpan<byte> utf8, int charsMax = CharsMax)
    {
        var shown = new StringBuilder();
        while (!utf8.IsEmpty && shown.Length < charsMax)
        {
            if (Rune.DecodeFromUtf8(utf8, out var rune, out var used) != OperationStatus.Done)
            {
                shown.Append(CultureInfo.InvariantCulture, $"\\x{utf8[0]:X2}");
                used = 1;
            }
            else if (Rune.IsControl(rune))
            {
                shown.Append(Escape(rune.Value));
            }
            else
            {
                shown.Append(rune.ToString());
            }

            utf8 = utf8[used..];
        }

        return utf8.IsEmpty ? shown.ToString() : shown.Append('…').ToString();
    }

    /// <summary>
    /// The text as the error table keeps it: as it is but for its length, bytes that are no text written out.
    /// </summary>
    public static string Kept(ReadOnlySpan<byte> utf8) =>
        Plain(utf8[..TextConversion.PrefixOfUnits(utf8, KeptCharsMax)]);

    private static string Plain(ReadOnlySpan<byte> utf8)
    {
        if (System.Text.Unicode.Utf8.IsValid(utf8))
        {
            return Encoding.UTF8.GetString(utf8);
        }

        var plain = new StringBuilder();
        while (!utf8.IsEmpty)
        {
            var isText = Rune.DecodeFromUtf8(utf8, out var rune, out var used) == OperationStatus.Done;
            used = isText ? used : 1;
            plain.Append(isText ? rune.ToString() : string.Create(CultureInfo.InvariantCulture, $"\\x{utf8[0]:X2}"));
            utf8 = utf8[used..];
        }

        return plain.ToString();
    }

    private static string Escape(int control) => control switch
    {
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        _ => string.Create(CultureInfo.InvariantCulture, $"\\u{control:X4}"),
    };
}
