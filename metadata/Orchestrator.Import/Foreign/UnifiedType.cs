using Orchestrator.Core.Types;

namespace Orchestrator.Import.Foreign;

/// <summary>The types of Biml, which are those of .NET's databases, in ours.</summary>
internal static class UnifiedType
{
    private const int WideMax = 4000;
    private const int NarrowMax = 8000;
    private const int DigitsMax = 38;
    private const int FractionMax = 7;

    private static readonly Dictionary<string, string> Plain = new(StringComparer.OrdinalIgnoreCase)
    {
        ["Boolean"] = "bit",
        ["Byte"] = "tinyint",
        ["SByte"] = "smallint",
        ["Int16"] = "smallint",
        ["UInt16"] = "int",
        ["Int32"] = "int",
        ["UInt32"] = "bigint",
        ["Int64"] = "bigint",
        ["UInt64"] = "decimal(20,0)",
        ["Currency"] = "money",
        ["SmallMoney"] = "smallmoney",
        ["Single"] = "real",
        ["Double"] = "float",
        ["Date"] = "date",
        ["DateTime"] = "datetime",
        ["Guid"] = "uniqueidentifier",
        ["Xml"] = "xml",
        ["HierarchyId"] = "hierarchyid",
        ["Geometry"] = "geometry",
        ["Geography"] = "geography",
        ["Variant"] = "sql_variant",
    };

    /// <summary>The type; null where there is none for it, with what is wrong.</summary>
    /// <param name="name">Its name; what is no type of Biml may be one of ours.</param>
    /// <param name="length">Its length, -1 = max; null = none is written.</param>
    /// <param name="precision">Its digits; null = none are written.</param>
    /// <param name="scale">Its digits behind the point or of the second; null = none are written.</param>
    /// <param name="problem">What is wrong.</param>
    public static SqlType? Of(string name, int? length, int? precision, int? scale, out string? problem)
    {
        var text = Text(name.Trim(), length, precision, scale);
        return SqlType.TryParse(text, out var type, out problem) ? type : null;
    }

    private static string Text(string name, int? length, int? precision, int? scale) =>
        Plain.TryGetValue(name, out var plain) ? plain : name.ToUpperInvariant() switch
        {
            "ANSISTRING" => Long("varchar", length, NarrowMax),
            "ANSISTRINGFIXEDLENGTH" => Long("char", length, NarrowMax),
            "STRING" => Long("nvarchar", length, WideMax),
            "STRINGFIXEDLENGTH" => Long("nchar", length, WideMax),
            "BINARY" or "OBJECT" => Long("varbinary", length, NarrowMax),
            "DECIMAL" or "VARNUMERIC" => $"decimal({Digits(precision)},{scale ?? 0})",
            "TIME" => $"time({Fraction(scale)})",
            "DATETIME2" => $"datetime2({Fraction(scale)})",
            "DATETIMEOFFSET" => $"datetimeoffset({Fraction(scale)})",
            _ => Own(name, length, precision, scale),
        };

    // No length would be one character in silence somewhere; whoever writes none is asked.
    private static string Long(string name, int? length, int max) => length switch
    {
        null or 0 => name,
        -1 => Max(name),
        _ when length > max => Max(name),
        _ => $"{name}({length})",
    };

    // What has a fixed length has no max.
    private static string Max(string name) => name switch
    {
        "char" => "varchar(max)",
        "nchar" => "nvarchar(max)",
        _ => $"{name}(max)",
    };

    private static int Digits(int? precision) => precision is null or 0 ? 18 : Math.Min(precision.Value, DigitsMax);

    private static int Fraction(int? scale) => scale is >= 0 and <= FractionMax ? scale.Value : FractionMax;

    // Types of a database: nvarchar with its length beside it, or nvarchar(50) in one.
    private static string Own(string name, int? length, int? precision, int? scale) =>
        name.Contains('(', StringComparison.Ordinal) ? name : name.ToLowerInvariant() switch
        {
            "decimal" or "numeric" => Text("DECIMAL", length, precision, scale),
            "char" or "varchar" => Long(name.ToLowerInvariant(), length, NarrowMax),
            "nchar" or "nvarchar" => Long(name.ToLowerInvariant(), length, WideMax),
            "varbinary" => Long("varbinary", length, NarrowMax),
            "time" or "datetime2" or "datetimeoffset" => $"{name}({Fraction(scale)})",
            _ => name,
        };
}
