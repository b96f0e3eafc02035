using Orchestrator.Types;

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
            if (ValueStorages.IsText(target.Type) && TakesLength(target.Type, text.Length))
            {
                target.ClearNull(row);
                target.SetBytes(row, text);
            }
            else if (check.Column.Limits.TakesNonFinite && IsNonFinite(text) && AreAlike(source.Type, target.Type))
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

    private static bool IsNonFinite(ReadOnlySpan<byte> text) =>
        text.SequenceEqual("NaN"u8) || text.SequenceEqual("infinity"u8) || text.SequenceEqual("-infinity"u8);

    private static bool AreAlike(SqlType a, SqlType b) =>
        (a.IsTemporal && b.IsTemporal) || (a.IsExactNumber && b.IsExactNumber);
}
