namespace Orchestrator.Engine;

/// <summary>
/// The compiled graph of one batch: immutable, ordered, hashed. The nodes stand in declared order and a parent stands
/// before its children, so that an index into <see cref="Nodes"/> names a node and the lower index is the tie-break.
/// </summary>
public sealed record Plan
{
    /// <summary>Name of the solution.</summary>
    public required string Solution { get; init; }

    /// <summary>Name of the batch.</summary>
    public required string Batch { get; init; }

    /// <summary>Name of the environment; "default" where none was named.</summary>
    public required string Environment { get; init; }

    /// <summary>
    /// SHA-256 in lower-case hex over the canonical text of the metadata and its SQL files; the same everywhere.
    /// </summary>
    public required string Hash { get; init; }

    /// <summary>All nodes; node 0 is the batch.</summary>
    public required IReadOnlyList<PlanNode> Nodes { get; init; }

    /// <summary>The gate as written: −1 = processors + 2, otherwise 1 or more.</summary>
    public int MaxConcurrency { get; init; } = -1;

    /// <summary>What a failure blocks.</summary>
    public FailureHandling FailureHandling { get; init; }

    /// <summary>Longest time the whole run may take; null = no limit.</summary>
    public TimeSpan? Timeout { get; init; }

    /// <summary>The caps that nodes name by index.</summary>
    public IReadOnlyList<Cap> Caps { get; init; } = [];
}

/// <summary>
/// A limit on packages at work together: <paramref name="Owner"/> is "project X", "container X/Y" or "connection
/// Z".
/// </summary>
public sealed record Cap(string Owner, int MaxConcurrency);

/// <summary>A condition on another node, by its index in the plan.</summary>
public readonly record struct PrecedenceConstraint(int Node, Outcome Outcome);

/// <summary>How often and when a failed package is tried again.</summary>
/// <param name="Count">Further attempts after the first; 0 = none.</param>
/// <param name="Delay">Wait before the second attempt.</param>
/// <param name="Exponential">Whether the wait doubles with each attempt (capped at one hour), or stays.</param>
/// <param name="Errors">The classes of error that are tried again.</param>
public sealed record RetryPolicy(int Count, TimeSpan Delay, bool Exponential, IReadOnlyList<ErrorClass> Errors)
{
    /// <summary>Never try again; the default.</summary>
    public static RetryPolicy None { get; } = new(0, TimeSpan.Zero, false, []);
}

/// <summary>One node of the plan.</summary>
public sealed record PlanNode
{
    /// <summary>Place in <see cref="Plan.Nodes"/>.</summary>
    public required int Index { get; init; }

    /// <summary>What it is.</summary>
    public required NodeKind Kind { get; init; }

    /// <summary>
    /// Unique name: batch `Nightly`, project `Staging`, level `Staging:20`, container `Staging/Core`, package
    /// `Staging/customer`.
    /// </summary>
    public required string Name { get; init; }

    /// <summary>Index of the node that holds it; −1 for the batch.</summary>
    public required int Parent { get; init; }

    /// <summary>What must have ended, and how, before it may start; the parent must have started as well.</summary>
    public IReadOnlyList<PrecedenceConstraint> Constraints { get; init; } = [];

    /// <summary>SHA-256 of what this node alone says; a retry compares it.</summary>
    public string Hash { get; init; } = "";

    /// <summary>The level's number (levels and containers).</summary>
    public int Level { get; init; }

    /// <summary>Containers: side by side or one after the other.</summary>
    public ContainerMode Mode { get; init; }

    /// <summary>Containers: which ready package starts first.</summary>
    public StartOrder Order { get; init; }

    /// <summary>
    /// Containers: whether the container asks only for Completion of the level before (it then runs also after a
    /// failure).
    /// </summary>
    public bool RunsAfterFailure { get; init; }

    /// <summary>Packages: the indices into <see cref="Plan.Caps"/> that count it.</summary>
    public IReadOnlyList<int> Caps { get; init; } = [];

    /// <summary>
    /// Packages: indices of the packages whose rows it reads (source, inherit, dependsOn): the data edges.
    /// </summary>
    public IReadOnlyList<int> Reads { get; init; } = [];

    /// <summary>Packages: load, sql, check.</summary>
    public string PackageKind { get; init; } = "";

    /// <summary>Packages: starts before the other ready packages of its container.</summary>
    public bool OwnThread { get; init; }

    /// <summary>Packages: false = never runs, and satisfies Success.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>Packages: what happens after a failed attempt.</summary>
    public RetryPolicy Retry { get; init; } = RetryPolicy.None;

    /// <summary>Packages: longest time of one attempt; null = no limit.</summary>
    public TimeSpan? Timeout { get; init; }

    /// <summary>Packages: for selection.</summary>
    public IReadOnlyList<string> Tags { get; init; } = [];

    /// <summary>Packages: what its kind needs to run it; only the kind reads it.</summary>
    public object? Payload { get; init; }
}
