namespace Orchestrator.Core.Alerts;

/// <summary>An alert of a batch: what it tells, and how late is late.</summary>
public sealed record AlertRule
{
    /// <summary>The margin where nothing is written: 15 minutes.</summary>
    public static readonly TimeSpan LateMarginDefault = TimeSpan.FromMinutes(15);

    /// <summary>How old the oldest row of a buffer may be where nothing is written: 15 minutes.</summary>
    public static readonly TimeSpan StaleAfterDefault = TimeSpan.FromMinutes(15);

    public required string Batch { get; init; }

    /// <summary>Its name, unique in the batch.</summary>
    public required string Name { get; init; }

    /// <summary>What it tells.</summary>
    public required IReadOnlyList<AlertEvent> When { get; init; }

    /// <summary>How long after its usual time something is late.</summary>
    public TimeSpan LateMargin { get; init; } = LateMarginDefault;

    /// <summary>How old the oldest row of a buffer may be.</summary>
    public TimeSpan StaleAfter { get; init; } = StaleAfterDefault;
}
