using System.Buffers.Binary;

namespace Orchestrator.Data.PostgreSql;

/// <summary>date.</summary>
internal sealed class DateEncoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to) =>
        Write((int)((column.Int64s[row] - PostgreSqlTime.Epoch) / TimeSpan.TicksPerDay), to);

    public override void WriteBeyond(ReadOnlySpan<byte> text, CopyOutput to) =>
        Write(text[0] == '-' ? int.MinValue : int.MaxValue, to);

    private static void Write(int days, CopyOutput to)
    {
        var room = to.Room(8);
        BinaryPrimitives.WriteInt32BigEndian(room, 4);
        BinaryPrimitives.WriteInt32BigEndian(room[4..], days);
        to.Advance(8);
    }
}

/// <summary>time; beyond the last moment of a day there is only 24:00:00.</summary>
internal sealed class TimeEncoder : CopyEncoder
{
    private const long WholeDay = TimeSpan.TicksPerDay / TimeSpan.TicksPerMicrosecond;

    public override void WriteBeyond(ReadOnlySpan<byte> text, CopyOutput to) => Int64Encoder.Write(WholeDay, to);

    public override void Write(ColumnVector column, int row, CopyOutput to) =>
        Int64Encoder.Write(column.Int64s[row] / TimeSpan.TicksPerMicrosecond, to);
}

/// <summary>timestamp.</summary>
internal sealed class TimestampEncoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to) =>
        Int64Encoder.Write(PostgreSqlTime.Microseconds(column.Int64s[row]), to);

    public override void WriteBeyond(ReadOnlySpan<byte> text, CopyOutput to) =>
        Int64Encoder.Write(text[0] == '-' ? long.MinValue : long.MaxValue, to);
}

/// <summary>timestamp with time zone: the instant, as PostgreSQL keeps no offset.</summary>
internal sealed class TimestampTzEncoder : CopyEncoder
{
    public override void Write(ColumnVector column, int row, CopyOutput to) =>
        Int64Encoder.Write(PostgreSqlTime.Microseconds(OffsetTime.UtcTicks(column.Int128s[row])), to);

    public override void WriteBeyond(ReadOnlySpan<byte> text, CopyOutput to) =>
        Int64Encoder.Write(text[0] == '-' ? long.MinValue : long.MaxValue, to);
}
