using MySqlConnector;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// A column of a result as the server sends it. That tells less than the catalog: a uuid looks like a text, an enum has
/// no labels, text has the character set of the session.
/// </summary>
/// <param name="sent">What the client knows of it.</param>
internal sealed class MariaDbSentColumn(MySqlDbColumn sent)
{
    private static readonly string[] Texts = ["tinytext", "text", "mediumtext", "longtext"];
    private static readonly string[] Blobs = ["tinyblob", "blob", "mediumblob", "longblob"];

    /// <summary>How its values come.</summary>
    public MySqlDbType Sent => sent.ProviderType;

    /// <summary>Its name in the result.</summary>
    public string Name => sent.ColumnName;

    /// <summary>The schema, table and column that it shows; the first is empty where it is computed.</summary>
    public (string Schema, string Table, string Column) Origin =>
        (sent.BaseSchemaName ?? "", sent.BaseTableName ?? "", sent.BaseColumnName ?? "");

    /// <summary>The column as the engine sees it: as its origin says, if that is what is sent.</summary>
    /// <exception cref="DataRefusedException">Values of its type cannot be moved.</exception>
    public RowColumn ToRowColumn(MariaDbColumn? origin) => origin is not null && IsOf(origin)
        ? (origin with { Name = Name, Nullable = true, Source = default }).ToRowColumn()
        : new RowColumn(Name, Type ?? throw new DataRefusedException(
            "ORC3411",
            $"The column '{Name}' of the query has the type {Sent}, which cannot be moved. Convert it in the query.")
        { Column = Name });

    /// <summary>The neutral type, as far as what is sent tells it; null = there is none.</summary>
    private SqlType? Type => Sent switch
    {
        MySqlDbType.Byte or MySqlDbType.Int16 or MySqlDbType.Year => new SqlType(SqlTypeKind.SmallInt),
        MySqlDbType.UByte => new SqlType(SqlTypeKind.TinyInt),
        MySqlDbType.UInt16 or MySqlDbType.Int24 or MySqlDbType.UInt24 or MySqlDbType.Int32 =>
            new SqlType(SqlTypeKind.Int),
        MySqlDbType.UInt32 or MySqlDbType.Int64 => new SqlType(SqlTypeKind.BigInt),
        MySqlDbType.UInt64 => MariaDbTypeMap.UnsignedBigInt,
        MySqlDbType.Bit => MariaDbTypeMap.OfBits(Size),
        MySqlDbType.Decimal or MySqlDbType.NewDecimal => MariaDbTypeMap.OfDecimal(Precision, Scale),
        MySqlDbType.Float => new SqlType(SqlTypeKind.Real),
        MySqlDbType.Double => new SqlType(SqlTypeKind.Float),
        MySqlDbType.Date or MySqlDbType.Newdate => new SqlType(SqlTypeKind.Date),
        MySqlDbType.DateTime => new SqlType(SqlTypeKind.DateTime2, Scale: Fraction),
        MySqlDbType.Timestamp => new SqlType(SqlTypeKind.DateTimeOffset, Scale: Fraction),
        MySqlDbType.Time => new SqlType(SqlTypeKind.Time, Scale: Fraction),
        MySqlDbType.String or MySqlDbType.VarChar or MySqlDbType.VarString or MySqlDbType.Enum or MySqlDbType.Set =>
            MariaDbTypeMap.OfText(SqlTypeKind.NVarChar, Size),
        MySqlDbType.TinyText or MySqlDbType.Text or MySqlDbType.MediumText or MySqlDbType.LongText
            or MySqlDbType.JSON or MySqlDbType.Null => MariaDbTypeMap.AnyText,
        MySqlDbType.Binary or MySqlDbType.VarBinary => MariaDbTypeMap.OfBytes(Size),
        MySqlDbType.TinyBlob or MySqlDbType.Blob or MySqlDbType.MediumBlob or MySqlDbType.LongBlob
            or MySqlDbType.Geometry => MariaDbTypeMap.AnyBytes,
        _ => null,
    };

    private int Size => sent.ColumnSize ?? 0;

    private int Precision => sent.NumericPrecision ?? 0;

    private int Scale => sent.NumericScale ?? 0;

    // What has no fixed number of digits says more than there can be.
    private int Fraction => Math.Min(Scale, MariaDbTypeMap.FractionMax);

    // A query may call its own tables (WITH) like one that is there: then the types tell, as far as they can.
    private bool IsOf(MariaDbColumn origin)
    {
        var word = MariaDbTypeMap.WordOf(origin.Declaration);
        return Sent switch
        {
            MySqlDbType.Byte or MySqlDbType.UByte => word == "tinyint",
            MySqlDbType.Int16 or MySqlDbType.UInt16 => word == "smallint",
            MySqlDbType.Int24 or MySqlDbType.UInt24 => word == "mediumint",
            MySqlDbType.Int32 or MySqlDbType.UInt32 => word == "int",
            MySqlDbType.Int64 or MySqlDbType.UInt64 => word == "bigint",
            MySqlDbType.Bit => origin.Type == Type,
            MySqlDbType.Decimal or MySqlDbType.NewDecimal => word == "decimal" && origin.Type == Type,
            MySqlDbType.Float => word == "float",
            MySqlDbType.Double => word == "double",
            MySqlDbType.DateTime => word == "datetime",
            MySqlDbType.Date or MySqlDbType.Newdate or MySqlDbType.Timestamp or MySqlDbType.Time =>
                origin.Type == Type,
            MySqlDbType.Year => word == "year",
            MySqlDbType.String => word is "char" or "uuid" or "inet4" or "inet6",
            MySqlDbType.VarChar or MySqlDbType.VarString => word == "varchar",
            MySqlDbType.Enum => word == "enum",
            MySqlDbType.Set => word == "set",
            MySqlDbType.Binary => word == "binary",
            MySqlDbType.VarBinary => word == "varbinary",
            MySqlDbType.TinyText or MySqlDbType.Text or MySqlDbType.MediumText or MySqlDbType.LongText =>
                Texts.Contains(word),
            MySqlDbType.TinyBlob or MySqlDbType.Blob or MySqlDbType.MediumBlob or MySqlDbType.LongBlob =>
                Blobs.Contains(word),
            MySqlDbType.Geometry => origin.Type == Type,
            _ => false,
        };
    }
}
