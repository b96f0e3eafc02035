using System.Globalization;
using System.Text.RegularExpressions;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>
/// Reads dates and times from text: each type in its own format; DT_DATE and DT_DBTIMESTAMP also in that of the
/// United States, in which the reference writes its examples.
/// </summary>
internal static partial class SsisWrittenMoment
{
    private const string AnyDay = "(?<year>[0-9]{4})-(?<month>[0-9]{1,2})-(?<day>[0-9]{1,2})";

    private const string Time =
        "(?<hour>[0-9]{1,2}):(?<minute>[0-9]{1,2})(?::(?<second>[0-9]{1,2})(?:[.:](?<part>[0-9]{1,9}))?)?";

    public static DateTimeOffset? Read(string text, SsisType type)
    {
        var match = type.Kind switch
        {
            SsisKind.DBDate => DayAlone().Match(text),
            SsisKind.DBTime or SsisKind.DBTime2 => TimeAlone().Match(text),
            SsisKind.DBTimestampOffset => WithOffset().Match(text),
            SsisKind.Date or SsisKind.DBTimestamp when !DayAndTime().IsMatch(text) => American().Match(text),
            _ => DayAndTime().Match(text),
        };
        return match.Success ? Moment(match) : null;
    }

    private static DateTimeOffset? Moment(Match match)
    {
        var (year, month, day) = (Part(match, "year", 1), Part(match, "month", 1), Part(match, "day", 1));
        var (hour, minute, second) = (HourOf(match), Part(match, "minute", 0), Part(match, "second", 0));
        var isDay = year is >= 1 and <= 9999 && month is >= 1 and <= 12
            && day >= 1 && day <= DateTime.DaysInMonth(year, month);
        if (!isDay || hour > 23 || minute > 59 || second > 59)
        {
            return null;
        }

        var ticks = match.Groups["part"].Value.PadRight(7, '0')[..7];
        var moment = new DateTime(year, month, day, hour, minute, second)
            .AddTicks(long.Parse(ticks, CultureInfo.InvariantCulture));
        return Offset(match) is { } offset && IsInTime(moment, offset) ? new DateTimeOffset(moment, offset) : null;
    }

    // Twelve hours with AM or PM: 12 AM is the first of the day.
    private static int HourOf(Match match)
    {
        var hour = Part(match, "hour", 0);
        return match.Groups["half"].Value.ToUpperInvariant() switch
        {
            "" => hour,
            _ when hour is < 1 or > 12 => 99,
            "AM" => hour % 12,
            _ => (hour % 12) + 12,
        };
    }

    private static TimeSpan? Offset(Match match)
    {
        var offset = new TimeSpan(Part(match, "offset", 0), Part(match, "rest", 0), 0);
        return offset > TimeSpan.FromHours(14) || Part(match, "rest", 0) > 59 ? null
            : match.Groups["sign"].Value == "-" ? -offset : offset;
    }

    private static bool IsInTime(DateTime moment, TimeSpan offset) =>
        moment.Ticks - offset.Ticks is var ticks && ticks >= 0 && ticks <= DateTime.MaxValue.Ticks;

    private static int Part(Match match, string name, int otherwise) => match.Groups[name].Success
        ? int.Parse(match.Groups[name].Value, CultureInfo.InvariantCulture) : otherwise;

    [GeneratedRegex($"^{AnyDay}\\z", RegexOptions.CultureInvariant)]
    private static partial Regex DayAlone();

    [GeneratedRegex($"^{Time}\\z", RegexOptions.CultureInvariant)]
    private static partial Regex TimeAlone();

    [GeneratedRegex($"^{AnyDay}(?:[ T]{Time})?\\z", RegexOptions.CultureInvariant)]
    private static partial Regex DayAndTime();

    [GeneratedRegex(
        $"^{AnyDay}(?:[ T]{Time})?(?: *(?<sign>[+-]) ?(?<offset>[0-9]{{1,2}}):(?<rest>[0-9]{{2}}))?\\z",
        RegexOptions.CultureInvariant)]
    private static partial Regex WithOffset();

    [GeneratedRegex(
        $"^(?<month>[0-9]{{1,2}})/(?<day>[0-9]{{1,2}})/(?<year>[0-9]{{4}})(?: {Time}(?: ?(?<half>[AaPp][Mm]))?)?\\z",
        RegexOptions.CultureInvariant)]
    private static partial Regex American();
}
