using Orchestrator.Metadata.Keys;

namespace Orchestrator.Metadata.Schema;

/// <summary>The keys of triggers and calendars.</summary>
internal static class TriggerShapes
{
    public static MapShape Trigger { get; } = new("a trigger",
        [Parts.Named("trigger", "Its name, unique in its batch."), .. TriggerKeys.Section.Shape.Keys]);

    public static MapShape Overlay { get; } = new("a trigger", [
        new("batch", Parts.Name, "The batch.") { IsRequired = true },
        Parts.Named("trigger", "Its name."),
        new("enabled", Parts.Flag, "Whether it fires here.") { IsRequired = true },
    ]);

    private static readonly MapShape Blackout = new("a blackout", [
        new("from", Parts.Text, "Its first date, or the time of each day when it begins.") { IsRequired = true },
        new("to", Parts.Text, "Its last date, or the time of each day when it ends.") { IsRequired = true },
    ]);

    public static MapShape Calendar { get; } = new("a calendar", [
        Parts.Named("calendar", "Its name."),
        new("weekdays", new ListShape(new WordShape(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])),
            "The days of the week that it allows; default all."),
        new("holidays", Parts.Text, "A .txt file below the solution with a date a line that it excludes."),
        new("blackouts", new ListShape(Blackout), "Spans that it excludes: of dates, or of each day."),
    ]);
}
