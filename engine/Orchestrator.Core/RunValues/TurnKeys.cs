using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.RunValues;

/// <summary>
/// What tells the turns of a loop over rows apart, and stands in the names of their packages: `Staging/customer[DE]`.
/// </summary>
/// <remarks>
/// Letters, digits, `_`, `.` and `-` stand as they are, all else as `%` with its bytes in UTF-8, NULL as `%N`; cells
/// are joined by a comma. A long key is cut, with `~` and a part of its hash behind it. Of rows with equal keys the
/// second has `#2` behind it. So each row has a key of its own, and the same in each run that has these rows in this
/// order.
/// </remarks>
public static class TurnKeys
{
    /// <summary>The longest key, without the number of an equal one.</summary>
    public const int LengthMax = 64;

    private const int HashLength = 12;
    private const string Null = "%N";

    /// <summary>The keys of all rows, in their order.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="columns">The places of the columns that make the key, at least one.</param>
    public static IReadOnlyList<string> Of(RunValue rows, IReadOnlyList<int> columns)
    {
        var seen = new Dictionary<string, int>(StringComparer.Ordinal);
        var keys = new string[rows.Rows.Count];
        for (var row = 0; row < keys.Length; row++)
        {
            var key = Cut(string.Join(',', columns.Select(column => Shown(rows.Rows[row][column]))));
            var times = seen[key] = seen.GetValueOrDefault(key) + 1;
            keys[row] = times == 1 ? key : $"{key}#{times}";
        }

        return keys;
    }

    private static string Cut(string key) => key.Length <= LengthMax ? key
        : $"{key[..(LengthMax - HashLength - 1)]}~"
            + Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(key)))[..HashLength];

    private static string Shown(TypedValue? value)
    {
        if (value is null)
        {
            return Null;
        }

        var shown = new StringBuilder(value.Text.Length);
        for (var place = 0; place < value.Text.Length; place++)
        {
            var character = value.Text[place];
            if (char.IsAsciiLetterOrDigit(character) || character is '_' or '.' or '-')
            {
                shown.Append(character);
            }
            else if (Rune.TryGetRuneAt(value.Text, place, out var rune))
            {
                Append(shown, rune);
                place += rune.Utf16SequenceLength - 1;
            }
            else
            {
                // Half of a character has no bytes.
                shown.Append(CultureInfo.InvariantCulture, $"%u{(int)character:X4}");
            }
        }

        return shown.ToString();
    }

    private static void Append(StringBuilder shown, Rune rune)
    {
        Span<byte> bytes = stackalloc byte[4];
        foreach (var each in bytes[..rune.EncodeToUtf8(bytes)])
        {
            shown.Append(CultureInfo.InvariantCulture, $"%{each:X2}");
        }
    }
}
