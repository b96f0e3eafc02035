using System.Text;

namespace Orchestrator.Data.Files;

/// <summary>
/// Texts of characters that the code page of a file has, within what its format keeps besides; none that the file would
/// begin with and look like another encoding, or packed.
/// </summary>
/// <param name="page">The code page.</param>
/// <param name="isFirst">Whether the file may begin with the text.</param>
/// <param name="also">What the format keeps besides; null = anything.</param>
internal sealed class CodePageTexts(CodePageTable page, bool isFirst, TextRule? also) : TextRule
{
    private const byte Stand = (byte)'?';
    private const int MarkMax = 3;

    public override string Refused => $"holds a character that {page.Name}, the encoding of the file, does not have, "
        + "or begins it as another encoding or a packed file does" + (also is null ? "" : $"; or {also.Refused}");

    public override bool Keeps(ReadOnlySpan<byte> text) =>
        page.Has(text) && !(isFirst && IsMark(page, text)) && also?.Keeps(text) != false;

    /// <summary>The text with a question mark for each character that it does not have.</summary>
    public override byte[] Repaired(ReadOnlySpan<byte> text)
    {
        if (also?.Keeps(text) == false)
        {
            text = also.Repaired(text);
        }

        var repaired = new List<byte>(text.Length);
        while (!text.IsEmpty)
        {
            Rune.DecodeFromUtf8(text, out _, out var used);
            var begins = isFirst && repaired.Count == 0 && IsMark(page, text);
            repaired.AddRange(page.Has(text[..used]) && !begins ? text[..used] : [Stand]);
            text = text[used..];
        }

        return [.. repaired];
    }

    /// <summary>Whether a file that begins with a text of the page would be taken for one of Unicode or gzip.</summary>
    public static bool IsMark(CodePageTable page, ReadOnlySpan<byte> text)
    {
        Span<byte> start = stackalloc byte[MarkMax];
        var count = 0;
        while (count < MarkMax && !text.IsEmpty)
        {
            Rune.DecodeFromUtf8(text, out var rune, out var used);
            if (!page.TryByteOf(rune, out start[count++]))
            {
                return false;
            }

            text = text[used..];
        }

        return start is [0xEF, 0xBB, 0xBF] || start is [0xFF, 0xFE, _] || start is [0xFE, 0xFF, _]
            || GzipInput.IsGzip(start);
    }
}
