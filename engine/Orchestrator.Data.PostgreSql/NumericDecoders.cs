using System.Buffers.Binary;

namespace Orchestrator.Data.PostgreSql;

/// <summary>numeric(p,s): digits in groups of four, to the number without its point.</summary>
internal sealed class NumericDecoder(int scale) : CopyDecoder
{
    private const int ShortGroups = 4;

    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start)
    {
        var sign = BinaryPrimitives.ReadUInt16BigEndian(field[4..]);
        if (sign is not (Numeric.Positive or Numeric.Negative))
        {
            column.SetBeyond(row, Numeric.TextOfSign(sign));
            return;
        }

        var groups = BinaryPrimitives.ReadInt16BigEndian(field);
        var weight = BinaryPrimitives.ReadInt16BigEndian(field[2..]);
        if (column.Storage == ValueStorage.Int64)
        {
            var value = groups <= ShortGroups && weight < ShortGroups
                ? Short(field, groups, weight)
                : (long)Long(field, groups, weight);
            column.Int64s[row] = sign == Numeric.Negative ? -value : value;
        }
        else
        {
            var value = Long(field, groups, weight);
            column.Int128s[row] = sign == Numeric.Negative ? -value : value;
        }
    }

    // Four groups, and at most the scale's digits behind them: within 64 bits, because the column's precision is.
    private long Short(ReadOnlySpan<byte> field, int groups, int weight)
    {
        if (groups == 0)
        {
            return 0;
        }

        long value = 0;
        for (var i = 0; i < groups; i++)
        {
            value = (value * Numeric.Base) + BinaryPrimitives.ReadUInt16BigEndian(field[(8 + (2 * i))..]);
        }

        var shift = scale + (4 * (weight - groups + 1));
        return shift >= 0 ? value * Numeric.Power(shift) : value / Numeric.Power(-shift);
    }

    private Int128 Long(ReadOnlySpan<byte> field, int groups, int weight)
    {
        Int128 value = 0;
        for (var i = 0; i < groups; i++)
        {
            // Of the last group only as many digits as the scale has: the others are zeros, and might not fit.
            var digit = BinaryPrimitives.ReadUInt16BigEndian(field[(8 + (2 * i))..]);
            var over = -(scale + (4 * (weight - i)));
            value = over <= 0 ? (value * Numeric.Base) + digit
                : over < 4 ? (value * Numeric.Power(4 - over)) + (digit / Numeric.Power(over))
                : value;
        }

        for (var missing = scale + (4 * (weight - groups + 1)); missing > 0; missing--)
        {
            value *= 10;
        }

        return value;
    }
}

/// <summary>numeric without limits, as text.</summary>
internal sealed class NumericTextDecoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start)
    {
        var sign = BinaryPrimitives.ReadUInt16BigEndian(field[4..]);
        if (sign is not (Numeric.Positive or Numeric.Negative))
        {
            column.SetBytes(row, Numeric.TextOfSign(sign));
            return;
        }

        var weight = BinaryPrimitives.ReadInt16BigEndian(field[2..]);
        var scale = BinaryPrimitives.ReadInt16BigEndian(field[6..]);
        var block = column.Block;
        block.Reserve(((Math.Max(0, (int)weight) + 1) * 4) + scale + 8);
        var text = block.Array.AsSpan(block.Used);
        var length = Numeric.Write(field, weight, scale, sign == Numeric.Negative, text);
        (column.Starts[row], column.Lengths[row]) = (block.Used, length);
        block.Used += length;
    }
}
