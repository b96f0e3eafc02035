using System.Globalization;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>
/// Makes of any text one that a column takes and that people can read: each character that the column cannot hold as
/// `\u20AC`, as JSON writes it, and no more than fits. Used by one thread.
/// </summary>
/// <param name="type">The type of the column.</param>
/// <param name="limits">What it holds.</param>
public sealed class ReadableText(SqlType type, ColumnLimits limits)
{
    // The sign that stands for U+0000, where it can be kept.
    private const char Nul = '\u2400';

    private readonly CodePageText? _codePage = limits.CodePage > 0 ? new(limits.CodePage) : null;

    private readonly int _max = limits.LengthMax > 0 ? limits.LengthMax
        : type.LengthMax == 0 ? int.MaxValue : type.LengthMax;

    /// <summary>The text as the column takes it.</summary>
    public string Of(string text) => Cut(Escaped(text));

    /// <summary>Whether a text fits as a whole, once what cannot be held is written otherwise.</summary>
    public bool Fits(string text) => Escaped(text) is var escaped && Cut(escaped).Length == escaped.Length;

    private string Escaped(string text)
    {
        if (Ascii.IsValid(text) && !text.Contains('\0', StringComparison.Ordinal))
        {
            return text;
        }

        var escaped = new StringBuilder(text.Length);
        for (var place = 0; place < text.Length;)
        {
            var isWhole = Rune.TryGetRuneAt(text, place, out var rune);
            var length = isWhole ? rune.Utf16SequenceLength : 1;
            if (text[place] == '\0' && limits.RefusesNul && Holds($"{Nul}"))
            {
                escaped.Append(Nul);
            }
            else if (isWhole && Holds(text.AsSpan(place, length)))
            {
                escaped.Append(text, place, length);
            }
            else
            {
                Escape(text.AsSpan(place, length), escaped);
            }

            place += length;
        }

        return escaped.ToString();
    }

    private static void Escape(ReadOnlySpan<char> units, StringBuilder into)
    {
        foreach (var unit in units)
        {
            into.Append(CultureInfo.InvariantCulture, $"\\u{(int)unit:X4}");
        }
    }

    private bool Holds(ReadOnlySpan<char> character)
    {
        Span<byte> room = stackalloc byte[4];
        var bytes = room[..Encoding.UTF8.GetBytes(character, room)];
        return !(limits.RefusesNul && bytes[0] == 0) && _codePage?.Has(bytes) != false
            && limits.Texts?.Keeps(bytes) != false;
    }

    private string Cut(string text)
    {
        // No character takes more than four of any unit.
        if (text.Length <= _max / 4)
        {
            return text;
        }

        var units = 0L;
        var place = 0;
        while (place < text.Length && Rune.TryGetRuneAt(text, place, out var rune))
        {
            units += UnitsOf(rune);
            if (units > _max)
            {
                break;
            }

            place += rune.Utf16SequenceLength;
        }

        return text[..place];
    }

    private int UnitsOf(Rune rune)
    {
        Span<byte> room = stackalloc byte[4];
        return limits.LengthUnit switch
        {
            _ when _codePage is not null => _codePage.BytesOf(room[..rune.EncodeToUtf8(room)]),
            LengthUnit.Characters => 1,
            LengthUnit.OfType when type.IsUnicodeText => rune.Utf16SequenceLength,
            _ => rune.Utf8SequenceLength,
        };
    }
}
