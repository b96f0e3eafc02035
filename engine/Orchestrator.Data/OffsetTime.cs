namespace Orchestrator.Data;

/// <summary>A datetimeoffset in one Int128: ticks in UTC above, minutes of offset in the lower 16 bits.</summary>
public static class OffsetTime
{
    /// <summary>Packs ticks in UTC (100 ns since 0001-01-01) and an offset in minutes (−840 to 840).</summary>
    public static Int128 Pack(long utcTicks, int offsetMinutes) => ((Int128)utcTicks << 16) | (ushort)offsetMinutes;

    public static long UtcTicks(Int128 packed) => (long)(packed >> 16);

    public static int OffsetMinutes(Int128 packed) => unchecked((short)(ushort)(packed & 0xFFFF));
}
