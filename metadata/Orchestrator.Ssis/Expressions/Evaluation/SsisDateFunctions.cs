using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>The functions of dates. Weeks begin on Sunday; the week of the first of January is the first.</summary>
internal static class SsisDateFunctions
{
    public static SsisValue Now(SsisCallTerm call, DateTimeOffset now)
    {
        var moment = call.Function == SsisFunction.GetDate ? now.DateTime : now.UtcDateTime;
        return new SsisValue(call.Type, Plain(moment.AddTicks(-(moment.Ticks % TimeSpan.TicksPerMillisecond))));
    }

    /// <summary>A day that the month does not have becomes its last.</summary>
    public static SsisValue Add(SsisCallTerm call, BigInteger number, DateTime date)
    {
        var added = call.Part switch
        {
            SsisDatePart.Year => Months(date, number * 12),
            SsisDatePart.Quarter => Months(date, number * 3),
            SsisDatePart.Month => Months(date, number),
            SsisDatePart.Week => Ticks(date, number * 7 * TimeSpan.TicksPerDay),
            SsisDatePart.Hour => Ticks(date, number * TimeSpan.TicksPerHour),
            SsisDatePart.Minute => Ticks(date, number * TimeSpan.TicksPerMinute),
            SsisDatePart.Second => Ticks(date, number * TimeSpan.TicksPerSecond),
            SsisDatePart.Millisecond => Ticks(date, number * TimeSpan.TicksPerMillisecond),
            _ => Ticks(date, number * TimeSpan.TicksPerDay),
        };
        return added is { } moment ? new SsisValue(call.Type, moment)
            : throw Overflow(call, "the date is before the year 1 or after the year 9999");
    }

    /// <summary>How many boundaries of the part lie between.</summary>
    public static SsisValue Difference(SsisCallTerm call, DateTime from, DateTime to)
    {
        var crossed = call.Part switch
        {
            SsisDatePart.Year => to.Year - from.Year,
            SsisDatePart.Quarter => Quarters(to) - Quarters(from),
            SsisDatePart.Month => MonthsOf(to) - MonthsOf(from),
            SsisDatePart.Week => Weeks(to) - Weeks(from),
            SsisDatePart.Hour => Units(to, TimeSpan.TicksPerHour) - Units(from, TimeSpan.TicksPerHour),
            SsisDatePart.Minute => Units(to, TimeSpan.TicksPerMinute) - Units(from, TimeSpan.TicksPerMinute),
            SsisDatePart.Second => Units(to, TimeSpan.TicksPerSecond) - Units(from, TimeSpan.TicksPerSecond),
            SsisDatePart.Millisecond =>
                Units(to, TimeSpan.TicksPerMillisecond) - Units(from, TimeSpan.TicksPerMillisecond),
            _ => Units(to, TimeSpan.TicksPerDay) - Units(from, TimeSpan.TicksPerDay),
        };
        return SsisIntegers.Make(crossed, call.Type, call.Place);
    }

    public static SsisValue Part(SsisCallTerm call, DateTime date) => SsisValue.Of(PartOf(call) switch
    {
        SsisDatePart.Year => date.Year,
        SsisDatePart.Quarter => ((date.Month - 1) / 3) + 1,
        SsisDatePart.Month => date.Month,
        SsisDatePart.DayOfYear => date.DayOfYear,
        SsisDatePart.Day => date.Day,
        SsisDatePart.Week => (int)(Weeks(date) - Weeks(new DateTime(date.Year, 1, 1))) + 1,
        SsisDatePart.Weekday => (int)date.DayOfWeek + 1,
        SsisDatePart.Hour => date.Hour,
        SsisDatePart.Minute => date.Minute,
        SsisDatePart.Second => date.Second,
        _ => date.Millisecond,
    });

    private static SsisDatePart PartOf(SsisCallTerm call) => call.Function switch
    {
        SsisFunction.Day => SsisDatePart.Day,
        SsisFunction.Month => SsisDatePart.Month,
        SsisFunction.Year => SsisDatePart.Year,
        _ => call.Part ?? SsisDatePart.Day,
    };

    private static DateTime? Months(DateTime date, BigInteger number)
    {
        var months = MonthsOf(date) + number;
        if (months < 12 || months >= 120_000)
        {
            return null;
        }

        var (year, month) = ((int)(months / 12), (int)(months % 12) + 1);
        var day = Math.Min(date.Day, DateTime.DaysInMonth(year, month));
        return new DateTime(year, month, day).Add(date.TimeOfDay);
    }

    private static DateTime? Ticks(DateTime date, BigInteger number)
    {
        var ticks = date.Ticks + number;
        return ticks < 0 || ticks > DateTime.MaxValue.Ticks ? null : new DateTime((long)ticks);
    }

    private static long Units(DateTime date, long ticks) => date.Ticks / ticks;

    private static long MonthsOf(DateTime date) => (date.Year * 12L) + date.Month - 1;

    private static long Quarters(DateTime date) => MonthsOf(date) / 3;

    // The first of January of the year 1 is a Monday.
    private static long Weeks(DateTime date) => (Units(date, TimeSpan.TicksPerDay) + 1) / 7;

    private static DateTime Plain(DateTime moment) => DateTime.SpecifyKind(moment, DateTimeKind.Unspecified);

    private static SsisFaultException Overflow(SsisCallTerm call, string reason) =>
        new(new SsisFault(SsisFaultKind.Overflow, reason, call.Place));
}
