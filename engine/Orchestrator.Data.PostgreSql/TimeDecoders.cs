using System.Buffers.Binary;

namespace Orchestrator.Data.PostgreSql;

/// <summary>date: days since 2000-01-01.</summary>
internal sealed class DateDecoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start)
    {
        var days = BinaryPrimitives.ReadInt32BigEndian(field);
        if (days is >= PostgreSqlTime.FirstDay and <= PostgreSqlTime.LastDay)
        {
            column.Int64s[row] = (days * TimeSpan.TicksPerDay) + PostgreSqlTime.Epoch;
        }
        else
        {
            column.SetBeyond(row, PostgreSqlTime.TextOfDays(days));
        }
    }
}

/// <summary>time: microseconds since midnight; 24:00:00 is one of them.</summary>
internal sealed class TimeDecoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start)
    {
        var ticks = BinaryPrimitives.ReadInt64BigEndian(field) * TimeSpan.TicksPerMicrosecond;
        if (ticks < TimeSpan.TicksPerDay)
        {
            column.Int64s[row] = ticks;
        }
        else
        {
            column.SetBeyond(row, "24:00:00"u8);
        }
    }
}

/// <summary>timestamp: microseconds since 2000-01-01.</summary>
internal sealed class TimestampDecoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start)
    {
        var microseconds = BinaryPrimitives.ReadInt64BigEndian(field);
        if (microseconds is >= PostgreSqlTime.FirstMicrosecond and <= PostgreSqlTime.LastMicrosecond)
        {
            column.Int64s[row] = (microseconds * TimeSpan.TicksPerMicrosecond) + PostgreSqlTime.Epoch;
        }
        else
        {
            column.SetBeyond(row, PostgreSqlTime.TextOfMicroseconds(microseconds, ""));
        }
    }
}

/// <summary>timestamp with time zone: an instant, which PostgreSQL keeps without an offset.</summary>
internal sealed class TimestampTzDecoder : CopyDecoder
{
    public override void Read(ReadOnlySpan<byte> field, ColumnVector column, int row, int start)
    {
        var microseconds = BinaryPrimitives.ReadInt64BigEndian(field);
        if (microseconds is >= PostgreSqlTime.FirstMicrosecond and <= PostgreSqlTime.LastMicrosecond)
        {
            column.Int128s[row] = OffsetTime.Pack(
                (microseconds * TimeSpan.TicksPerMicrosecond) + PostgreSqlTime.Epoch, 0);
        }
        else
        {
            column.SetBeyond(row, PostgreSqlTime.TextOfMicroseconds(microseconds, "+00"));
        }
    }
}
