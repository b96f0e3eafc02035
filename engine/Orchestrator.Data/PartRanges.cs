using System.Numerics;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>
/// Cuts the values of a column into ranges of equal width. Pure: each value is in one range, whatever the values are,
/// because the first and the last one are open.
/// </summary>
public static class PartRanges
{
    /// <summary>
    /// Whether values of a type can be cut: whole numbers, decimals, dates and times, whose order is the same
    /// everywhere and which every server compares with a text of the same form.
    /// </summary>
    public static bool Knows(SqlType type) => RowRange.Knows(type)
        && type.Kind is not (SqlTypeKind.Bit or SqlTypeKind.Real or SqlTypeKind.Float or SqlTypeKind.Money
            or SqlTypeKind.SmallMoney);

    /// <summary>The first values of all ranges but the first, ascending and different.</summary>
    /// <param name="type">Type of the column.</param>
    /// <param name="least">The least value, as a server writes it; null = there is none.</param>
    /// <param name="parts">Ranges that are wanted; values that lie close give fewer.</param>
    /// <exception cref="DataRefusedException">An end is no value of the type, such as infinity.</exception>
    public static IReadOnlyList<string> Starts(SqlType type, string? least, string? greatest, int parts)
    {
        if (least is null || greatest is null)
        {
            return [];
        }

        // A width of two decimal(38) is beyond Int128.
        BigInteger from = RowRange.Parse(type, least, ColumnLimits.OfType).Value.Whole;
        var width = RowRange.Parse(type, greatest, ColumnLimits.OfType).Value.Whole - from;
        return
        [
            .. Enumerable.Range(1, parts - 1)
                .Select(part => from + (width * part / parts))
                .Where(start => start > from)
                .Select(start => Text(type, (Int128)start))
                .Distinct(),
        ];
    }

    private static string Text(SqlType type, Int128 value)
    {
        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        var written = ValueStorages.Of(type) == ValueStorage.Int64
            ? ValueFormat.Write((long)value, type, room)
            : ValueFormat.WriteScaled(value, type.Scale, room);
        return Encoding.ASCII.GetString(room[..written]);
    }
}
