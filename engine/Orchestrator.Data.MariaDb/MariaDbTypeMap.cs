using System.Globalization;
using System.Text.RegularExpressions;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <summary>The neutral types in MariaDB's words, and back.</summary>
internal static partial class MariaDbTypeMap
{
    /// <summary>Digits of the second that MariaDB keeps.</summary>
    public const int FractionMax = 6;

    private const string CharacterSet = " CHARACTER SET ";
    private const int NationalLengthMax = 4000;
    private const int BytesMax = 8000;
    private const int PrecisionMax = 38;
    private const int BitsOfBigInt = 63;

    // MariaDB keeps no offset, and its own instants end in 2038: a column says by its comment that it holds others.
    private const string InstantComment = " COMMENT 'datetimeoffset'";

    private static readonly string[] Geometries =
    [
        "geometry", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon",
        "geometrycollection",
    ];

    /// <summary>The declaration of a type. What it keeps is told by <see cref="Kept"/>.</summary>
    public static string Declare(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => "bit(1)",
        SqlTypeKind.TinyInt => "tinyint unsigned",
        SqlTypeKind.SmallInt => "smallint",
        SqlTypeKind.Int => "int",
        SqlTypeKind.BigInt => "bigint",
        SqlTypeKind.Decimal => $"decimal({type.Precision},{type.Scale})",
        SqlTypeKind.Money => "decimal(19,4)",
        SqlTypeKind.SmallMoney => "decimal(10,4)",
        SqlTypeKind.Real => "float",
        SqlTypeKind.Float => "double",
        SqlTypeKind.Date => "date",
        SqlTypeKind.Time => $"time{FractionText(type)}",
        SqlTypeKind.DateTime or SqlTypeKind.SmallDateTime or SqlTypeKind.DateTime2 => $"datetime{FractionText(type)}",
        SqlTypeKind.DateTimeOffset => $"datetime{FractionText(type)}{InstantComment}",
        SqlTypeKind.UniqueIdentifier => "uuid",
        _ when type.IsLong => type.IsBinary ? "longblob" : "longtext",
        _ when type.IsBinary => $"varbinary({type.LengthMax})",
        _ when type.IsText => $"varchar({type.Length})",
        _ => "longtext",
    };

    /// <summary>The neutral type of a declaration, as the server writes it.</summary>
    public static SqlType Of(string declaration)
    {
        var isUnsigned = declaration.Contains(" unsigned", StringComparison.Ordinal);
        return WordOf(declaration) switch
        {
            "bit" => OfBits(LengthOf(declaration)),
            "tinyint" => new SqlType(isUnsigned ? SqlTypeKind.TinyInt : SqlTypeKind.SmallInt),
            "smallint" => new SqlType(isUnsigned ? SqlTypeKind.Int : SqlTypeKind.SmallInt),
            "year" => new SqlType(SqlTypeKind.SmallInt),
            "mediumint" => new SqlType(SqlTypeKind.Int),
            "int" => new SqlType(isUnsigned ? SqlTypeKind.BigInt : SqlTypeKind.Int),
            "bigint" => isUnsigned ? UnsignedBigInt : new SqlType(SqlTypeKind.BigInt),
            "decimal" => OfDecimal(LengthOf(declaration), ScaleOf(declaration) ?? 0),
            // What rounds to a number of digits is no floating point number to the guard.
            "float" => ScaleOf(declaration) is null ? new SqlType(SqlTypeKind.Real) : AnyText,
            "double" => ScaleOf(declaration) is null ? new SqlType(SqlTypeKind.Float) : AnyText,
            "char" => OfText(SqlTypeKind.NChar, LengthOf(declaration)),
            "varchar" => OfText(SqlTypeKind.NVarChar, LengthOf(declaration)),
            "binary" => new SqlType(SqlTypeKind.Binary, LengthOf(declaration)),
            "varbinary" => OfBytes(LengthOf(declaration)),
            "tinyblob" or "blob" or "mediumblob" or "longblob" => AnyBytes,
            "date" => new SqlType(SqlTypeKind.Date),
            "time" => new SqlType(SqlTypeKind.Time, Scale: LengthOf(declaration)),
            "datetime" => new SqlType(
                declaration.EndsWith(InstantComment, StringComparison.Ordinal)
                    ? SqlTypeKind.DateTimeOffset
                    : SqlTypeKind.DateTime2,
                Scale: LengthOf(declaration)),
            "timestamp" => new SqlType(SqlTypeKind.DateTimeOffset, Scale: LengthOf(declaration)),
            "uuid" => new SqlType(SqlTypeKind.UniqueIdentifier),
            var word => Geometries.Contains(word) ? AnyBytes : AnyText,
        };
    }

