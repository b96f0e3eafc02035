using Orchestrator.Core.Leases;

namespace Orchestrator.Ledger.Leases;

/// <summary>The right of a run to a batch in an environment, as it stands in the ledger.</summary>
internal sealed record LeaseRecord
{
    /// <summary>Number of the run; 0 = it has none yet.</summary>
    public required long Run { get; init; }

    /// <summary>Its holder; the boot is that of <see cref="MachineProcess"/>.</summary>
    public required RunOrigin Origin { get; init; }

    /// <summary>When its process was started, as <see cref="MachineProcess"/> says it.</summary>
    public required long ProcessBegan { get; init; }

    /// <summary>The name of its sessions on the ledger's server.</summary>
    public required string Session { get; init; }

    /// <summary>When it was renewed, by the ledger's clock.</summary>
    public required TimeSpan RenewedAt { get; init; }

    /// <summary>Until when it lasts, by the ledger's clock.</summary>
    public required TimeSpan LastsUntil { get; init; }

    /// <summary>What the ledger's clock said when it was read.</summary>
    public required TimeSpan Now { get; init; }

    /// <summary>Whether it lasts no more.</summary>
    public bool IsOver => Now >= LastsUntil;

    /// <summary>What is to be known of it, to decide who may run.</summary>
    public LeaseFound Found => new(IsOver, MachineProcess.Of(this));

    /// <summary>Who it is, for people.</summary>
    public override string ToString() =>
        $"{(Run == 0 ? "a run that is just beginning" : $"run {Run}")}, process {Origin.ProcessId} on {Origin.Host}, "
        + $"user {Origin.User}";
}
