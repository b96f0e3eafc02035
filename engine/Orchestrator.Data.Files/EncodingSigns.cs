using System.Text.Unicode;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Files;

/// <summary>
/// Which encoding the first bytes of a file without a byte order mark show, where that is plain: UTF-16 of Western text
/// is zeros at every other place, and UTF-8 has none. Pure.
/// </summary>
internal static class EncodingSigns
{
    /// <summary>So many bytes are looked at.</summary>
    public const int Looked = 256;

    private const int Enough = 4;
    private const byte LeadFrom = 0xC0;
    private const int BytesOfCharacterMax = 4;

    /// <summary>The encoding that the bytes show although another one is expected; null = they do not.</summary>
    /// <param name="start">The first bytes.</param>
    /// <param name="expected">Its name in a format.</param>
    public static string? Instead(ReadOnlySpan<byte> start, string expected)
    {
        var shown = IsWide(start, zerosFrom: 1) ? FileEncodings.Utf16Little
            : IsWide(start, zerosFrom: 0) ? FileEncodings.Utf16Big
            : null;
        return shown is not null ? (shown == expected ? null : shown)
            : expected.StartsWith("utf-16", StringComparison.Ordinal) && IsNarrow(start) ? FileEncodings.Utf8
            : null;
    }

    /// <summary>
    /// Characters beyond ASCII of bytes that are UTF-8 throughout: text in a code page that is so by chance has hardly
    /// any. 0 = there are none, or they are no UTF-8.
    /// </summary>
    public static int BeyondAscii(ReadOnlySpan<byte> start)
    {
        var leads = 0;
        foreach (var each in Uncut(start))
        {
            leads += each >= LeadFrom ? 1 : 0;
        }

        return leads;
    }

    // A zero beside a letter or digit: bcp's zero for the empty text stands between terminators.
    private static bool IsWide(ReadOnlySpan<byte> start, int zerosFrom)
    {
        var (zeros, others, beside) = (0, 0, 0);
        for (var i = 0; i + 1 < start.Length; i += 2)
        {
            zeros += start[i + zerosFrom] == 0 ? 1 : 0;
            others += start[i + 1 - zerosFrom] == 0 ? 1 : 0;
            beside += start[i + zerosFrom] == 0 && char.IsAsciiLetterOrDigit((char)start[i + 1 - zerosFrom]) ? 1 : 0;
        }

        return start.Length >= Enough && zeros * 4 >= start.Length && others * 4 <= zeros && beside * 4 >= zeros;
    }

    private static bool IsNarrow(ReadOnlySpan<byte> start)
    {
        var plain = 0;
        foreach (var each in start)
        {
            plain += each is >= (byte)' ' and < 0x7F or (byte)'\n' or (byte)'\r' or (byte)'\t' ? 1 : 0;
        }

        return start.Length >= Enough && plain * 2 >= start.Length && !start.Contains((byte)0)
            && !Uncut(start).IsEmpty;
    }

    // What is UTF-8 throughout, but for a last character that may be cut; empty = nothing is.
    private static ReadOnlySpan<byte> Uncut(ReadOnlySpan<byte> start)
    {
        for (var cut = 0; cut < BytesOfCharacterMax && cut < start.Length; cut++)
        {
            if (Utf8.IsValid(start[..^cut]))
            {
                return start[..^cut];
            }
        }

        return default;
    }
}
