using Orchestrator.Core.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>The four types that columns are declared with; any other name would let SQLite change values.</summary>
public enum SqliteStorage { Integer, Real, Text, Blob }

/// <summary>How each logical type is kept in SQLite, and which one stands for a foreign declaration.</summary>
public static class SqliteTypeMap
{
    /// <summary>Digits that a REAL keeps exactly.</summary>
    public const int RealDigits = 15;

    /// <summary>
    /// How a type is kept: whole numbers as INTEGER, decimals to 15 digits as REAL and longer ones as TEXT, dates and
    /// times as ISO text, uniqueidentifier as upper-case text.
    /// </summary>
    public static SqliteStorage StorageOf(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit or SqlTypeKind.TinyInt or SqlTypeKind.SmallInt or SqlTypeKind.Int or SqlTypeKind.BigInt
            => SqliteStorage.Integer,
        SqlTypeKind.Real or SqlTypeKind.Float or SqlTypeKind.SmallMoney => SqliteStorage.Real,
        SqlTypeKind.Decimal => OfDecimal(type),
        SqlTypeKind.Binary or SqlTypeKind.VarBinary or SqlTypeKind.Image or SqlTypeKind.RowVersion
            or SqlTypeKind.HierarchyId or SqlTypeKind.Geography or SqlTypeKind.Geometry => SqliteStorage.Blob,
        _ => SqliteStorage.Text,
    };

    /// <summary>The word in CREATE TABLE.</summary>
    public static string Declare(SqlType type) => StorageOf(type) switch
    {
        SqliteStorage.Integer => "INTEGER",
        SqliteStorage.Real => "REAL",
        SqliteStorage.Blob => "BLOB",
        _ => "TEXT",
    };

    /// <summary>
    /// The logical type of a column that is not in our catalog, by SQLite's own rules of affinity. What may hold
    /// numbers of any kind (NUMERIC) is read as text, which loses nothing.
    /// </summary>
    public static SqlType OfDeclaration(string? declared)
    {
        var name = (declared ?? "").ToUpperInvariant();
        if (name.Contains("INT", StringComparison.Ordinal))
        {
            return new SqlType(SqlTypeKind.BigInt);
        }

        if (name.Contains("CHAR", StringComparison.Ordinal) || name.Contains("CLOB", StringComparison.Ordinal)
            || name.Contains("TEXT", StringComparison.Ordinal))
        {
            return new SqlType(SqlTypeKind.NVarChar, SqlType.Max);
        }

        if (name.Contains("BLOB", StringComparison.Ordinal))
        {
            return new SqlType(SqlTypeKind.VarBinary, SqlType.Max);
        }

        return name.Contains("REAL", StringComparison.Ordinal) || name.Contains("FLOA", StringComparison.Ordinal)
            || name.Contains("DOUB", StringComparison.Ordinal)
            ? new SqlType(SqlTypeKind.Float)
            : new SqlType(SqlTypeKind.NVarChar, SqlType.Max);
    }

    /// <summary>
    /// A condition that a value, which is not NULL, is none of the type; null where SQL cannot tell. Text is measured
    /// as the guard does, but that a character of two units counts twice and lets all others count so, too.
    /// </summary>
    public static string? Breaks(SqlType type, string value) => type.Kind switch
    {
        SqlTypeKind.Bit => $"(typeof({value}) <> 'integer' OR {value} NOT IN (0, 1))",
        SqlTypeKind.TinyInt => OutsideOf(value, "0", "255"),
        SqlTypeKind.SmallInt => OutsideOf(value, "-32768", "32767"),
        SqlTypeKind.Int => OutsideOf(value, "-2147483648", "2147483647"),
        SqlTypeKind.BigInt => $"typeof({value}) <> 'integer'",
        SqlTypeKind.Float => $"(typeof({value}) NOT IN ('real', 'integer') OR CAST({value} AS REAL) <> {value})",
        SqlTypeKind.Decimal when StorageOf(type) != SqliteStorage.Text =>
            $"(typeof({value}) NOT IN ('real', 'integer') OR round({value}, {type.Scale}) <> {value} "
            + $"OR abs({value}) >= 1e{type.Precision - type.Scale})",
        SqlTypeKind.Date => $"(typeof({value}) <> 'text' OR date({value}) IS NOT {value} OR {value} < '0001')",
        SqlTypeKind.NVarChar or SqlTypeKind.NChar or SqlTypeKind.VarChar or SqlTypeKind.Char => TextBreaks(type, value),
        _ => null,
    };

    private static string OutsideOf(string value, string least, string greatest) =>
        $"(typeof({value}) <> 'integer' OR {value} NOT BETWEEN {least} AND {greatest})";

    // length() stops at U+0000.
    private static string TextBreaks(SqlType type, string value) => $"(typeof({value}) <> 'text'"
        + (type.Length == SqlType.Max ? "" : $" OR instr({value}, char(0)) > 0 OR ")
        + (type.Length == SqlType.Max ? ""
            : type.IsUnicodeText
            ? $"length({value}) * iif({value} GLOB '*[' || char(65536) || '-' || char(1114111) || ']*', 2, 1) "
                + $"> {type.Length}"
            : $"length(CAST({value} AS BLOB)) > {type.Length}") + ")";

    private static SqliteStorage OfDecimal(SqlType type) => type switch
    {
        { Precision: > RealDigits } => SqliteStorage.Text,
        { Scale: 0 } => SqliteStorage.Integer,
        _ => SqliteStorage.Real,
    };
}
