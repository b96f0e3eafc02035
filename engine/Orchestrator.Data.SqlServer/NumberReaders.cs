using System.Data.SqlTypes;
using Microsoft.Data.SqlClient;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>Readers of numbers and times: each takes the client's typed getter, so that nothing is boxed.</summary>
internal static class NumberReaders
{
    /// <summary>The reader of a type; null where its values are text or bytes.</summary>
    public static SqlServerColumnReader? For(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => new Int64Reader(static (from, place) => from.GetBoolean(place) ? 1 : 0),
        SqlTypeKind.TinyInt => new Int64Reader(static (from, place) => from.GetByte(place)),
        SqlTypeKind.SmallInt => new Int64Reader(static (from, place) => from.GetInt16(place)),
        SqlTypeKind.Int => new Int64Reader(static (from, place) => from.GetInt32(place)),
        SqlTypeKind.BigInt => new Int64Reader(static (from, place) => from.GetInt64(place)),
        SqlTypeKind.Money or SqlTypeKind.SmallMoney =>
            new Int64Reader(static (from, place) => from.GetSqlMoney(place).GetTdsValue()),
        SqlTypeKind.Date or SqlTypeKind.DateTime or SqlTypeKind.SmallDateTime or SqlTypeKind.DateTime2 =>
            new Int64Reader(static (from, place) => from.GetDateTime(place).Ticks),
        SqlTypeKind.Time => new Int64Reader(static (from, place) => from.GetTimeSpan(place).Ticks),
        SqlTypeKind.Real => new DoubleReader(static (from, place) => from.GetFloat(place)),
        SqlTypeKind.Float => new DoubleReader(static (from, place) => from.GetDouble(place)),
        SqlTypeKind.Decimal when ValueStorages.Of(type) == ValueStorage.Int64 =>
            new Int64Reader(static (from, place) => (long)Unscaled(from.GetSqlDecimal(place))),
        SqlTypeKind.Decimal => new Int128Reader(static (from, place) => Unscaled(from.GetSqlDecimal(place))),
        SqlTypeKind.DateTimeOffset => new Int128Reader(static (from, place) => Packed(from.GetDateTimeOffset(place))),
        SqlTypeKind.UniqueIdentifier => new GuidReader(),
        _ => null,
    };

    /// <summary>The number without its point.</summary>
    public static Int128 Unscaled(SqlDecimal value)
    {
        Span<uint> parts = stackalloc uint[4];
        value.WriteTdsValue(parts);
        var number = (Int128)new UInt128(
            ((ulong)parts[3] << 32) | parts[2], ((ulong)parts[1] << 32) | parts[0]);
        return value.IsPositive ? number : -number;
    }

    private static Int128 Packed(DateTimeOffset value) => OffsetTime.Pack(value.UtcTicks, value.TotalOffsetMinutes);

    private sealed class Int64Reader(Func<SqlDataReader, int, long> get) : SqlServerColumnReader
    {
        public override void Read(SqlDataReader from, int place, ColumnVector to, int row) =>
            to.Int64s[row] = get(from, place);
    }

    private sealed class DoubleReader(Func<SqlDataReader, int, double> get) : SqlServerColumnReader
    {
        public override void Read(SqlDataReader from, int place, ColumnVector to, int row) =>
            to.Doubles[row] = get(from, place);
    }

    private sealed class Int128Reader(Func<SqlDataReader, int, Int128> get) : SqlServerColumnReader
    {
        public override void Read(SqlDataReader from, int place, ColumnVector to, int row) =>
            to.Int128s[row] = get(from, place);
    }

    private sealed class GuidReader : SqlServerColumnReader
    {
        public override void Read(SqlDataReader from, int place, ColumnVector to, int row)
        {
            Span<byte> bytes = stackalloc byte[16];
            from.GetGuid(place).TryWriteBytes(bytes, bigEndian: true, out _);
            to.SetBytes(row, bytes);
        }
    }
}
