using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Types;

/// <summary>The types of flows in our words, and as expressions know them.</summary>
internal static class FlowColumnTypes
{
    /// <summary>The scale of a decimal variable of which nobody knows the value.</summary>
    public const int VariableScale = 10;

    private const int DecimalDigits = 28;
    private const int Latin = 1252;

    /// <summary>As metadata say it: `nvarchar(20)`; empty where the type is not known.</summary>
    public static string TextOf(FlowType type) => type.Name switch
    {
        "DT_I1" or "DT_I2" => "smallint",
        "DT_UI1" => "tinyint",
        "DT_I4" or "DT_UI2" => "int",
        "DT_I8" or "DT_UI4" => "bigint",
        "DT_UI8" => "decimal(20,0)",
        "DT_R4" => "real",
        "DT_R8" => "float",
        "DT_CY" => "money",
        "DT_NUMERIC" => $"decimal({Math.Clamp(type.Precision, 1, 38)},{Math.Clamp(type.Scale, 0, 38)})",
        "DT_DECIMAL" => $"decimal({DecimalDigits},{Math.Clamp(type.Scale, 0, DecimalDigits)})",
        "DT_BOOL" => "bit",
        "DT_STR" => $"varchar({Length(type.Length, 8000)})",
        "DT_WSTR" => $"nvarchar({Length(type.Length, 4000)})",
        "DT_TEXT" => "varchar(max)",
        "DT_NTEXT" => "nvarchar(max)",
        "DT_BYTES" => $"varbinary({Length(type.Length, 8000)})",
        "DT_IMAGE" => "varbinary(max)",
        "DT_GUID" => "uniqueidentifier",
        "DT_DBDATE" => "date",
        "DT_DBTIME" => "time(0)",
        "DT_DBTIME2" => $"time({Math.Clamp(type.Scale, 0, 7)})",
        "DT_DBTIMESTAMP" or "DT_DATE" or "DT_FILETIME" => "datetime2(3)",
        "DT_DBTIMESTAMP2" => $"datetime2({Math.Clamp(type.Scale, 0, 7)})",
        "DT_DBTIMESTAMPOFFSET" => $"datetimeoffset({Math.Clamp(type.Scale, 0, 7)})",
        _ => "",
    };

    /// <summary>As expressions know it; null where it is not known.</summary>
    public static SsisType? Of(FlowType type)
    {
        if (SsisTypeText.KindOf(type.Name) is not { } kind)
        {
            return null;
        }

        int[] numbers = kind switch
        {
            SsisKind.Str => [type.Length, CodePage(type)],
            SsisKind.Text => [CodePage(type)],
            SsisKind.WStr or SsisKind.Bytes => [type.Length],
            SsisKind.Numeric => [Math.Max(1, type.Precision), type.Scale],
            SsisKind.Decimal or SsisKind.DBTime2 or SsisKind.DBTimestamp2 or SsisKind.DBTimestampOffset =>
                [type.Scale],
            _ => [],
        };
        return SsisTypeText.Make(kind, numbers, out _);
    }

    /// <summary>The type of a variable or parameter in expressions, which is that of the variant that holds it; null
    /// where it has none. A decimal has the scale of its value.</summary>
    /// <param name="type">The type.</param>
    /// <param name="value">What it always holds; null = that is not known.</param>
    public static SsisType? Of(SsisValueType type, string? value = null) => type switch
    {
        SsisValueType.Boolean => SsisType.Bool,
        SsisValueType.Byte => new SsisType(SsisKind.UI1),
        SsisValueType.SByte => new SsisType(SsisKind.I1),
        SsisValueType.Int16 => new SsisType(SsisKind.I2),
        SsisValueType.Char or SsisValueType.UInt16 => new SsisType(SsisKind.UI2),
        SsisValueType.Int32 => SsisType.I4,
        SsisValueType.UInt32 => new SsisType(SsisKind.UI4),
        SsisValueType.Int64 => SsisType.I8,
        SsisValueType.UInt64 => new SsisType(SsisKind.UI8),
        SsisValueType.Single => new SsisType(SsisKind.R4),
        SsisValueType.Double => SsisType.R8,
        SsisValueType.Decimal => new SsisType(SsisKind.Decimal)
        {
            Scale = SsisNumeric.Read(value?.Trim() ?? "") is { } number
                ? Math.Clamp(number.Scale, 0, DecimalDigits) : VariableScale,
        },
        SsisValueType.DateTime => new SsisType(SsisKind.Date),
        SsisValueType.String => SsisType.WStr(SsisType.LengthMax),
        _ => null,
    };

    public static bool IsText(FlowType type) => type.Name is "DT_STR" or "DT_WSTR" or "DT_TEXT" or "DT_NTEXT";

    public static bool IsMoment(FlowType type) =>
        type.Name.StartsWith("DT_DB", StringComparison.Ordinal) || type.Name is "DT_DATE" or "DT_FILETIME";

    /// <summary>A number, for which a file may have nothing.</summary>
    public static bool IsNumber(FlowType type) =>
        (type.Name.StartsWith("DT_I", StringComparison.Ordinal) && type.Name != "DT_IMAGE")
        || type.Name.StartsWith("DT_UI", StringComparison.Ordinal)
        || type.Name is "DT_R4" or "DT_R8" or "DT_CY" or "DT_NUMERIC" or "DT_DECIMAL" or "DT_BOOL";

    /// <summary>The type of C# that a row of a plug-in has for it.</summary>
    public static string MemberOf(FlowType type) => type.Name switch
    {
        "DT_I1" or "DT_I2" => "short?",
        "DT_UI1" => "byte?",
        "DT_I4" or "DT_UI2" => "int?",
        "DT_I8" or "DT_UI4" => "long?",
        "DT_R4" => "float?",
        "DT_R8" => "double?",
        "DT_UI8" or "DT_CY" or "DT_NUMERIC" or "DT_DECIMAL" => "decimal?",
        "DT_BOOL" => "bool?",
        "DT_GUID" => "Guid?",
        "DT_BYTES" or "DT_IMAGE" => "byte[]?",
        "DT_DBDATE" => "DateOnly?",
        "DT_DBTIME" or "DT_DBTIME2" => "TimeOnly?",
        "DT_DBTIMESTAMPOFFSET" => "DateTimeOffset?",
        "DT_DBTIMESTAMP" or "DT_DBTIMESTAMP2" or "DT_DATE" or "DT_FILETIME" => "DateTime?",
        _ => "string?",
    };

    private static int CodePage(FlowType type) => type.CodePage > 0 ? type.CodePage : Latin;

    private static string Length(int length, int most) =>
        length <= 0 ? "1" : length > most ? "max" : $"{length}";
}
