using System.Globalization;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Asking;

namespace Orchestrator.Service.Scheduling;

/// <summary>Answers what people ask the service to run: each wish becomes a firing, or is refused with a reason.
/// </summary>
internal sealed class Wishes(ServiceLedger ledger, LedgerDoor door, Claims claims, TimeProvider time)
{
    private const string AsOf = "as-of";

    /// <summary>Answers all that are open.</summary>
    /// <param name="definitions">The definitions that are in force.</param>
    public void Turn(Definitions definitions)
    {
        foreach (var wish in door.Ask(reader => reader.OpenWishes(ledger.Environment)))
        {
            if (door.Ask(reader => Refusal(reader, wish, definitions)) is { Length: > 0 } why)
            {
                ledger.Refuse(wish.Number, why);
            }
            else
            {
                claims.Fire(Claim(wish, definitions), wish.Number);
            }
        }
    }

    /// <summary>Why it cannot be; empty = it can.</summary>
    private static string Refusal(LedgerReader reader, RunWish wish, Definitions definitions) =>
        definitions.Batches.All(batch => batch.Name != wish.Batch)
            ? $"there is no batch '{wish.Batch}' in what is in force"
        : wish.Trigger.Length > 0 && TriggerOf(wish, definitions) is null
            ? $"the batch '{wish.Batch}' has no trigger '{wish.Trigger}' in what is in force"
        : wish.Continues is { } run ? OfRun(reader, wish, run) ?? "" : "";

    private static string? OfRun(LedgerReader reader, RunWish wish, long number) =>
        reader.Run(number) is not { } run || (run.Environment, run.Batch) != (wish.Environment, wish.Batch)
            ? $"there is no run {number} of '{wish.Batch}' in this environment"
        : RetryRules.Refusal(reader, run)
            ?? (RetryRules.NightSince(reader, run) is { } since && !(since.Ended <= wish.Asked)
                ? $"run {since.Number} of {run.Batch} has run since this was asked" : null);

    private static ServedTrigger? TriggerOf(RunWish wish, Definitions definitions) => definitions.Triggers
        .FirstOrDefault(trigger => trigger.Batch == wish.Batch && trigger.Name == wish.Trigger);

    private FiringClaim Claim(RunWish wish, Definitions definitions)
    {
        var now = time.GetUtcNow();
        var zone = TriggerOf(wish, definitions)?.Zone ?? TimeZoneInfo.Local;
        var local = TimeZoneInfo.ConvertTime(now, zone).DateTime;
        return new FiringClaim
        {
            Batch = wish.Batch,
            Trigger = wish.Trigger,
            Scheduled = now,
            AsOf = wish.Continues is { } run ? AsOfRun(run, local) : DateOnly.FromDateTime(local),
            LocalTime = Claims.Local(local, zone),
            Cause = FiringCause.Manual,
            Why = wish.Continues is { } continued ? $"goes on with run {continued}" : "",
            Who = wish.Who,
        };
    }

    // Who goes on with a night loads that night.
    private DateOnly AsOfRun(long run, DateTime local) => DateOnly.TryParseExact(
        door.Ask(reader => reader.Options(run)).FirstOrDefault(option => option.Name == AsOf)?.Value ?? "",
        "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
        ? date : DateOnly.FromDateTime(local);
}
