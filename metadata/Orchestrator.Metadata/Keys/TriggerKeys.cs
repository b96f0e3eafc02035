using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys of a trigger, beside its name. What they tell in this order is what it is known by: firings that are owed
/// are those of that text.
/// </summary>
internal static class TriggerKeys
{
    private static readonly OptionMaker<Trigger> Make = new(
        "trigger", new Trigger { Name = "" }, trigger => trigger.At, "");

    public static SectionKey<Trigger> Cron { get; } = Make.Built(
        new Key("cron", Parts.Text, "Local times, as Quartz writes them: seconds, minutes, hours, day of the month, "
            + "month, day of the week, maybe a year."),
        (list, trigger) => list.Add("cron", trigger.Cron?.Text, trigger.At));

    public static SectionKey<Trigger> Every { get; } = Make.Built(
        new Key("every", Parts.Duration, "An interval of whole seconds, counted from 1970-01-01 in UTC."),
        (list, trigger) => list.Add("every", trigger.Every, trigger.At));

    public static SectionKey<Trigger> After { get; } = Make.Built(
        new Key("after", new MapShape("after", [
            new("batch", Parts.Name, "The other batch.") { IsRequired = true },
            new("outcome", Parts.Outcome, "How it must have ended; default Success."),
        ]), "Another batch that has ended."),
        (list, trigger) =>
        {
            list.Add("after.batch", trigger.After?.Batch, trigger.At);
            list.Add("after.outcome", trigger.After?.Outcome.ToString(), trigger.At, nameof(Outcome.Success));
        });

    public static SectionKey<Trigger> File { get; } = Make.Built(
        new Key("file", new MapShape("file", [
            new("connection", Parts.Name, "A Files connection.") { IsRequired = true },
            new("name", Parts.Name, "The names of the files; * and ? stand for any characters.") { IsRequired = true },
            new(FileKeys.StableFor.Name, Parts.Duration,
                "How long nobody must have written to a file; default that of the connection."),
        ]), "A file that arrives: it was not there, or has changed."),
        (list, trigger) =>
        {
            list.Add("file.connection", trigger.File?.Connection, trigger.At);
            list.Add("file.name", trigger.File?.Name, trigger.At);
            list.Add($"file.{FileKeys.StableFor.Name}", trigger.File?.StableFor, trigger.At);
        });

    public static SectionKey<Trigger> TimeZone { get; } = Make.Value(
        "timeZone", Parts.Text, "The zone of its times and dates, as Europe/London",
        scalar => scalar.Text, zone => zone,
        trigger => trigger.TimeZone, (trigger, value) => trigger with { TimeZone = value }) with
    { IsTold = static trigger => trigger.After is null };

    public static SectionKey<Trigger> Misfire { get; } = Make.Word(
        "misfire", "What becomes of firings that were missed: the newest fires, all do, or none",
        trigger => trigger.Misfire.Policy,
        (trigger, value) => trigger with { Misfire = trigger.Misfire with { Policy = value } }) with
    { IsTold = static trigger => trigger.Schedule is not null };

    public static SectionKey<Trigger> MaxLate { get; } = Make.Built(
        new Key("maxLate", Parts.Duration, "How late a missed one may fire, 1m or more; default however late."),
        (list, trigger) => list.Add("maxLate", trigger.Misfire.MaxLate, trigger.At));

    public static SectionKey<Trigger> Calendar { get; } = Make.Text(
        new Key("calendar", Parts.Name, "The calendar that says when it may fire; default none."),
        trigger => trigger.Calendar, (trigger, value) => trigger with { Calendar = value });

    public static SectionKey<Trigger> Enabled { get; } = Make.FlagAt(
        "enabled", "Whether it fires", trigger => new(trigger.IsEnabled, trigger.EnabledAt),
        (trigger, enabled) => trigger with { IsEnabled = enabled.Value, EnabledAt = enabled.At });

    public static Section<Trigger> Section { get; } =
        Make.Section([Cron, Every, After, File, TimeZone, Misfire, MaxLate, Calendar, Enabled]);
}
