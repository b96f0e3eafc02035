using Orchestrator.Data.Evidence;

namespace Orchestrator.Lab.Monitoring;

/// <summary>A statement with one plan, from when to when it was seen so.</summary>
public sealed record SightingRecord
{
    /// <summary>Its number in the file.</summary>
    public required long Number { get; init; }

    public required string Connection { get; init; }

    public required string Environment { get; init; }

    /// <summary>The statement, without its values.</summary>
    public required string Statement { get; init; }

    /// <summary>Hash of the statement's text.</summary>
    public required string StatementHash { get; init; }

    /// <summary>Hash of the plan.</summary>
    public required string Plan { get; init; }

    /// <summary>Hash of the plan's shape.</summary>
    public required string Shape { get; init; }

    /// <summary>When it was seen first.</summary>
    public required DateTimeOffset First { get; init; }

    /// <summary>When it was seen last.</summary>
    public required DateTimeOffset Last { get; init; }

    /// <summary>How many looks have seen it.</summary>
    public required long Seen { get; init; }

    /// <summary>The plan that the statement had before; null = none is known.</summary>
    public EarlierPlan? Before { get; init; }

    /// <summary>What the sessions call themselves that it was seen in.</summary>
    public IReadOnlyList<string> Sessions { get; init; } = [];

    /// <summary>Whether it began with another form of the plan than the statement had before.</summary>
    public bool IsChange => Before is { } before && before.Shape != Shape;
}

/// <summary>The plan that a statement had before.</summary>
/// <param name="Plan">Its hash.</param>
/// <param name="Shape">Hash of its shape.</param>
/// <param name="Last">When it was seen last.</param>
public sealed record EarlierPlan(string Plan, string Shape, DateTimeOffset Last);

/// <summary>A plan as it is kept.</summary>
/// <param name="Hash">SHA-256 of its text.</param>
/// <param name="Shape">SHA-256 of its shape.</param>
/// <param name="Platform">Name of the platform that wrote it.</param>
/// <param name="Text">Its text, without the values of the statement.</param>
public sealed record PlanRecord(string Hash, string Shape, string Platform, string Text);

/// <summary>What sessions were seen to wait for.</summary>
/// <param name="Wait">Its name on the platform.</param>
/// <param name="Class">What that is.</param>
/// <param name="Seen">How often a session was seen to wait so.</param>
public sealed record SeenWait(string Wait, WaitClass Class, long Seen);

/// <summary>A connection that was watched.</summary>
public sealed record WatchRecord
{
    public required string Connection { get; init; }

    public required string Environment { get; init; }

    public required string Platform { get; init; }

    /// <summary>The times in which it was watched, oldest first.</summary>
    public required IReadOnlyList<MonitorPeriod> Periods { get; init; }

    /// <summary>How many statements were seen with a plan.</summary>
    public required long Statements { get; init; }

    /// <summary>How many plans they had.</summary>
    public required long Plans { get; init; }

    /// <summary>What sessions were seen to wait for, the most first.</summary>
    public required IReadOnlyList<SeenWait> Waits { get; init; }
}
