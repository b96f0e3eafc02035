using System.Buffers.Binary;

namespace Orchestrator.Tds;

/// <summary>Dates and times (MS-TDS 2.2.5.5.1.8 and its like).</summary>
internal static class TimeBytes
{
    private const int DateSize = 3;
    private const int OffsetSize = 2;
    private const int TicksScale = 7;
    private static readonly DateTime Epoch = new(1900, 1, 1);

    public static object Decode(TdsType type, ReadOnlySpan<byte> bytes)
    {
        switch (type.Kind)
        {
            case TdsKind.SmallDateTime:
                return Epoch.AddDays(BinaryPrimitives.ReadUInt16LittleEndian(bytes))
                    .AddMinutes(BinaryPrimitives.ReadUInt16LittleEndian(bytes[2..]));
            case TdsKind.DateTime:
                return Epoch.AddDays(BinaryPrimitives.ReadInt32LittleEndian(bytes))
                    .AddTicks(TicksOf300ths(BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..])));
            case TdsKind.Date:
                return DateOnly.FromDayNumber((int)Unsigned(bytes));
            case TdsKind.Time:
                return Clock(bytes, type.Scale);
            case TdsKind.DateTime2:
                return Day(bytes[^DateSize..]) + Clock(bytes[..^DateSize], type.Scale);
            default:
                var utc = Day(bytes[^(DateSize + OffsetSize)..^OffsetSize])
                    + Clock(bytes[..^(DateSize + OffsetSize)], type.Scale);
                var offset = TimeSpan.FromMinutes(BinaryPrimitives.ReadInt16LittleEndian(bytes[^OffsetSize..]));
                return new DateTimeOffset(DateTime.SpecifyKind(utc, DateTimeKind.Utc)).ToOffset(offset);
        }
    }

    public static byte[] Encode(TdsType type, object value)
    {
        switch (type.Kind)
        {
            case TdsKind.SmallDateTime:
                var minutes = (DateTime)value - Epoch;
                return [.. BitConverter.GetBytes(checked((ushort)minutes.Days)),
                    .. BitConverter.GetBytes((ushort)(minutes.Ticks % TimeSpan.TicksPerDay / TimeSpan.TicksPerMinute))];
            case TdsKind.DateTime:
                var days = ((DateTime)value).Date - Epoch;
                return [.. BitConverter.GetBytes(days.Days),
                    .. BitConverter.GetBytes(To300ths(((DateTime)value).TimeOfDay.Ticks))];
            case TdsKind.Date:
                return Day(value is DateTime day ? DateOnly.FromDateTime(day) : (DateOnly)value);
            case TdsKind.Time:
                return Clock(value is TimeOnly clock ? clock.ToTimeSpan() : (TimeSpan)value, type.Scale);
            case TdsKind.DateTime2:
                var local = (DateTime)value;
                return [.. Clock(local.TimeOfDay, type.Scale), .. Day(DateOnly.FromDateTime(local))];
            default:
                var moment = (DateTimeOffset)value;
                return [.. Clock(moment.UtcDateTime.TimeOfDay, type.Scale),
                    .. Day(DateOnly.FromDateTime(moment.UtcDateTime)),
                    .. BitConverter.GetBytes((short)moment.Offset.TotalMinutes)];
        }
    }

    /// <summary>Three hundredths of a second as the server shows them: rounded to milliseconds.</summary>
    private static long TicksOf300ths(uint value) =>
        (value * 10L + 1) / 3 * TimeSpan.TicksPerMillisecond;

    private static uint To300ths(long ticks) =>
        (uint)((ticks * 3 + (TimeSpan.TicksPerMillisecond * 10 / 2)) / (TimeSpan.TicksPerMillisecond * 10));

    private static DateTime Day(ReadOnlySpan<byte> bytes) => DateTime.MinValue.AddDays(Unsigned(bytes));

    private static byte[] Day(DateOnly day) => BitConverter.GetBytes(day.DayNumber)[..DateSize];

    private static TimeSpan Clock(ReadOnlySpan<byte> bytes, byte scale) =>
        new(Unsigned(bytes) * Power(TicksScale - scale));

    private static byte[] Clock(TimeSpan time, byte scale) =>
        BitConverter.GetBytes(time.Ticks / Power(TicksScale - scale))[..ClockSize(scale)];

    private static int ClockSize(byte scale) => scale switch { <= 2 => 3, <= 4 => 4, _ => 5 };

    private static long Power(int exponent)
    {
        var power = 1L;
        for (; exponent > 0; exponent--)
        {
            power *= 10;
        }

        return power;
    }

    private static long Unsigned(ReadOnlySpan<byte> bytes)
    {
        var value = 0L;
        for (var i = bytes.Length - 1; i >= 0; i--)
        {
            value = (value << 8) | bytes[i];
        }

        return value;
    }
}
