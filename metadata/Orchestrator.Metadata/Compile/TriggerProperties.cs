using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Schedules;

namespace Orchestrator.Metadata.Compile;

/// <summary>What a trigger says. It is no part of a plan: when a batch runs changes none of its rows.</summary>
public static class TriggerProperties
{
    // What becomes of missed firings moves none, so that who changes it keeps what is owed.
    private static readonly string[] OfMisfires = ["misfire", "maxLate"];

    /// <summary>Each value with the place that it comes from.</summary>
    public static IReadOnlyList<PlanProperty> Of(Trigger trigger)
    {
        var list = new PropertyList();
        list.Add("cron", trigger.Cron?.Text, trigger.At);
        list.Add("every", trigger.Every, trigger.At);
        list.Add("after.batch", trigger.After?.Batch, trigger.At);
        list.Add("after.outcome", trigger.After?.Outcome.ToString(), trigger.At, nameof(Outcome.Success));
        list.Add("file.connection", trigger.File?.Connection, trigger.At);
        list.Add("file.name", trigger.File?.Name, trigger.At);
        list.Add("file.stableFor", trigger.File?.StableFor, trigger.At);
        list.Add("timeZone", trigger.After is null ? trigger.TimeZone : null, trigger.At, "UTC");
        list.Add("misfire", trigger.Schedule is null ? null : PropertyList.Word(trigger.Misfire.Policy), trigger.At,
            PropertyList.Word(MisfirePolicy.FireOnce));
        list.Add("maxLate", trigger.Misfire.MaxLate, trigger.At);
        list.Add("calendar", trigger.Calendar, trigger.At);
        list.Add("enabled", trigger.IsEnabled, trigger.EnabledAt, true);
        return list.Properties;
    }

    /// <summary>What it fires by: "cron 0 0 2 * * ?", "every 15m", "after success of Nightly", "file *.csv in
    /// Inbox".</summary>
    public static string Words(Trigger trigger) => trigger switch
    {
        { Cron: { } cron } => $"cron {cron.Text}",
        { After: { } after } => $"after {End(after.Outcome)} of {after.Batch}",
        { File: { } file } => $"file {file.Name} in {file.Connection}",
        _ => $"every {Of(trigger).First(property => property.Key == "every").Value}",
    };

    /// <summary>
    /// What makes it this trigger: where this text is another one, it owes nothing for the time before. The policy for
    /// missed firings is no part of it, nor what its calendar holds.
    /// </summary>
    public static string Text(Trigger trigger) => string.Join('\n', Of(trigger)
        .Where(property => !OfMisfires.Contains(property.Key))
        .Select(property => $"{property.Key}: {property.Value}"));

    private static string End(Outcome outcome) => outcome switch
    {
        Outcome.Success => "success",
        Outcome.Failure => "failure",
        _ => "completion",
    };
}
