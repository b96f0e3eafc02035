using System.Globalization;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Scheduling;

/// <summary>Makes firings of what is due: in the ledger, which decides, and then among those of this service.</summary>
internal sealed class FiringClaims(
    ServiceLedger ledger, LedgerConnection connection, Action<FiringRecord> claimed, Action<string> log)
{
    /// <summary>Claims it. False = another service has it, or it was passed over.</summary>
    public bool Fire(FiringClaim claim) => Took(ledger.Claim(claim), claim);

    /// <summary>Claims it for a request, which it answers.</summary>
    public bool Fire(FiringClaim claim, long request) => Took(ledger.Claim(claim, request), claim);

    /// <summary>Claims it for files that have arrived.</summary>
    public bool Fire(FiringClaim claim, FilesSeen seen) => Took(ledger.Claim(claim, seen), claim);

    /// <summary>Claims it unless the trigger was paused when it was due; then it is passed over.</summary>
    public void FireUnlessPaused(ServedTrigger trigger, FiringClaim claim)
    {
        if (IsPaused(trigger, claim.Scheduled))
        {
            ledger.PassOver(claim, "paused");
        }
        else
        {
            Fire(claim);
        }
    }

    /// <summary>Whether a trigger is or was paused at a moment.</summary>
    public bool IsPaused(ServedTrigger trigger, DateTimeOffset at) =>
        connection.Ask(reader => reader.Pauses(ledger.Environment, at))
            .Any(pause => pause.Covers(trigger.Batch, trigger.Name, at));

    /// <summary>A local time as the ledger keeps it.</summary>
    public static string Local(DateTime local, TimeZoneInfo zone) =>
        $"{local.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture)} {zone.Id}";

    private bool Took(FiringFence? fence, FiringClaim claim)
    {
        if (fence is not { } taken || connection.Ask(reader => reader.Firing(taken.Firing)) is not { } record)
        {
            return false;
        }

        var why = claim.Why.Length == 0 ? "" : $" ({claim.Why})";
        log($"{OwnFirings.Name(record)}: {claim.Cause} {claim.LocalTime}{why}");
        claimed(record);
        return true;
    }
}
