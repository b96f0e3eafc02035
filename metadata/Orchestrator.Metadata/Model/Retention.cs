namespace Orchestrator.Metadata.Model;

/// <summary>How long `purge` keeps what runs leave behind.</summary>
public sealed record Retention
{
    /// <summary>Runs, with all that hangs on them. Default: 400 days.</summary>
    public TimeSpan Runs { get; init; } = TimeSpan.FromDays(400);

    /// <summary>Transitions and samples of runs. Default: 30 days; never longer than their runs.</summary>
    public TimeSpan Events { get; init; } = TimeSpan.FromDays(30);

    /// <summary>Rejected rows in error tables. Default: 90 days; never longer than their runs.</summary>
    public TimeSpan Rejects { get; init; } = TimeSpan.FromDays(90);
}
