using Orchestrator.Core;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What a trigger says. It is no part of a plan: when a batch runs changes none of its rows.</summary>
public static class TriggerProperties
{
    // What becomes of missed firings moves none, so that who changes it keeps what is owed.
    private static readonly string[] OfMisfires = [TriggerKeys.Misfire.Name, TriggerKeys.MaxLate.Name];

    /// <summary>Each value with the place that it comes from.</summary>
    public static IReadOnlyList<PlanProperty> Of(Trigger trigger) => TriggerKeys.Section.Told(trigger);

    /// <summary>What it fires by: "cron 0 0 2 * * ?", "every 15m", "after success of Nightly", "file *.csv in
    /// Inbox".</summary>
    public static string Words(Trigger trigger) => trigger switch
    {
        { Cron: { } cron } => $"cron {cron.Text}",
        { After: { } after } => $"after {End(after.Outcome)} of {after.Batch}",
        { File: { } file } => $"file {file.Name} in {file.Connection}",
        _ => $"every {Of(trigger).First(property => property.Key == TriggerKeys.Every.Name).Value}",
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
