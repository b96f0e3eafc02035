using System.Globalization;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Values;

/// <summary>The types of variables: as expressions know them, and as ours.</summary>
internal static class ImportedTypes
{
    /// <summary>The type that expressions take it for; null = they cannot name it.</summary>
    /// <param name="type">The type of the package.</param>
    /// <param name="value">What it always holds; null = nobody knows.</param>
    public static SsisType? Of(SsisValueType type, string? value = null) => FlowColumnTypes.Of(type, value);

    /// <summary>The type of ours.</summary>
    public static string Ours(SsisValueType type) => type switch
    {
        SsisValueType.Boolean => "bit",
        SsisValueType.Byte => "tinyint",
        SsisValueType.SByte or SsisValueType.Int16 => "smallint",
        SsisValueType.Char or SsisValueType.UInt16 or SsisValueType.Int32 => "int",
        SsisValueType.UInt32 or SsisValueType.Int64 => "bigint",
        SsisValueType.UInt64 => "decimal(20,0)",
        SsisValueType.Single => "real",
        SsisValueType.Double => "float",
        SsisValueType.Decimal => $"decimal(28,{FlowColumnTypes.VariableScale})",
        SsisValueType.DateTime => "datetime2(7)",
        _ => $"nvarchar({SsisType.LengthMax})",
    };

    /// <summary>A text of the package as a value; null = it is none of the type.</summary>
    public static SsisValue? Read(SsisValueType type, string? text)
    {
        if (Of(type, text) is not { } meant)
        {
            return null;
        }

        var culture = CultureInfo.InvariantCulture;
        object? content = text is null ? null : meant.Kind switch
        {
            SsisKind.Bool => Flag(text.Trim()),
            _ when meant.IsSigned => long.TryParse(text, NumberStyles.Integer, culture, out var whole)
                ? whole : null,
            _ when type == SsisValueType.Char && text.Length == 1 && !char.IsAsciiDigit(text[0]) => (ulong)text[0],
            _ when meant.IsUnsigned => ulong.TryParse(text, NumberStyles.Integer, culture, out var whole)
                ? whole : null,
            SsisKind.R4 => float.TryParse(text, NumberStyles.Float, culture, out var real) ? real : null,
            SsisKind.R8 => double.TryParse(text, NumberStyles.Float, culture, out var real) ? real : null,
            SsisKind.Decimal => SsisNumeric.Read(text.Trim()) is { } number ? number.Rounded(meant.Scale) : null,
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
