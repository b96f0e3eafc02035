using System.Globalization;
using System.Text.RegularExpressions;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.PostgreSql;

/// <summary>The neutral types in PostgreSQL's words, and back.</summary>
internal static partial class PostgreSqlTypeMap
{
    /// <summary>Digits of the second that PostgreSQL keeps.</summary>
    public const int FractionMax = 6;

    /// <summary>The greatest scale of numeric; the least is as far below zero.</summary>
    public const int ScaleMax = 1000;

    private const int NationalLengthMax = 4000;
    private const int PrecisionMax = 38;

    /// <summary>The declaration of a type. What it keeps is told by <see cref="Of"/> of it.</summary>
    public static string Declare(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => "boolean",
        SqlTypeKind.TinyInt or SqlTypeKind.SmallInt => "smallint",
        SqlTypeKind.Int => "integer",
        SqlTypeKind.BigInt => "bigint",
        SqlTypeKind.Decimal => $"numeric({type.Precision},{type.Scale})",
        SqlTypeKind.Money => "numeric(19,4)",
        SqlTypeKind.SmallMoney => "numeric(10,4)",
        SqlTypeKind.Real => "real",
        SqlTypeKind.Float => "double precision",
        SqlTypeKind.Char or SqlTypeKind.NChar => $"character({type.Length})",
        SqlTypeKind.VarChar or SqlTypeKind.NVarChar when type.Length != SqlType.Max =>
            $"character varying({type.Length})",
        SqlTypeKind.Date => "date",
        SqlTypeKind.Time => $"time{FractionText(type)} without time zone",
        SqlTypeKind.DateTime or SqlTypeKind.SmallDateTime or SqlTypeKind.DateTime2 =>
            $"timestamp{FractionText(type)} without time zone",
        SqlTypeKind.DateTimeOffset => $"timestamp{FractionText(type)} with time zone",
        SqlTypeKind.UniqueIdentifier => "uuid",
        SqlTypeKind.Xml => "xml",
        _ => type.IsBinary ? "bytea" : "text",
    };

    /// <summary>The neutral type of a type by its number and declaration, as format_type writes it.</summary>
    public static SqlType Of(uint oid, string declaration) => oid switch
    {
        PostgreSqlOids.Bool => new SqlType(SqlTypeKind.Bit),
        PostgreSqlOids.Int2 => new SqlType(SqlTypeKind.SmallInt),
        PostgreSqlOids.Int4 => new SqlType(SqlTypeKind.Int),
        PostgreSqlOids.Int8 => new SqlType(SqlTypeKind.BigInt),
        PostgreSqlOids.Float4 => new SqlType(SqlTypeKind.Real),
        PostgreSqlOids.Float8 => new SqlType(SqlTypeKind.Float),
        PostgreSqlOids.Numeric => OfNumeric(declaration),
        PostgreSqlOids.VarChar => OfText(SqlTypeKind.NVarChar, declaration),
        PostgreSqlOids.BpChar => OfText(SqlTypeKind.NChar, declaration),
        PostgreSqlOids.Bytea => new SqlType(SqlTypeKind.VarBinary, SqlType.Max),
        PostgreSqlOids.Date => new SqlType(SqlTypeKind.Date),
        PostgreSqlOids.Time => new SqlType(SqlTypeKind.Time, Scale: FractionOf(declaration)),
        PostgreSqlOids.Timestamp => new SqlType(SqlTypeKind.DateTime2, Scale: FractionOf(declaration)),
        PostgreSqlOids.TimestampTz => new SqlType(SqlTypeKind.DateTimeOffset, Scale: FractionOf(declaration)),
        PostgreSqlOids.Uuid => new SqlType(SqlTypeKind.UniqueIdentifier),
        PostgreSqlOids.Xml => new SqlType(SqlTypeKind.Xml),
        _ => AnyText,
    };

    /// <summary>The type as which a column declared with a neutral one is found again.</summary>
    public static SqlType Kept(SqlType type) => type.Kind switch
    {
        SqlTypeKind.TinyInt => new SqlType(SqlTypeKind.SmallInt),
        SqlTypeKind.Money => new SqlType(SqlTypeKind.Decimal, 0, 19, 4),
        SqlTypeKind.SmallMoney => new SqlType(SqlTypeKind.Decimal, 0, 10, 4),
        SqlTypeKind.Char or SqlTypeKind.NChar => OfText(SqlTypeKind.NChar, Declare(type)),
        SqlTypeKind.VarChar or SqlTypeKind.NVarChar => OfText(SqlTypeKind.NVarChar, Declare(type)),
        SqlTypeKind.Time or SqlTypeKind.DateTimeOffset => type with { Scale = Fraction(type) },
        SqlTypeKind.DateTime or SqlTypeKind.SmallDateTime or SqlTypeKind.DateTime2 =>
            new SqlType(SqlTypeKind.DateTime2, Scale: Fraction(type)),
        _ when type.IsBinary => new SqlType(SqlTypeKind.VarBinary, SqlType.Max),
        SqlTypeKind.Text or SqlTypeKind.NText or SqlTypeKind.SqlVariant => AnyText,
        _ => type,
    };

    /// <summary>The number in the parentheses of a text type's declaration; 0 = there is none.</summary>
    public static int LengthOf(string declaration) => Measures(declaration, out var length, out _) ? length : 0;

    /// <summary>Digits behind the point that a numeric's declaration keeps, below zero the places before it that are
    /// zeros; null = any number.</summary>
    public static int? ScaleOf(string declaration) =>
        Measures(declaration, out _, out var scale) ? scale : null;

    private static SqlType AnyText => new(SqlTypeKind.NVarChar, SqlType.Max);

    private static int Fraction(SqlType type) => Math.Min(type.FractionDigits, FractionMax);

    private static string FractionText(SqlType type) =>
        Fraction(type) == FractionMax ? "" : $"({Fraction(type)})";

    /// <summary>Digits of the second that a declaration keeps.</summary>
    public static int FractionOf(string declaration) =>
        Measures(declaration, out var digits, out _) ? digits : FractionMax;

    // Without limits, or with more than 38 digits: text holds every digit, and NaN and infinity too.
    private static SqlType OfNumeric(string declaration) =>
        Measures(declaration, out var precision, out var scale) && precision <= PrecisionMax
            && scale >= 0 && scale <= precision
            ? new SqlType(SqlTypeKind.Decimal, 0, precision, scale)
            : AnyText;

    private static SqlType OfText(SqlTypeKind kind, string declaration) =>
        Measures(declaration, out var length, out _) && length <= NationalLengthMax
            ? new SqlType(kind, length)
            : AnyText;

    private static bool Measures(string declaration, out int first, out int second)
    {
        (first, second) = (0, 0);
        var match = Parentheses().Match(declaration);
        if (!match.Success)
        {
            return false;
        }

        first = int.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture);
        second = match.Groups[2].Success ? int.Parse(match.Groups[2].ValueSpan, CultureInfo.InvariantCulture) : 0;
        return true;
    }

    [GeneratedRegex(@"\((\d+)(?:,\s*(-?\d+))?\)")]
    private static partial Regex Parentheses();
}
