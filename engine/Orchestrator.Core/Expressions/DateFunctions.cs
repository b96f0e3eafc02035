namespace Orchestrator.Core.Expressions;

/// <summary>Parts of dates and times, and the days around them.</summary>
internal static class DateFunctions
{
    private const string NoDate = "there is no such date";

    // Beyond it no date is reached from any other one, in seconds either.
    private const decimal Farthest = 1_000_000_000_000m;

    public static IEnumerable<ExpressionFunction> All { get; } =
    [
        Part("year", ExpressionKind.Date, time => time.Year),
        Part("quarter", ExpressionKind.Date, time => (time.Month + 2) / 3),
        Part("month", ExpressionKind.Date, time => time.Month),
        Part("day", ExpressionKind.Date, time => time.Day),
        Part("dayOfYear", ExpressionKind.Date, time => time.DayOfYear),
        // Monday is 1, as ISO 8601 has it.
        Part("weekday", ExpressionKind.Date, time => (((int)time.DayOfWeek + 6) % 7) + 1),
        Part("hour", ExpressionKind.Date, time => time.Hour),
        Part("hour", ExpressionKind.Time, time => time.Hour),
        Part("minute", ExpressionKind.Date, time => time.Minute),
        Part("minute", ExpressionKind.Time, time => time.Minute),
        Part("second", ExpressionKind.Date, time => time.Second),
        Part("second", ExpressionKind.Time, time => time.Second),
        Day("dateOf", ExpressionKind.Date, time => time.Date),
        Day("dateOf", ExpressionKind.Instant, time => time.Date),
        Day("monthEnd", ExpressionKind.Date, time =>
            new DateTime(time.Year, time.Month, DateTime.DaysInMonth(time.Year, time.Month))),
        Shift("addDays", (time, number) => Moved(time, number * TimeSpan.TicksPerDay)),
        Shift("addMonths", MovedByMonths),
        Shift("addSeconds", (time, number) => Moved(time, number * TimeSpan.TicksPerSecond)),
        Between("daysBetween", (from, to) => (to.Date - from.Date).Days),
        Between("secondsBetween", (from, to) => (decimal)(to.Ticks - from.Ticks) / TimeSpan.TicksPerSecond),
    ];

    private static ExpressionFunction Part(string name, ExpressionKind kind, Func<DateTime, int> part) =>
        new(name, [kind], ExpressionKind.Number, of => (decimal)part((DateTime)of[0]));

    private static ExpressionFunction Day(string name, ExpressionKind kind, Func<DateTime, DateTime> day) =>
        new(name, [kind], ExpressionKind.Date, of => day((DateTime)of[0]));

    private static ExpressionFunction Between(string name, Func<DateTime, DateTime, decimal> between) =>
        new(name, [ExpressionKind.Date, ExpressionKind.Date], ExpressionKind.Number,
            of => between((DateTime)of[0], (DateTime)of[1]));

    private static ExpressionFunction Shift(string name, Func<DateTime, decimal, DateTime?> shift) =>
        new(name, [ExpressionKind.Date, ExpressionKind.Number], ExpressionKind.Date, of =>
        {
            var number = (decimal)of[1];
            return number != decimal.Truncate(number) ? ExpressionFunction.Fault("it takes a whole number")
                : Math.Abs(number) <= Farthest && shift((DateTime)of[0], number) is { } moved ? moved
                : ExpressionFunction.Fault(NoDate);
        });

    private static DateTime? Moved(DateTime time, decimal ticks) =>
        time.Ticks + ticks is >= 0 and var moved && moved <= DateTime.MaxValue.Ticks ? new DateTime((long)moved) : null;

    // From the 31st to the last day of a shorter month.
    private static DateTime? MovedByMonths(DateTime time, decimal months)
    {
        var month = (time.Year * 12) + time.Month - 1 + months;
        return month is >= 12 and < 120_000 ? time.AddMonths((int)months) : null;
    }
}
