namespace Orchestrator.Core.Leases;

/// <summary>How long the right to run a batch lasts unless it is renewed, and what of that time is for what.</summary>
/// <param name="Duration">From a renewal on, by the ledger's clock.</param>
public sealed record LeaseTerms(TimeSpan Duration)
{
    /// <summary>30 seconds.</summary>
    public static LeaseTerms Default { get; } = new(TimeSpan.FromSeconds(30));

    /// <summary>How often it is renewed.</summary>
    public TimeSpan RenewEvery => Duration / 6;

    /// <summary>How often the holder looks how much of it is left.</summary>
    public TimeSpan LookEvery => Duration / 60;

    /// <summary>How long ago the holder's loop may have turned, for a renewal to speak for it.</summary>
    public TimeSpan TurnWithin => Duration / 3;

    /// <summary>When a holder says that it cannot renew it: one renewal is missing.</summary>
    public TimeSpan WarnAfter => Duration / 4;

    /// <summary>When a holder that could not renew it stops its packages: so that they end before it does.</summary>
    public TimeSpan StopAfter => Duration / 2;

    /// <summary>When it ends its process: before anybody else may take over.</summary>
    public TimeSpan EndAfter => Duration * 5 / 6;
}
