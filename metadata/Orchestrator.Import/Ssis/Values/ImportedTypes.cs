using System.Globalization;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Values;

/// <summary>The types of variables: as expressions know them, and as ours.</summary>
internal static class ImportedTypes
{
    private const int TextMax = 4000;
    private const int DecimalScale = 10;

    /// <summary>The type that expressions take it for; null = they cannot name it.</summary>
    public static SsisType? Of(SsisValueType type) => type switch
    {
        SsisValueType.Boolean => SsisType.Bool,
        SsisValueType.Byte => new SsisType(SsisKind.UI1),
        SsisValueType.SByte => new SsisType(SsisKind.I1),
        SsisValueType.Int16 => new SsisType(SsisKind.I2),
        SsisValueType.UInt16 => new SsisType(SsisKind.UI2),
        SsisValueType.Int32 => SsisType.I4,
        SsisValueType.UInt32 => new SsisType(SsisKind.UI4),
        SsisValueType.Int64 => SsisType.I8,
        SsisValueType.UInt64 => new SsisType(SsisKind.UI8),
        SsisValueType.Single => new SsisType(SsisKind.R4),
        SsisValueType.Double => SsisType.R8,
        SsisValueType.Decimal => SsisType.Numeric(SsisType.PrecisionMax - DecimalScale, DecimalScale),
        SsisValueType.DateTime => new SsisType(SsisKind.Date),
        SsisValueType.Char or SsisValueType.String => SsisType.WStr(TextMax),
        _ => null,
    };

    /// <summary>The type of ours.</summary>
    public static string Ours(SsisValueType type) => type switch
    {
        SsisValueType.Boolean => "bit",
        SsisValueType.Byte => "tinyint",
        SsisValueType.SByte or SsisValueType.Int16 => "smallint",
        SsisValueType.UInt16 or SsisValueType.Int32 => "int",
        SsisValueType.UInt32 or SsisValueType.Int64 => "bigint",
        SsisValueType.UInt64 => "decimal(20,0)",
        SsisValueType.Single => "real",
        SsisValueType.Double => "float",
        SsisValueType.Decimal => $"decimal({SsisType.PrecisionMax - DecimalScale},{DecimalScale})",
        SsisValueType.DateTime => "datetime2(7)",
        SsisValueType.Char => "nvarchar(1)",
        _ => $"nvarchar({TextMax})",
    };

    /// <summary>A text of the package as a value; null = it is none of the type.</summary>
    public static SsisValue? Read(SsisValueType type, string? text)
    {
        if (Of(type) is not { } meant)
        {
            return null;
        }

        var culture = CultureInfo.InvariantCulture;
        object? content = text is null ? null : meant.Kind switch
        {
            SsisKind.Bool => Flag(text.Trim()),
            _ when meant.IsSigned => long.TryParse(text, NumberStyles.Integer, culture, out var whole)
                ? whole : null,
            _ when meant.IsUnsigned => ulong.TryParse(text, NumberStyles.Integer, culture, out var whole)
                ? whole : null,
            SsisKind.R4 => float.TryParse(text, NumberStyles.Float, culture, out var real) ? real : null,
            SsisKind.R8 => double.TryParse(text, NumberStyles.Float, culture, out var real) ? real : null,
            SsisKind.Numeric => SsisNumeric.Read(text.Trim()) is { } number ? number.Rounded(DecimalScale) : null,
            SsisKind.Date => DateTime.TryParse(text, culture, DateTimeStyles.None, out var moment) ? moment : null,
            _ => text,
        };
        return content is null ? null : new SsisValue(meant, content);
    }

    /// <summary>A value as our metadata write it; null = it has none.</summary>
    public static string? Text(SsisValue value) => value.Content switch
    {
        null => null,
        bool flag => flag ? "true" : "false",
        DateTime moment => moment.TimeOfDay == TimeSpan.Zero
            ? moment.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)
            : moment.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
        DateOnly day => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
        IFormattable other => other.ToString(null, CultureInfo.InvariantCulture),
        var other => other.ToString(),
    };

    private static bool? Flag(string text) =>
        text is "-1" or "1" || text.Equals("true", StringComparison.OrdinalIgnoreCase) ? true
            : text == "0" || text.Equals("false", StringComparison.OrdinalIgnoreCase) ? false : null;
}
