using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>A float column that knows neither NaN nor infinity.</summary>
internal sealed class FiniteOnly(Conversion conversion) : Conversion
{
    public override void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check)
    {
        conversion.Run(source, target, count, check);
        var values = target.Doubles;
        for (var row = 0; row < count; row++)
        {
            if (!double.IsFinite(values[row]) && !target.IsNull(row))
            {
                check.Report(row, ValueResult.OutOfRange);
            }
        }
    }
}

/// <summary>A column of whole numbers that keeps some of its type alone.</summary>
internal sealed class NumbersOnly(Conversion conversion, IReadOnlyList<(long Least, long Greatest)> kept) : Conversion
{
    public override void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check)
    {
        conversion.Run(source, target, count, check);
        var values = target.Int64s;
        for (var row = 0; row < count; row++)
        {
            if (!target.IsNull(row) && !IsKept(values[row]))
            {
                check.Report(row, ValueResult.OutOfRange);
            }
        }
    }

    private bool IsKept(long value)
    {
        foreach (var (least, greatest) in kept)
        {
            if (value >= least && value <= greatest)
            {
                return true;
            }
        }

        return false;
    }
}

/// <summary>A datetime column that keeps steps of 1/300 second, shown as the milliseconds 0, 3 and 7.</summary>
internal sealed class ThreeHundredths : Conversion
{
    /// <summary>Ticks of whole milliseconds above the step that is kept.</summary>
    public static long Over(long ticks) => (ticks / TimeSpan.TicksPerMillisecond % 10) switch
    {
        0 or 3 or 7 => 0,
        var last => (last < 3 ? last : last < 7 ? last - 3 : last - 7) * TimeSpan.TicksPerMillisecond,
    };

    public override void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check)
    {
        target.CopyNulls(source);
        var (from, to) = (source.Int64s, target.Int64s);
        for (var row = 0; row < count; row++)
        {
            to[row] = from[row];
            if (!target.IsNull(row) && Over(from[row]) is > 0 and var over)
            {
                to[row] -= over;
                check.Report(row, ValueResult.ScaleLoss);
            }
        }
    }
}

/// <summary>A datetimeoffset column that keeps the instant only. The writer leaves the offset out.</summary>
internal sealed class InstantOnly(Conversion conversion) : Conversion
{
    public override void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check)
    {
        conversion.Run(source, target, count, check);
        var values = target.Int128s;
        for (var row = 0; row < count; row++)
        {
            if (OffsetTime.OffsetMinutes(values[row]) != 0 && !target.IsNull(row))
            {
                check.Report(row, ValueResult.ScaleLoss);
            }
        }
    }
}

/// <summary>Values beyond their source's type: text takes them, a column may know them; else a range loss.</summary>
internal static class BeyondType
{
    public static void Run(ColumnVector source, ColumnVector target, ColumnCheck check)
    {
        if (!source.HasBeyond)
        {
            return;
        }

        foreach (var row in source.BeyondRows)
        {
            source.TryBeyond(row, out var text);
            if (source.TryUnread(row, out _, out _))
            {
                check.Report(row, ValueResult.OutOfRange);
            }
            else if (ValueStorages.IsText(target.Type) && TakesLength(target.Type, text.Length))
            {
                target.ClearNull(row);
                target.SetBytes(row, text);
            }
            else if (check.Column.Limits.TakesNonFinite && IsKnown(text, target.Type)
                && AreAlike(source.Type, target.Type))
            {
                target.SetBeyond(row, text);
            }
            else
            {
                check.Report(row, ValueResult.OutOfRange);
            }
        }
    }

    private static bool TakesLength(SqlType type, int length) => type.LengthMax == 0 || length <= type.LengthMax;

    private static bool IsKnown(ReadOnlySpan<byte> text, SqlType type) => type.Kind == SqlTypeKind.Time
        ? text.SequenceEqual("24:00:00"u8)
        : text.SequenceEqual("NaN"u8) || text.SequenceEqual("infinity"u8) || text.SequenceEqual("-infinity"u8);

    private static bool AreAlike(SqlType a, SqlType b) =>
        (a.IsTemporal && b.IsTemporal) || (a.IsExactNumber && b.IsExactNumber);
}
