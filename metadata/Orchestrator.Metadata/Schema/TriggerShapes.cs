namespace Orchestrator.Metadata.Schema;

/// <summary>The keys of triggers and calendars.</summary>
internal static class TriggerShapes
{
    private static readonly MapShape After = new("after", [
        new("batch", Parts.Name, "The other batch.") { IsRequired = true },
        new("outcome", Parts.Outcome, "How it must have ended; default Success."),
    ]);

    private static readonly MapShape File = new("file", [
        new("connection", Parts.Name, "A Files connection.") { IsRequired = true },
        new("name", Parts.Name, "The names of the files; * and ? stand for any characters.") { IsRequired = true },
        new("stableFor", Parts.Duration,
            "How long nobody must have written to a file; default that of the connection."),
    ]);

    public static MapShape Trigger { get; } = new("a trigger", [
        Parts.Named("trigger", "Its name, unique in its batch."),
        new("cron", Parts.Text, "Local times, as Quartz writes them: seconds, minutes, hours, day of the month, month, "
            + "day of the week, maybe a year."),
        new("every", Parts.Duration, "An interval of whole seconds, counted from 1970-01-01 in UTC."),
        new("after", After, "Another batch that has ended."),
        new("file", File, "A file that arrives: it was not there, or has changed."),
        new("timeZone", Parts.Text, "The zone of its times and dates, as Europe/London; default UTC."),
        new("misfire", new WordShape(["fireOnce", "fireEach", "skip"]),
            "What becomes of firings that were missed: the newest fires, all do, or none; default fireOnce."),
        new("maxLate", Parts.Duration, "How late a missed one may fire, 1m or more; default however late."),
        new("calendar", Parts.Name, "The calendar that says when it may fire; default none."),
        new("enabled", Parts.Flag, "Whether it fires; default true."),
    ]);

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
