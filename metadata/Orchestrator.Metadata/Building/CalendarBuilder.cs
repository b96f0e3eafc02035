using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;
using Orchestrator.Schedules;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes calendars of what was written, with the dates of their files.</summary>
internal static class CalendarBuilder
{
    private static readonly Dictionary<string, DayOfWeek> Days = Enum.GetValues<DayOfWeek>()
        .ToDictionary(day => day.ToString()[..3], StringComparer.Ordinal);

    public static IReadOnlyList<NamedCalendar> Build(LoadContext context, Drafts drafts) =>
        [.. drafts.Calendars.DistinctBy(draft => draft.Name).Select(draft => Build(context, draft))];

    private static NamedCalendar Build(LoadContext context, Draft draft)
    {
        var blackouts = draft.Map.Items("blackouts").OfType<YamlMap>()
            .Select(map => BlackoutReader.Read(context, map)).ToList();
        var calendar = new Calendar
        {
            Holidays = draft.Map.Scalar("holidays") is { } file
                ? HolidayFile.Read(context, file) : new HashSet<DateOnly>(),
            Dates = [.. blackouts.OfType<DateBlackout>()],
            Times = [.. blackouts.OfType<TimeBlackout>()],
        };
        if (draft.Map["weekdays"] is not null)
        {
            var days = draft.Map.Texts("weekdays").Select(day => Days[day]).Distinct();
            calendar = calendar with { Weekdays = [.. days] };
        }

        return new NamedCalendar(draft.Name, calendar, draft.Map.Text("holidays"), draft.At);
    }
}
