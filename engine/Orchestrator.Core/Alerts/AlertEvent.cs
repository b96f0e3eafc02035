namespace Orchestrator.Core.Alerts;

/// <summary>What an alert tells.</summary>
public enum AlertEvent
{
    /// <summary>A run failed, or ended unexpectedly, and nobody goes on with it by itself.</summary>
    Failed,

    /// <summary>A run has not ended by its usual time and a margin, or has not begun by its firing's.</summary>
    Late,

    /// <summary>A run succeeded with warnings.</summary>
    SucceededWithWarnings,

    /// <summary>A run is over, and the durability of a database is not as it was found.</summary>
    DurabilityNotRestored,

    /// <summary>The oldest row of a buffer is older than agreed to.</summary>
    StaleAbsorber,
}