    /// <summary>The type as which a column declared with a neutral one is found again.</summary>
    public static SqlType Kept(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Money => new SqlType(SqlTypeKind.Decimal, 0, 19, 4),
        SqlTypeKind.SmallMoney => new SqlType(SqlTypeKind.Decimal, 0, 10, 4),
        _ when type.IsNumber || type.Kind is SqlTypeKind.Date or SqlTypeKind.UniqueIdentifier => type,
        _ => Of(Declare(type)),
    };

    /// <summary>Text of any length.</summary>
    public static SqlType AnyText => new(SqlTypeKind.NVarChar, SqlType.Max);

    /// <summary>Bytes of any number.</summary>
    public static SqlType AnyBytes => new(SqlTypeKind.VarBinary, SqlType.Max);

    /// <summary>Numbers of 64 bits without a sign, which no whole number of the neutral types holds.</summary>
    public static SqlType UnsignedBigInt => new(SqlTypeKind.Decimal, 0, 20, 0);

    /// <summary>Numbers of so many bits.</summary>
    public static SqlType OfBits(int bits) => bits <= 1 ? new SqlType(SqlTypeKind.Bit)
        : bits <= BitsOfBigInt ? new SqlType(SqlTypeKind.BigInt) : UnsignedBigInt;

    /// <summary>Numbers of so many digits; text where they are more than a neutral type has.</summary>
    public static SqlType OfDecimal(int precision, int scale) => precision <= PrecisionMax && scale <= precision
        ? new SqlType(SqlTypeKind.Decimal, 0, precision, scale)
        : AnyText;

    /// <summary>Text of so many characters.</summary>
    public static SqlType OfText(SqlTypeKind kind, int length) =>
        length is > 0 and <= NationalLengthMax ? new SqlType(kind, length) : AnyText;

    /// <summary>So many bytes.</summary>
    public static SqlType OfBytes(int length) =>
        length is > 0 and <= BytesMax ? new SqlType(SqlTypeKind.VarBinary, length) : AnyBytes;

    /// <summary>Why values of a type cannot be put in order, as the end of a sentence; null where they can.</summary>
    public static string? OrderRefusal(SqlType type) => type.Kind == SqlTypeKind.UniqueIdentifier
        ? "MariaDB puts uuids in an order of its own, which hangs on how they were made"
        : null;

    /// <summary>The first word of a declaration: its type without measures.</summary>
    public static string WordOf(string declaration) => Word().Match(declaration).Value;

    /// <summary>The first number in the parentheses of a declaration; 0 = there is none.</summary>
    public static int LengthOf(string declaration) => Measure(declaration, 1) ?? 0;

    /// <summary>The second one: digits behind the point; null = there is none.</summary>
    public static int? ScaleOf(string declaration) => Measure(declaration, 2);

    /// <summary>The declaration without the character set and collation of its text.</summary>
    public static string WithoutCharset(string declaration) =>
        declaration.IndexOf(CharacterSet, StringComparison.Ordinal) is var at and >= 0
            ? declaration[..at]
            : declaration;

    /// <summary>The declaration with the character set and collation of its text.</summary>
    public static string WithCharset(string declaration, string charset, string collation) =>
        $"{declaration}{CharacterSet}{charset} COLLATE {collation}";

    /// <summary>The character set that a declaration says; empty = none.</summary>
    public static string CharsetOf(string declaration) => Charset().Match(declaration).Groups[1].Value;

    /// <summary>The declaration without what only says how wide a number is shown.</summary>
    public static string WithoutWidth(string declaration) =>
        declaration == "tinyint(1)" || declaration.EndsWith(" zerofill", StringComparison.Ordinal)
            ? declaration
            : Width().Replace(declaration, "");

    private static string FractionText(SqlType type) => Math.Min(type.FractionDigits, FractionMax) is var digits and > 0
        ? $"({digits})"
        : "";

    private static int? Measure(string declaration, int which) =>
        Parentheses().Match(declaration) is { Success: true } match && match.Groups[which] is { Success: true } found
            ? int.Parse(found.ValueSpan, CultureInfo.InvariantCulture)
            : null;

    [GeneratedRegex(@"^\w+")]
    private static partial Regex Word();

    // Not those of an enum, whose labels may hold anything.
    [GeneratedRegex(@"^\w+\((\d+)(?:,(\d+))?\)")]
    private static partial Regex Parentheses();

    [GeneratedRegex(@" CHARACTER SET (\w+)")]
    private static partial Regex Charset();

    [GeneratedRegex(@"(?<=^(?:tinyint|smallint|mediumint|int|bigint|year))\(\d+\)")]
    private static partial Regex Width();
}
