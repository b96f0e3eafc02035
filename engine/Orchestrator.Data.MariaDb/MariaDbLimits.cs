using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <summary>What columns hold; where the server would round, cut or exchange in silence, the guard has to know.
/// </summary>
internal static class MariaDbLimits
{
    private const int TinyBytes = 255;
    private const int TextBytes = 65_535;
    private const int MediumBytes = 16_777_215;

    /// <summary>The limits of a column of whole numbers that is declared so: the server takes 99 for the year 1999.
    /// </summary>
    public static ColumnLimits OfNumber(string declaration, SqlType type) => OfType(type) with
    {
        Numbers = declaration switch
        {
            "year" => [(0, 0), (1901, 2155)],
            "tinyint" or "tinyint(1)" => [(sbyte.MinValue, sbyte.MaxValue)],
            _ => [],
        },
    };

    /// <summary>The limits of a column of a neutral type.</summary>
    public static ColumnLimits OfType(SqlType type) => new()
    {
        LengthUnit = LengthUnit.Characters,
        LengthMax = type.IsText ? Math.Max(type.Length, 0) : 0,
        DropsOffset = type.Kind == SqlTypeKind.DateTimeOffset,
        // Of a time that is 24:00:00; the others have nothing beyond their type that MariaDB could keep.
        TakesNonFinite = type.Kind == SqlTypeKind.Time,
    };

    /// <summary>The limits of a column that is declared so and read and written as text.</summary>
    public static ColumnLimits OfNative(string declaration, SqlType type)
    {
        var word = MariaDbTypeMap.WordOf(declaration);
        var (unit, length) = word switch
        {
            "tinytext" => (LengthUnit.Bytes, TinyBytes),
            "text" => (LengthUnit.Bytes, TextBytes),
            "mediumtext" => (LengthUnit.Bytes, MediumBytes),
            "char" or "varchar" => (LengthUnit.Characters, MariaDbTypeMap.LengthOf(declaration)),
            _ => (LengthUnit.Characters, Math.Max(type.Length, 0)),
        };
        var isNumber = word is "decimal" or "float" or "double";
        return new ColumnLimits
        {
            LengthUnit = unit,
            LengthMax = length,
            IsNumberText = isNumber,
            FractionDigitsMax = isNumber ? MariaDbTypeMap.ScaleOf(declaration) : null,
            Texts = word is "enum" or "set" ? new LabelTexts(declaration)
                : MariaDbTypeMap.CharsetOf(declaration) is "utf8mb3" or "ucs2" ? PlaneTexts.Instance : null,
        };
    }
}
