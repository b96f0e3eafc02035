using System.Globalization;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Packages.Scd;

/// <summary>The moment of a run as a value of a type.</summary>
internal static class MomentText
{
    /// <summary>As the engine writes such values; what the type cannot hold is cut, so that it lies in no future.
    /// </summary>
    public static string Of(DateTime moment, SqlType type)
    {
        var cut = Cut(moment, type);
        var text = type.Kind == SqlTypeKind.Date ? $"{cut:yyyy-MM-dd}" : string.Create(
            CultureInfo.InvariantCulture, $"{cut:yyyy-MM-dd HH:mm:ss.fffffff}");
        return RowRange.Of(type, type.Kind == SqlTypeKind.Date ? text : Short(text, type), null).From!;
    }

    /// <summary>As far as the type can hold it.</summary>
    public static DateTime Cut(DateTime moment, SqlType type)
    {
        var unit = type.Kind switch
        {
            SqlTypeKind.Date => TimeSpan.TicksPerDay,
            SqlTypeKind.SmallDateTime => TimeSpan.TicksPerMinute,
            SqlTypeKind.DateTime => TimeSpan.TicksPerSecond / 100,
            _ => (long)Math.Pow(10, 7 - type.Scale),
        };
        return new DateTime(moment.Ticks - moment.Ticks % unit);
    }

    // With as many digits as the type keeps, as more would be refused.
    private static string Short(string text, SqlType type) => type.Kind switch
    {
        SqlTypeKind.SmallDateTime => text[..19],
        SqlTypeKind.DateTime => text[..23],
        _ => type.Scale == 0 ? text[..19] : text[..(20 + type.Scale)],
    };
}
