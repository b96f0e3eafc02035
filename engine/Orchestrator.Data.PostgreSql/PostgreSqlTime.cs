using System.Globalization;
using System.Text;

namespace Orchestrator.Data.PostgreSql;

/// <summary>PostgreSQL's dates: their numbers, and the text of those that .NET does not know.</summary>
internal static class PostgreSqlTime
{
    /// <summary>Ticks of 2000-01-01, from which PostgreSQL counts.</summary>
    public const long Epoch = 630_822_816_000_000_000;

    /// <summary>0001-01-01, in days from there.</summary>
    public const int FirstDay = (int)(-Epoch / TimeSpan.TicksPerDay);

    /// <summary>9999-12-31.</summary>
    public const int LastDay = FirstDay + 3_652_058;

    /// <summary>0001-01-01 00:00:00, in microseconds.</summary>
    public const long FirstMicrosecond = FirstDay * MicrosecondsPerDay;

    /// <summary>9999-12-31 23:59:59.999999.</summary>
    public const long LastMicrosecond = ((LastDay + 1) * MicrosecondsPerDay) - 1;

    private const long MicrosecondsPerDay = 86_400_000_000;
    private const int DaysPerEra = 146_097;

    /// <summary>Microseconds of ticks; rounded down, also before 2000.</summary>
    public static long Microseconds(long ticks) => (ticks / TimeSpan.TicksPerMicrosecond) - (Epoch / 10);

    /// <summary>Text of a date beyond .NET's, as PostgreSQL writes it.</summary>
    public static byte[] TextOfDays(int days) => days switch
    {
        int.MaxValue => "infinity"u8.ToArray(),
        int.MinValue => "-infinity"u8.ToArray(),
        _ => Text(days, "", ""),
    };

    /// <summary>Text of a time stamp beyond .NET's.</summary>
    public static byte[] TextOfMicroseconds(long microseconds, string zone)
    {
        if (microseconds is long.MaxValue or long.MinValue)
        {
            return microseconds > 0 ? "infinity"u8.ToArray() : "-infinity"u8.ToArray();
        }

        var (days, rest) = Math.DivRem(microseconds, MicrosecondsPerDay);
        if (rest < 0)
        {
            (days, rest) = (days - 1, rest + MicrosecondsPerDay);
        }

        var time = new DateTime(rest * TimeSpan.TicksPerMicrosecond);
        return Text(days, time.ToString(" HH:mm:ss.FFFFFF", CultureInfo.InvariantCulture), zone);
    }

    // The calendar of 400 years, counted from 1 March of year 0, repeats for ever in both directions.
    private static byte[] Text(long days, string time, string zone)
    {
        var z = days - FirstDay + 306;
        var era = (z >= 0 ? z : z - (DaysPerEra - 1)) / DaysPerEra;
        var day = z - (era * DaysPerEra);
        var yearOfEra = (day - (day / 1460) + (day / 36_524) - (day / (DaysPerEra - 1))) / 365;
        var dayOfYear = day - ((365 * yearOfEra) + (yearOfEra / 4) - (yearOfEra / 100));
        var shifted = ((5 * dayOfYear) + 2) / 153;
        var month = shifted < 10 ? shifted + 3 : shifted - 9;
        var year = yearOfEra + (era * 400) + (month <= 2 ? 1 : 0);
        var dayOfMonth = dayOfYear - (((153 * shifted) + 2) / 5) + 1;
        var shownYear = year > 0 ? year : 1 - year;
        return Encoding.ASCII.GetBytes(string.Create(
            CultureInfo.InvariantCulture,
            $"{shownYear:0000}-{month:00}-{dayOfMonth:00}{time}{zone}{(year > 0 ? "" : " BC")}"));
    }
}
