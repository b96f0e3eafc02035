namespace Orchestrator.Ledger.Serving;

/// <summary>Something that was asked of a service, or done to its tokens and schedules. Holds no secret.</summary>
public sealed record AuditEntry
{
    /// <summary>Its number; 0 = it is not recorded yet.</summary>
    public long Number { get; init; }

    /// <summary>The environment in which whoever did it was at work.</summary>
    public required string Environment { get; init; }

    public required DateTimeOffset At { get; init; }

    /// <summary>Who: a token's name, or a user of the machine.</summary>
    public required string Who { get; init; }

    /// <summary>Their role, in its word; empty = none, they were at the command line.</summary>
    public string Role { get; init; } = "";

    /// <summary>From where: an address, or the name of a machine.</summary>
    public string Address { get; init; } = "";

    /// <summary>What was asked: "token create".</summary>
    public required string Action { get; init; }

    /// <summary>Of what; may be empty.</summary>
    public string Object { get; init; } = "";

    /// <summary>What became of it: "done", "refused".</summary>
    public required string Outcome { get; init; }

    /// <summary>More of it, in words; may be empty.</summary>
    public string Detail { get; init; } = "";
}
