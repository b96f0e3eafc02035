namespace Orchestrator.Service;

/// <summary>How a try ended.</summary>
public enum AuditOutcome { Done, Refused }

/// <summary>Something that somebody did or tried, without any secret.</summary>
public sealed record AuditEntry
{
    /// <summary>When.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Name of the token; "local user" where none is declared, empty = nobody known.</summary>
    public required string Who { get; init; }

    /// <summary>The role that counted; null = none did.</summary>
    public ServiceRole? Role { get; init; }

    /// <summary>Where it came from: the address of the peer, or the one that the declared proxy named.</summary>
    public required string Address { get; init; }

    /// <summary>What was done or tried: "sign in", "sign out", "GET /runs".</summary>
    public required string Action { get; init; }

    /// <summary>How it ended.</summary>
    public required AuditOutcome Outcome { get; init; }

    /// <summary>Why, in words; may be empty.</summary>
    public string Detail { get; init; } = "";
}
