namespace Orchestrator.Core.Tests.Schedules.Years;

/// <summary>The local times of a cron, by its fields as sets, with a text that says the same; seconds are always
/// 0.</summary>
internal sealed class DayTime
{
    private readonly bool[] _minutes = new bool[60];
    private readonly bool[] _hours = new bool[24];
    private readonly bool[] _months = new bool[13];
    private Func<DateTime, bool>? _dayOfMonth;
    private Func<DateTime, bool>? _dayOfWeek;

    /// <summary>The cron.</summary>
    public string Text { get; private set; } = "";

    public static DayTime Random(Random random)
    {
        var made = new DayTime();
        var minutes = Minutes(random, made._minutes);
        var hours = Hours(random, made._hours, minutes != "*");
        var months = Months(random, made._months);
        var (days, weekdays) = random.Next(8) switch
        {
            0 => (made.DayOfMonth(random), "?"),
            1 => ("?", made.DayOfWeek(random)),
            2 => (made.DayOfMonth(random), made.DayOfWeek(random)),
            _ => ("*", "?"),
        };
        made.Text = $"0 {minutes} {hours} {days} {months} {weekdays}";
        return made;
    }

    /// <summary>Whether a local time, a whole minute, is one of them.</summary>
    public bool Holds(DateTime local)
    {
        if (!_minutes[local.Minute] || !_hours[local.Hour] || !_months[local.Month])
        {
            return false;
        }

        // Two fields that name days add up; a field that names none allows all only where the other does so, too.
        return (_dayOfMonth is null && _dayOfWeek is null)
            || (_dayOfMonth?.Invoke(local) ?? false) || (_dayOfWeek?.Invoke(local) ?? false);
    }

    private static string Minutes(Random random, bool[] set)
    {
        switch (random.Next(5))
        {
            case 0:
                return Step(set, random.Next(60), random.Next(7, 31));
            case 1:
                Array.Fill(set, true);
                return "*";
            default:
                return List(set, [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => random.Next(60))]);
        }
    }

    private static string Hours(Random random, bool[] set, bool mayBeAll)
    {
        switch (random.Next(5))
        {
            case 0 when mayBeAll:
                Array.Fill(set, true);
                return "*";
            case 1:
                return Step(set, random.Next(24), random.Next(2, 13));
            case 2:
                var (from, to) = (random.Next(24), random.Next(24));
                for (var hour = from; hour != to; hour = (hour + 1) % 24)
                {
                    set[hour] = true;
                }

                set[to] = true;
                return from == to ? $"{from}" : $"{from}-{to}";
            default:
                // Most nights begin where clocks are changed.
                return List(set, [.. Enumerable.Range(0, random.Next(1, 3)).Select(_ => random.Next(3))]);
        }
    }

    private static string Months(Random random, bool[] set)
    {
        if (random.Next(6) > 0)
        {
            Array.Fill(set, true);
            return "*";
        }

        return List(set, [.. Enumerable.Range(0, random.Next(1, 6)).Select(_ => random.Next(1, 13))]);
    }

    private string DayOfMonth(Random random)
    {
        var day = random.Next(1, 32);
        switch (random.Next(4))
        {
            case 0:
                _dayOfMonth = local => local.Day == DateTime.DaysInMonth(local.Year, local.Month);
                return "L";
            case 1:
                _dayOfMonth = local => local.Day >= day && (local.Day - day) % 3 == 0;
                return $"{day}/3";
            case 2:
                _dayOfMonth = local => local.Day == NearestWorkday(local, Math.Min(day, 28));
                return $"{Math.Min(day, 28)}W";
            default:
                _dayOfMonth = local => local.Day == day || local.Day == 1;
                return $"{day},1";
        }
    }

    private string DayOfWeek(Random random)
    {
        var day = random.Next(7);
        var name = $"{(DayOfWeek)day}"[..3].ToUpperInvariant();
        switch (random.Next(4))
        {
            case 0:
                _dayOfWeek = local => (int)local.DayOfWeek is >= 1 and <= 5;
                return "MON-FRI";
            case 1:
                var which = random.Next(1, 6);
                _dayOfWeek = local => (int)local.DayOfWeek == day && (local.Day - 1) / 7 + 1 == which;
                return $"{name}#{which}";
            case 2:
                _dayOfWeek = local => (int)local.DayOfWeek == day && local.AddDays(7).Month != local.Month;
                return $"{name}L";
            default:
                _dayOfWeek = local => (int)local.DayOfWeek == day;
                return $"{day + 1}";
        }
    }

    /// <summary>The day of this month from Monday to Friday that is nearest to one, which stays in the month.</summary>
    private static int NearestWorkday(DateTime local, int day)
    {
        var date = new DateTime(local.Year, local.Month, day);
        return date.DayOfWeek switch
        {
            System.DayOfWeek.Saturday => day == 1 ? 3 : day - 1,
            System.DayOfWeek.Sunday => day + 1,
            _ => day,
        };
    }

    private static string Step(bool[] set, int from, int step)
    {
        for (var at = from; at < set.Length; at += step)
        {
            set[at] = true;
        }

        return $"{from}/{step}";
    }

    private static string List(bool[] set, int[] values)
    {
        foreach (var value in values)
        {
            set[value] = true;
        }

        return string.Join(',', values.Distinct());
    }
}
