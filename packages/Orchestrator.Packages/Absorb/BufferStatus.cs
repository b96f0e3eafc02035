namespace Orchestrator.Packages.Absorb;

/// <summary>How a buffer stands.</summary>
/// <param name="Buffer">Its name.</param>
/// <param name="Target">The table that it is drained into.</param>
/// <param name="IsThere">Whether it has been made.</param>
/// <param name="IsLossy">Whether a crash of the server empties it.</param>
public sealed record BufferStatus(string Buffer, string Target, bool IsThere, bool IsLossy)
{
    /// <summary>Committed rows that are not drained yet.</summary>
    public long Backlog { get; init; }

    /// <summary>How long the oldest of them has waited (staleness); zero where there is none.</summary>
    public TimeSpan Age { get; init; }

    /// <summary>Who drains it; empty = nobody.</summary>
    public string Drainer { get; init; } = "";

    /// <summary>How long ago the drainer was heard; null = nobody drains.</summary>
    public TimeSpan? Heard { get; init; }

    /// <summary>Rows drained since it was first made.</summary>
    public long Drained { get; init; }

    /// <summary>Rows added in a second, as the drainer saw it last; 0 where nobody drains.</summary>
    public long Arriving { get; init; }

    /// <summary>Rows drained in a second, as the drainer saw it last; 0 where nobody drains.</summary>
    public long Draining { get; init; }
}
