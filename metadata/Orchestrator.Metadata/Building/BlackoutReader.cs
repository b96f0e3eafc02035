using System.Globalization;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;
using Orchestrator.Schedules;

namespace Orchestrator.Metadata.Building;

/// <summary>Reads a span of a calendar: two dates, or two times of each day.</summary>
internal static class BlackoutReader
{
    private static readonly string[] Times = ["HH:mm", "HH:mm:ss"];

    /// <summary>A <see cref="DateBlackout"/> or a <see cref="TimeBlackout"/>; null after what is wrong was
    /// reported.</summary>
    public static object? Read(LoadContext context, YamlMap map)
    {
        if (map.Scalar("from") is not { } from || map.Scalar("to") is not { } to)
        {
            return null;
        }

        if (Date(from.Text) is { } first && Date(to.Text) is { } last)
        {
            return first <= last ? new DateBlackout(first, last)
                : Refused(context, to, "the blackout ends before it begins", "'to' is its last date");
        }

        if (Time(from.Text) is { } begin && Time(to.Text) is { } end)
        {
            return begin != end ? new TimeBlackout(begin, end)
                : Refused(context, to, "the blackout ends when it begins", "a calendar without days shuts all out");
        }

        var wrong = Date(from.Text) is null && Time(from.Text) is null ? from : to;
        return Refused(context, wrong,
            $"expected '{(wrong == from ? "from" : "to")}' to be {Wanted(wrong == from ? to : from)}, "
            + $"got: '{wrong.Text}'",
            "a blackout is from 2026-12-24 to 2026-12-26, or from \"22:00\" to \"06:00\"");
    }

    private static string Wanted(YamlScalar other) => Date(other.Text) is not null ? "a date such as 2026-12-24"
        : Time(other.Text) is not null ? "a time such as \"22:00\"" : "a date or a time";

    private static object? Refused(LoadContext context, YamlScalar at, string problem, string hint)
    {
        context.Bag.Error("ORC1101", at.At, problem, hint);
        return null;
    }

    private static DateOnly? Date(string text) =>
        DateOnly.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
            ? date : null;

    private static TimeOnly? Time(string text) =>
        TimeOnly.TryParseExact(text, Times, CultureInfo.InvariantCulture, DateTimeStyles.None, out var time)
            ? time : null;
}
