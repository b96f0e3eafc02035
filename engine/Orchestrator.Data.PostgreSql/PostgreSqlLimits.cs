using Orchestrator.Core.Types;

namespace Orchestrator.Data.PostgreSql;

/// <summary>What columns hold; where the server would round or cut in silence, the guard has to know.</summary>
internal static class PostgreSqlLimits
{
    private const int MoneyDigits = 2;
    private const int NameBytes = 63;

    private static readonly string[] WithSeconds =
        ["interval", "time", "timestamp", "tsrange", "tstzrange", "tsmultirange", "tstzmultirange"];

    /// <summary>The limits of a column of a neutral type.</summary>
    public static ColumnLimits OfType(SqlType type) => new()
    {
        RefusesNul = ValueStorages.IsText(type),
        LengthUnit = LengthUnit.Characters,
        LengthMax = type.IsText ? Math.Max(type.Length, 0) : 0,
        DropsOffset = type.Kind == SqlTypeKind.DateTimeOffset,
        TakesNonFinite = type.IsFloat || type.Kind is SqlTypeKind.Decimal or SqlTypeKind.Date
            or SqlTypeKind.Time or SqlTypeKind.DateTime2 or SqlTypeKind.DateTimeOffset,
    };

    /// <summary>The limits of a column that is declared so and read and written as text.</summary>
    public static ColumnLimits OfNative(string declaration, SqlType type) => new()
    {
        RefusesNul = true,
        LengthUnit = declaration is "name" or "\"char\"" ? LengthUnit.Bytes : LengthUnit.Characters,
        LengthMax = declaration switch
        {
            "name" => NameBytes,
            "\"char\"" => 1,
            _ when declaration.StartsWith("character", StringComparison.Ordinal)
                && !declaration.EndsWith("[]", StringComparison.Ordinal) => PostgreSqlTypeMap.LengthOf(declaration),
            _ => Math.Max(type.Length, 0),
        },
        IsNumberText = IsNumeric(declaration) && !declaration.EndsWith("[]", StringComparison.Ordinal),
        FractionDigitsMax = FractionDigits(declaration),
        Texts = UnsignedTexts.Of(declaration),
    };

    private static int? FractionDigits(string declaration) =>
        declaration is "money" or "money[]" ? MoneyDigits
        : IsNumeric(declaration) ? PostgreSqlTypeMap.ScaleOf(declaration)
        : WithSeconds.Any(name => declaration.StartsWith(name, StringComparison.Ordinal))
        ? PostgreSqlTypeMap.FractionOf(declaration)
        : null;

    private static bool IsNumeric(string declaration) => declaration.StartsWith("numeric", StringComparison.Ordinal);
}
