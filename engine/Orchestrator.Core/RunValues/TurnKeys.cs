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
/// order; in a run that continues another one also where they come in another order.
/// </remarks>
public static class TurnKeys
{
    /// <summary>The longest key, without the number of an equal one.</summary>
    public const int LengthMax = 64;

    private const int HashLength = 12;
    private const string Null = "%N";

    // Before the number of an equal one; no key holds it.
    private const char Equal = '#';

    /// <summary>The keys of all rows, in their order.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="columns">The places of the columns that make the key, at least one.</param>
    /// <param name="then">The turns of the runs that this one continues; null = there are none.</param>
    public static IReadOnlyList<string> Of(
        RunValue rows, IReadOnlyList<int> columns, IReadOnlyList<TurnThen>? then = null)
    {
        string[] plain =
        [
            .. rows.Rows.Select(row => Cut(string.Join(',', columns.Select(column => Shown(row[column]))))),
        ];
        return then is { Count: > 0 } ? Again(plain, rows, then) : Numbered(plain);
    }

    /// <summary>
    /// Numbers instead of keys: of rows that no text shows. A new row has one that no row had, as that one may come
    /// again: it would be done twice where another has its number meanwhile.
    /// </summary>
    /// <param name="rows">The rows.</param>
    /// <param name="then">The turns of the runs that this one continues.</param>
    public static IReadOnlyList<string> Numbers(RunValue rows, IReadOnlyList<TurnThen> then)
    {
        var before = new KeysOfThen(then, _ => "");
        var keys = before.Kept([.. rows.Rows.Select(_ => "")], RowsOf(rows));
        var taken = keys.OfType<string>().ToHashSet(StringComparer.Ordinal);
        var number = 0;
        for (var row = 0; row < keys.Length; row++)
        {
            while (keys[row] is null)
            {
                var key = (++number).ToString(CultureInfo.InvariantCulture);
                keys[row] = !before.IsTaken("", key, isAlone: false) && taken.Add(key) ? key : null;
            }
        }

        return [.. keys.OfType<string>()];
    }

    private static string[] Numbered(string[] plain)
    {
        var seen = new Dictionary<string, int>(StringComparer.Ordinal);
        return [.. plain.Select(key => Numbered(key, seen[key] = seen.GetValueOrDefault(key) + 1))];
    }

    private static string[] Again(string[] plain, RunValue rows, IReadOnlyList<TurnThen> then)
    {
        var before = new KeysOfThen(then, key => key.Split(Equal)[0]);
        var keys = before.Kept(plain, RowsOf(rows));
        var taken = keys.OfType<string>().ToHashSet(StringComparer.Ordinal);
        var times = plain.GroupBy(key => key, StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.Count(), StringComparer.Ordinal);
        var next = new Dictionary<string, int>(StringComparer.Ordinal);
        for (var row = 0; row < keys.Length; row++)
        {
            while (keys[row] is null)
            {
                var key = Numbered(plain[row], next[plain[row]] = next.GetValueOrDefault(plain[row]) + 1);
                keys[row] = !before.IsTaken(plain[row], key, times[plain[row]] == 1) && taken.Add(key) ? key : null;
            }
        }

        return [.. keys.OfType<string>()];
    }

    private static string Numbered(string plain, int times) => times == 1 ? plain : $"{plain}{Equal}{times}";

    private static string[] RowsOf(RunValue rows) => [.. rows.Rows.Select(GivenTurn.RowOf)];

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
