using System.Text.RegularExpressions;

namespace Orchestrator.Schedules;

/// <summary>What a cron says that was probably not meant.</summary>
/// <param name="Problem">What it says, in words.</param>
/// <param name="Better">What was probably meant, or says the same more clearly; null where that cannot be told.</param>
public sealed partial record CronDoubt(string Problem, string? Better)
{
    private const int DayOfMonthPlace = 3;
    private const int DayOfWeekPlace = 5;

    /// <summary>The days of the week as crons name them; their place is their number, from 1.</summary>
    internal static readonly string[] Days = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

    /// <summary>The doubts about a cron.</summary>
    public static IEnumerable<CronDoubt> Of(CronText cron)
    {
        var fields = cron.Text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        if (fields[0] == "*" && fields[1..3].Any(field => field != "*"))
        {
            yield return new CronDoubt("it fires each second of each minute that it names", With(fields, 0, "0"));
        }

        var days = fields[DayOfWeekPlace];
        var named = Numbered().Replace(days, match => Days[int.Parse(match.Value) - 1]);
        if (named != days)
        {
            yield return new CronDoubt($"the days '{days}' are {named}: 1 is Sunday here",
                With(fields, DayOfWeekPlace, named));
        }

        if (IsNamed(fields[DayOfMonthPlace]) && IsNamed(days))
        {
            yield return new CronDoubt(
                $"it fires on days that '{fields[DayOfMonthPlace]}' names and on those that '{days}' names", null);
        }
    }

    private static bool IsNamed(string field) => field is not ("*" or "?");

    private static string With(string[] fields, int place, string field) =>
        string.Join(' ', [.. fields[..place], field, .. fields[(place + 1)..]]);

    [GeneratedRegex(@"(?<![#/\d])[1-7](?!\d)")]
    private static partial Regex Numbered();
}
