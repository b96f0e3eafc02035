using Orchestrator.Types;

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

    private static SqliteStorage OfDecimal(SqlType type) => type switch
    {
        { Precision: > RealDigits } => SqliteStorage.Text,
        { Scale: 0 } => SqliteStorage.Integer,
        _ => SqliteStorage.Real,
    };
}
