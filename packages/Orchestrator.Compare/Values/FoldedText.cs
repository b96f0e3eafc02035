using System.Globalization;
using System.Text;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Compare.Values;

/// <summary>A text without what rules say is no difference.</summary>
/// <param name="rules">The rules.</param>
/// <param name="isPadded">Whether one of the columns fills its texts with blanks.</param>
internal sealed class FoldedText(DataRules rules, bool isPadded)
{
    private const char NoCharacter = '\uFFFE';

    private readonly bool _folds = rules.Case || rules.Accents;
    private byte[] _room = new byte[256];

    /// <summary>What is compared of a text; it may point into the text or into room of its own.</summary>
    public ReadOnlySpan<byte> Of(ReadOnlySpan<byte> text)
    {
        text = isPadded || rules.TrailingBlanks ? text.TrimEnd((byte)' ') : text;
        return !_folds || text.IsEmpty ? text
            : Ascii.IsValid(text) ? OfAscii(text)
            : Folded(text);
    }

    private ReadOnlySpan<byte> OfAscii(ReadOnlySpan<byte> text)
    {
        if (!rules.Case)
        {
            return text;
        }

        Reserve(text.Length);
        Ascii.ToUpper(text, _room, out var written);
        return _room.AsSpan(0, written);
    }

    // Bytes that are no text stay as they are: what they stand for nobody knows.
    private ReadOnlySpan<byte> Folded(ReadOnlySpan<byte> text)
    {
        if (!System.Text.Unicode.Utf8.IsValid(text))
        {
            return text;
        }

        // No text with U+FFFE is normalized: what stands around it is.
        var folded = string.Join(NoCharacter, Encoding.UTF8.GetString(text).Split(NoCharacter)
            .Select(piece => rules.Accents ? WithoutAccents(piece) : piece.Normalize(NormalizationForm.FormC)));
        folded = rules.Case ? folded.ToUpperInvariant() : folded;
        Reserve(Encoding.UTF8.GetMaxByteCount(folded.Length));
        return _room.AsSpan(0, Encoding.UTF8.GetBytes(folded, _room));
    }

    private static string WithoutAccents(string text)
    {
        var plain = new StringBuilder(text.Length);
        foreach (var each in text.Normalize(NormalizationForm.FormD))
        {
            if (CharUnicodeInfo.GetUnicodeCategory(each) != UnicodeCategory.NonSpacingMark)
            {
                plain.Append(each);
            }
        }

        return plain.ToString().Normalize(NormalizationForm.FormC);
    }

    private void Reserve(int bytes)
    {
        if (_room.Length < bytes)
        {
            _room = new byte[Math.Max(bytes, _room.Length * 2)];
        }
    }
}
