using System.Buffers.Binary;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Which encoder writes which neutral type into which type of PostgreSQL.</summary>
internal static class CopyEncoders
{
    /// <summary>The encoder; null where the value has to go as text.</summary>
    public static CopyEncoder? For(SqlType from, PostgreSqlColumn into) => into.Oid switch
    {
        _ when ValueStorages.IsText(from) => OfText(into),
        PostgreSqlOids.Bool when from.Kind == SqlTypeKind.Bit => new BoolEncoder(),
        PostgreSqlOids.Int2 when Digits(from) is > 0 and <= 5 => new Int16Encoder(),
        PostgreSqlOids.Int4 when Digits(from) is > 0 and <= 10 => new Int32Encoder(),
        PostgreSqlOids.Int8 when Digits(from) is > 0 => new Int64Encoder(),
        PostgreSqlOids.Float4 when from.Kind == SqlTypeKind.Real => new SingleEncoder(),
        PostgreSqlOids.Float8 when from.IsFloat => new DoubleEncoder(),
        PostgreSqlOids.Numeric when from.IsExactNumber => ValueStorages.Of(from) == ValueStorage.Int64
            ? new NumericEncoder(from.Scale)
            : new LongNumericEncoder(from.Scale),
        PostgreSqlOids.Date when from.Kind == SqlTypeKind.Date => new DateEncoder(),
        PostgreSqlOids.Time when from.Kind == SqlTypeKind.Time => new TimeEncoder(),
        PostgreSqlOids.Timestamp when HasDate(from) => new TimestampEncoder(),
        PostgreSqlOids.TimestampTz when from.Kind == SqlTypeKind.DateTimeOffset => new TimestampTzEncoder(),
        PostgreSqlOids.Uuid when from.Kind == SqlTypeKind.UniqueIdentifier => new BytesEncoder(),
        PostgreSqlOids.Bytea when from.IsBinary => new BytesEncoder(),
        _ => null,
    };

    // Of xml the binary form would be read in the encoding that it declares, which its bytes no longer have.
    private static CopyEncoder? OfText(PostgreSqlColumn into) => into.Oid switch
    {
        PostgreSqlOids.Text or PostgreSqlOids.VarChar or PostgreSqlOids.BpChar or PostgreSqlOids.Json
            or PostgreSqlOids.Name => new BytesEncoder(),
        PostgreSqlOids.Jsonb => new JsonbEncoder(),
        PostgreSqlOids.Numeric => new NumericTextEncoder(),
        _ => into.IsEnum ? new BytesEncoder() : null,
    };

    private static int Digits(SqlType type) => type.IsInteger ? type.Digits : 0;

    private static bool HasDate(SqlType type) => type.Kind is SqlTypeKind.Date or SqlTypeKind.DateTime
        or SqlTypeKind.DateTime2 or SqlTypeKind.SmallDateTime;
}

/// <summary>Text and bytes.</summary>
internal sealed class BytesEncoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to)
    {
        var value = column.Bytes(row);
        BinaryPrimitives.WriteInt32BigEndian(to.Room(4), value.Length);
        to.Advance(4);
        to.Write(value);
    }
}

/// <summary>jsonb: a version, then the text.</summary>
internal sealed class JsonbEncoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to)
    {
        var value = column.Bytes(row);
        var room = to.Room(5);
        BinaryPrimitives.WriteInt32BigEndian(room, value.Length + 1);
        room[4] = 1;
        to.Advance(5);
        to.Write(value);
    }
}

/// <summary>boolean.</summary>
internal sealed class BoolEncoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to)
    {
        var room = to.Room(5);
        BinaryPrimitives.WriteInt32BigEndian(room, 1);
        room[4] = (byte)column.Int64s[row];
        to.Advance(5);
    }
}

/// <summary>smallint.</summary>
internal sealed class Int16Encoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to)
    {
        var room = to.Room(6);
        BinaryPrimitives.WriteInt32BigEndian(room, 2);
        BinaryPrimitives.WriteInt16BigEndian(room[4..], checked((short)column.Int64s[row]));
        to.Advance(6);
    }
}

/// <summary>integer.</summary>
internal sealed class Int32Encoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to)
    {
        var room = to.Room(8);
        BinaryPrimitives.WriteInt32BigEndian(room, 4);
        BinaryPrimitives.WriteInt32BigEndian(room[4..], checked((int)column.Int64s[row]));
        to.Advance(8);
    }
}

/// <summary>bigint.</summary>
internal sealed class Int64Encoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to) => Write(column.Int64s[row], to);

    /// <summary>A field of eight bytes.</summary>
    public static void Write(long value, CopyOutput to)
    {
        var room = to.Room(12);
        BinaryPrimitives.WriteInt32BigEndian(room, 8);
        BinaryPrimitives.WriteInt64BigEndian(room[4..], value);
        to.Advance(12);
    }
}

/// <summary>real.</summary>
internal sealed class SingleEncoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to)
    {
        var room = to.Room(8);
        BinaryPrimitives.WriteInt32BigEndian(room, 4);
        BinaryPrimitives.WriteSingleBigEndian(room[4..], (float)column.Doubles[row]);
        to.Advance(8);
    }
}

/// <summary>double precision.</summary>
internal sealed class DoubleEncoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to) =>
        Int64Encoder.Write(BitConverter.DoubleToInt64Bits(column.Doubles[row]), to);
}

/// <summary>numeric from up to 18 digits, money and whole numbers.</summary>
internal sealed class NumericEncoder(int scale) : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to) =>
        to.Advance(Numeric.WriteField(column.Int64s[row], scale, to.Room(Numeric.FieldBytesMax)));

    public override void WriteBeyond(ReadOnlySpan<byte> text, CopyOutput to) =>
        to.Advance(Numeric.WriteNaN(to.Room(Numeric.FieldBytesMax)));
}

/// <summary>numeric from more digits.</summary>
internal sealed class LongNumericEncoder(int scale) : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to) =>
        to.Advance(Numeric.WriteField(column.Int128s[row], scale, to.Room(Numeric.FieldBytesMax)));

    public override void WriteBeyond(ReadOnlySpan<byte> text, CopyOutput to) =>
        to.Advance(Numeric.WriteNaN(to.Room(Numeric.FieldBytesMax)));
}
