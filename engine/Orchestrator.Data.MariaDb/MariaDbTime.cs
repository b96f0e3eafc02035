using System.Globalization;
using System.Text;
using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>MariaDB's dates and times: their ticks, and the text of those that .NET does not know.</summary>
internal static class MariaDbTime
{
    private const int YearMax = 9999;

    /// <summary>Ticks of a date or time stamp; false = it is one of zeros, or of a day that no month has.</summary>
    public static bool TryTicks(MySqlDateTime value, out long ticks)
    {
        if (value.Year is < 1 or > YearMax || value.Month is < 1 or > 12
            || value.Day < 1 || value.Day > DateTime.DaysInMonth(value.Year, value.Month))
        {
            ticks = 0;
            return false;
        }

        ticks = new DateTime(value.Year, value.Month, value.Day, value.Hour, value.Minute, value.Second).Ticks
            + (value.Microsecond * TimeSpan.TicksPerMicrosecond);
        return true;
    }

    /// <summary>Its text, as MariaDB writes it.</summary>
    public static byte[] Text(MySqlDateTime value, bool hasTime)
    {
        var date = string.Create(CultureInfo.InvariantCulture, $"{value.Year:0000}-{value.Month:00}-{value.Day:00}");
        var time = !hasTime ? "" : string.Create(
            CultureInfo.InvariantCulture,
            $" {value.Hour:00}:{value.Minute:00}:{value.Second:00}{Fraction(value.Microsecond)}");
        return Encoding.ASCII.GetBytes(date + time);
    }

    /// <summary>Whether a time is one of a day; others span up to 838 hours, forwards or backwards.</summary>
    public static bool IsOfDay(TimeSpan value) => value.Ticks is >= 0 and < TimeSpan.TicksPerDay;

    /// <summary>Text of a time that is not, as MariaDB writes it.</summary>
    public static byte[] Text(TimeSpan value)
    {
        var span = value.Duration();
        return Encoding.ASCII.GetBytes(string.Create(
            CultureInfo.InvariantCulture,
            $"{(value < TimeSpan.Zero ? "-" : "")}{(span.Days * 24) + span.Hours:00}:{span:mm\\:ss}"
            + $"{Fraction(span.Ticks % TimeSpan.TicksPerSecond / TimeSpan.TicksPerMicrosecond)}"));
    }

    private static string Fraction(long microseconds) =>
        microseconds == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $".{microseconds:000000}");
}
