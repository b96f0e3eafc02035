using System.Text;

namespace Orchestrator.Data.MariaDb;

/// <summary>Texts of characters that a character set has.</summary>
/// <param name="charset">Its name.</param>
/// <param name="held">The characters beyond ASCII.</param>
/// <param name="lacked">The characters of ASCII that it does not have; null = it has all of them.</param>
internal sealed class CharsetTexts(string charset, IReadOnlySet<Rune> held, IReadOnlySet<Rune>? lacked = null)
    : TextRule
{
    private static readonly Rune Stand = new('?');

    private readonly IReadOnlySet<Rune> _lacked = lacked ?? new HashSet<Rune>();

    public override string Refused =>
        $"holds a character that {charset}, the character set of the column, does not have";

    public override bool Keeps(ReadOnlySpan<byte> text)
    {
        if (_lacked.Count == 0 && Ascii.IsValid(text))
        {
            return true;
        }

        while (!text.IsEmpty)
        {
            Rune.DecodeFromUtf8(text, out var rune, out var used);
            if (!Has(rune))
            {
                return false;
            }

            text = text[used..];
        }

        return true;
    }

    /// <summary>The text with a question mark for each character that it does not have.</summary>
    public override byte[] Repaired(ReadOnlySpan<byte> text)
    {
        var repaired = new StringBuilder(text.Length);
        foreach (var rune in Encoding.UTF8.GetString(text).EnumerateRunes())
        {
            repaired.Append((Has(rune) ? rune : Stand).ToString());
        }

        return Encoding.UTF8.GetBytes(repaired.ToString());
    }

    private bool Has(Rune rune) => rune.IsAscii ? !_lacked.Contains(rune) : held.Contains(rune);
}
