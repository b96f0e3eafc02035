using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>The neutral types are SQL Server's own: what remains is what a column of theirs holds.</summary>
internal static class SqlServerTypeMap
{
    private const int Utf8 = 65001;

    /// <summary>The type as it stands in CREATE TABLE.</summary>
    public static string Declare(RowColumn column) =>
        column.Native is { Platform: SqlServerPlatform.PlatformName } native ? native.Declaration : $"{column.Type}";

    /// <summary>Why a column cannot have a type, as the end of a sentence; null where it can.</summary>
    public static string? Refusal(SqlType type) => type.Kind switch
    {
        SqlTypeKind.RowVersion => "the server fills it by itself; varbinary(8) keeps the values of another table's",
        SqlTypeKind.SqlVariant => "each of its values would become a text; nvarchar(4000) keeps them as such",
        _ => null,
    };

    /// <summary>What a column holds beyond or short of its type.</summary>
    public static ColumnLimits Limits(RowColumn column) => column.Type.Kind switch
    {
        SqlTypeKind.Char or SqlTypeKind.VarChar or SqlTypeKind.Text => new ColumnLimits
        {
            CodePage = column.Native is { Platform: SqlServerPlatform.PlatformName, CodePage: > 0 } native
                ? native.CodePage
                : 0,
        },
        SqlTypeKind.DateTime => new ColumnLimits { KeepsThreeHundredths = true },
        _ => ColumnLimits.OfType,
    };

    /// <summary>Bytes of the longest value of a type in a key, or a few more.</summary>
    public static int KeyBytes(SqlType type) => type.Kind switch
    {
        SqlTypeKind.NChar or SqlTypeKind.NVarChar => type.Length * 2,
        SqlTypeKind.Char or SqlTypeKind.VarChar or SqlTypeKind.Binary or SqlTypeKind.VarBinary => type.Length,
        SqlTypeKind.Decimal => 17,
        SqlTypeKind.UniqueIdentifier => 16,
        SqlTypeKind.DateTimeOffset => 10,
        _ => 8,
    };

    /// <summary>What tells two values of a type apart in every way.</summary>
    public static string Comparable(SqlType type, string value) => type.Kind switch
    {
        SqlTypeKind.DateTimeOffset => $"{value}, datepart(tz, {value})",
        SqlTypeKind.Xml or SqlTypeKind.NText => Bytes($"convert(nvarchar(max), {value})"),
        SqlTypeKind.Text => Bytes($"convert(varchar(max), {value})"),
        SqlTypeKind.VarBinary or SqlTypeKind.Image or SqlTypeKind.Geography or SqlTypeKind.Geometry => Bytes(value),
        _ => type.IsText ? Bytes(value) : value,
    };

    /// <summary>
    /// What tells a value of any type from the one that a column of this type holds. As text in style 2, which no
    /// number or time has by itself: who wants them as text says how.
    /// </summary>
    public static string Held(SqlType type, string value) => type.Kind switch
    {
        SqlTypeKind.Char or SqlTypeKind.NChar => Bytes($"rtrim(convert(nvarchar(max), {value}, 2))"),
        _ => type.IsText ? Bytes($"convert(nvarchar(max), {value}, 2)") : Comparable(type, value),
    };

    /// <summary>Why nobody could tell whether a computed value has become another one; null where one can.</summary>
    public static string? ComputeRefusal(SqlType type) => type.Kind is SqlTypeKind.Xml or SqlTypeKind.Image
        or SqlTypeKind.Geography or SqlTypeKind.Geometry or SqlTypeKind.HierarchyId
        ? $"SQL Server compares no {type}"
        : null;

    /// <summary>Why values of a type cannot be put in order, as the end of a sentence; null where they can.</summary>
    public static string? OrderRefusal(SqlType type) => type.Kind is SqlTypeKind.Xml or SqlTypeKind.Text
        or SqlTypeKind.NText or SqlTypeKind.Image or SqlTypeKind.Geography or SqlTypeKind.Geometry
        ? $"SQL Server puts no values of {type} in order"
        : null;

    /// <summary>A type whose text is in the database's own code page.</summary>
    public static NativeType InCodePage(SqlType type, int codePage) =>
        new(SqlServerPlatform.PlatformName, $"{type}")
        {
            CodePage = type.IsUnicodeText || codePage == Utf8 ? 0 : codePage,
        };

    /// <summary>A parameter as the column takes it: bytes become a CLR type only when told to.</summary>
    public static string Received(SqlType type, string parameter) =>
        type.Kind is SqlTypeKind.HierarchyId or SqlTypeKind.Geography or SqlTypeKind.Geometry
            ? $"CAST({parameter} AS {type})"
            : parameter;

    /// <summary>The neutral type of a system type with the measures of the catalog.</summary>
    /// <param name="name">Name of the system type.</param>
    /// <param name="bytes">Longest value in bytes; −1 = max.</param>
    /// <param name="precision">Decimal digits.</param>
    /// <param name="scale">Digits behind the point, or of the second.</param>
    /// <returns>Null where there is none: a type of the server's that this driver does not know.</returns>
    public static SqlType? Of(string name, int bytes, int precision, int scale) => name.ToLowerInvariant() switch
    {
        "decimal" or "numeric" => new SqlType(SqlTypeKind.Decimal, 0, precision, scale),
        "money" => new SqlType(SqlTypeKind.Money, Scale: 4),
        "smallmoney" => new SqlType(SqlTypeKind.SmallMoney, Scale: 4),
        "float" => new SqlType(SqlTypeKind.Float),
        "char" => new SqlType(SqlTypeKind.Char, bytes),
        "varchar" => new SqlType(SqlTypeKind.VarChar, bytes),
        "nchar" => new SqlType(SqlTypeKind.NChar, Units(bytes)),
        "nvarchar" or "sysname" => new SqlType(SqlTypeKind.NVarChar, Units(bytes)),
        "binary" => new SqlType(SqlTypeKind.Binary, bytes),
        "varbinary" => new SqlType(SqlTypeKind.VarBinary, bytes),
        "time" => new SqlType(SqlTypeKind.Time, Scale: scale),
        "datetime2" => new SqlType(SqlTypeKind.DateTime2, Scale: scale),
        "datetimeoffset" => new SqlType(SqlTypeKind.DateTimeOffset, Scale: scale),
        "json" => new SqlType(SqlTypeKind.NVarChar, SqlType.Max),
        var other => SqlType.TryParse(other, out var type, out _) ? type : null,
    };

    /// <summary>The platform's own words where the neutral type says less: an alias type, a collation.</summary>
    public static NativeType? Native(SqlType type, string? alias, string? collation, int codePage)
    {
        if (alias is null && collation is null)
        {
            return null;
        }

        var name = alias ?? type.ToString();
        var declaration = alias is null && collation is not null
            ? string.Create(CultureInfo.InvariantCulture, $"{name} COLLATE {collation}")
            : name;
        return new NativeType(SqlServerPlatform.PlatformName, declaration)
        {
            CodePage = type.IsUnicodeText || codePage == Utf8 ? 0 : codePage,
        };
    }

    // Their number too: shorter bytes may count as equal to longer ones that end in zeros.
    private static string Bytes(string value) => $"convert(varbinary(max), {value}), datalength({value})";

    private static int Units(int bytes) => bytes == SqlType.Max ? bytes : bytes / 2;
}
