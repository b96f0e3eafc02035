using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Scheduling;

/// <summary>Answers what people ask the service to run: each wish becomes a firing, or is refused with a reason.
/// </summary>
internal sealed class Wishes(ServiceLedger ledger, LedgerDoor door, Claims claims, TimeProvider time)
{
    /// <summary>Answers all that are open.</summary>
    /// <param name="definitions">The definitions that are in force.</param>
    public void Turn(Definitions definitions)
    {
        foreach (var wish in door.Ask(reader => reader.OpenWishes(ledger.Environment)))
        {
            if (Refusal(wish, definitions) is { } why)
            {
                ledger.Refuse(wish.Number, why);
            }
            else
            {
                claims.Fire(Claim(wish, definitions), wish.Number);
            }
        }
    }

    private static string? Refusal(RunWish wish, Definitions definitions) =>
        wish.Continues is { } run ? $"the service goes on with no run that somebody names: `orchestrator retry {run}`" :
        !definitions.Batches.Contains(wish.Batch) ? $"there is no batch '{wish.Batch}' in what is in force"
        : wish.Trigger.Length > 0 && TriggerOf(wish, definitions) is null
            ? $"the batch '{wish.Batch}' has no trigger '{wish.Trigger}' in what is in force"
        : null;

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
            AsOf = DateOnly.FromDateTime(local),
            LocalTime = Claims.Local(local, zone),
            Cause = FiringCause.Manual,
            Who = wish.Who,
        };
    }
}
