namespace Orchestrator.Data;

/// <summary>The sessions of a run that has died, as they were found on a server, and told to end.</summary>
/// <param name="There">Those that were there: whoever wants to be sure looks again.</param>
/// <param name="CannotSee">The right without which nobody sees the sessions of others; null = all are seen.</param>
public sealed record SessionsLeft(IReadOnlyList<SessionLeft> There, string? CannotSee)
{
    /// <summary>None is there.</summary>
    public static SessionsLeft None { get; } = new([], null);
}

/// <summary>A session that was still there.</summary>
/// <param name="Name">What it is called: "session 4711 (orchestrator 482@1a2b3c4d Staging/customer)".</param>
/// <param name="Missing">The right that it takes to end it; null = it was told to.</param>
public sealed record SessionLeft(string Name, string? Missing);
