using System.Buffers.Binary;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Which decoder reads which type. What is not here is asked for as text.</summary>
internal static class CopyDecoders
{
    private static readonly Dictionary<uint, Func<SqlType, CopyDecoder>> ByNumber = new()
    {
        [PostgreSqlOids.Bool] = _ => new BoolDecoder(),
        [PostgreSqlOids.Int2] = _ => new Int16Decoder(),
        [PostgreSqlOids.Int4] = _ => new Int32Decoder(),
        [PostgreSqlOids.Int8] = _ => new Int64Decoder(),
        [PostgreSqlOids.Float4] = _ => new SingleDecoder(),
        [PostgreSqlOids.Float8] = _ => new DoubleDecoder(),
        [PostgreSqlOids.Numeric] = type => type.Kind == SqlTypeKind.Decimal
            ? new NumericDecoder(type.Scale)
            : new NumericTextDecoder(),
        [PostgreSqlOids.Date] = _ => new DateDecoder(),
        [PostgreSqlOids.Time] = _ => new TimeDecoder(),
        [PostgreSqlOids.Timestamp] = _ => new TimestampDecoder(),
        [PostgreSqlOids.TimestampTz] = _ => new TimestampTzDecoder(),
        [PostgreSqlOids.Text] = _ => new BytesDecoder(skip: 0),
        [PostgreSqlOids.VarChar] = _ => new BytesDecoder(skip: 0),
        [PostgreSqlOids.BpChar] = _ => new BytesDecoder(skip: 0),
        [PostgreSqlOids.Name] = _ => new BytesDecoder(skip: 0),
        [PostgreSqlOids.Json] = _ => new BytesDecoder(skip: 0),
        [PostgreSqlOids.Bytea] = _ => new BytesDecoder(skip: 0),
        [PostgreSqlOids.Uuid] = _ => new BytesDecoder(skip: 0),
        // A version stands before the text.
        [PostgreSqlOids.Jsonb] = _ => new BytesDecoder(skip: 1),
    };

    /// <summary>Whether there is a decoder for the type.</summary>
    public static bool Knows(uint oid) => ByNumber.ContainsKey(oid);

    /// <summary>The decoder of a column; what has none comes as text.</summary>
    public static CopyDecoder For(PostgreSqlColumn column) =>
        ByNumber.TryGetValue(column.Oid, out var make) ? make(column.Type) : new BytesDecoder(skip: 0);
}

/// <summary>Text and bytes: they stay where they are.</summary>
internal sealed class BytesDecoder(int skip) : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start)
    {
        column.Starts[row] = start + skip;
        column.Lengths[row] = field.Length - skip;
    }
}

/// <summary>boolean.</summary>
internal sealed class BoolDecoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start) =>
        column.Int64s[row] = field[0];
}

/// <summary>smallint.</summary>
internal sealed class Int16Decoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start) =>
        column.Int64s[row] = BinaryPrimitives.ReadInt16BigEndian(field);
}

/// <summary>integer.</summary>
internal sealed class Int32Decoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start) =>
        column.Int64s[row] = BinaryPrimitives.ReadInt32BigEndian(field);
}

/// <summary>bigint.</summary>
internal sealed class Int64Decoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start) =>
        column.Int64s[row] = BinaryPrimitives.ReadInt64BigEndian(field);
}

/// <summary>real.</summary>
internal sealed class SingleDecoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start) =>
        column.Doubles[row] = BinaryPrimitives.ReadSingleBigEndian(field);
}

/// <summary>double precision.</summary>
internal sealed class DoubleDecoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start) =>
        column.Doubles[row] = BinaryPrimitives.ReadDoubleBigEndian(field);
}
