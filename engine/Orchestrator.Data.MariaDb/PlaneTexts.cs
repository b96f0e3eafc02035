using System.Text;

namespace Orchestrator.Data.MariaDb;

/// <summary>Texts of characters up to U+FFFF: all that utf8mb3 and ucs2 have.</summary>
internal sealed class PlaneTexts : TextRule
{
    // Where a character of UTF-8 has four bytes, the first of them is not below it.
    private const byte FirstOfFour = 0xF0;

    private PlaneTexts()
    {
    }

    /// <summary>The only one: it keeps nothing.</summary>
    public static PlaneTexts Instance { get; } = new();

    public override string Refused => "holds a character beyond U+FFFF, which the column's character set does not have";

    public override bool Keeps(ReadOnlySpan<byte> text) => text.IndexOfAnyInRange(FirstOfFour, byte.MaxValue) < 0;

    /// <summary>The text with U+FFFD for each of them.</summary>
    public override byte[] Repaired(ReadOnlySpan<byte> text)
    {
        var repaired = new StringBuilder(text.Length);
        foreach (var rune in Encoding.UTF8.GetString(text).EnumerateRunes())
        {
            repaired.Append((rune.IsBmp ? rune : Rune.ReplacementChar).ToString());
        }

        return Encoding.UTF8.GetBytes(repaired.ToString());
    }
}
