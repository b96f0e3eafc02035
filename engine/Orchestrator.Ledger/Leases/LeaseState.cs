using Orchestrator.Core.Leases;

namespace Orchestrator.Ledger.Leases;

/// <summary>The right to run a batch as it is found in the ledger, for who looks at it.</summary>
/// <param name="Run">Number of the run; 0 = it has none yet.</param>
/// <param name="Holder">Its process.</param>
public sealed record LeaseState(string Batch, string Environment, long Run, RunOrigin Holder)
{
    /// <summary>Whether somebody holds the lock of the batch.</summary>
    public bool IsLockHeld { get; init; }

    /// <summary>Whether it lasts no more, by the ledger's clock.</summary>
    public bool IsOver { get; init; }

    /// <summary>When it was renewed.</summary>
    public TimeSpan SinceRenewal { get; init; }

    /// <summary>What is known of its process.</summary>
    public HolderProcess Process { get; init; }

    /// <summary>What would become of who wants the batch now.</summary>
    public LeaseVerdict Verdict { get; init; }

    internal static LeaseState Of(
        string batch, string environment, LeaseRecord lease, bool hasSessions, bool isLockHeld)
    {
        // The clock of a file begins with the machine.
        var isOfNow = hasSessions || MachineProcess.BootOf(lease.Origin) == MachineProcess.BootOf(MachineProcess.Own);
        return new LeaseState(batch, environment, lease.Run, lease.Origin)
        {
            IsLockHeld = isLockHeld,
            IsOver = !isOfNow || lease.IsOver,
            SinceRenewal = isOfNow ? lease.Now - lease.RenewedAt : TimeSpan.Zero,
            Process = isOfNow ? lease.Found.Process : HolderProcess.Gone,
            Verdict = LeaseRules.Take(isOfNow ? lease.Found : null, !isLockHeld, hasSessions),
        };
    }
}
