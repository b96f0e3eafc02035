namespace Orchestrator.Ssis.Flows.Plans;

/// <summary>How a load changes what its target holds; what a plan makes of the steps around it is another matter.
/// </summary>
public enum FlowPattern { Append, TruncateInsert, Merge, DeltaInsert }

/// <summary>An object that moves rows: what a destination became, or a set that is landed first.</summary>
public sealed record FlowLoad
{
    /// <summary>Unique in its flow; letters, digits and `_`.</summary>
    public required string Name { get; init; }

    /// <summary>The path of the destination, or of the component whose rows are landed.</summary>
    public required string Component { get; init; }

    /// <summary>Whether it lands a set in a table of ours, made anew each time, that other loads of the flow read.
    /// </summary>
    public bool IsLanding { get; init; }

    /// <summary>Where its rows come from; null of a plug-in that makes them itself.</summary>
    public FlowEnd? Source { get; init; }

    public required FlowEnd Target { get; init; }

    /// <summary>What goes into which column of the target, in the target's order.</summary>
    public IReadOnlyList<FlowLoadColumn> Columns { get; init; } = [];

    public FlowPattern Pattern { get; init; } = FlowPattern.Append;

    /// <summary>Whether NULL stays NULL where the target has a default.</summary>
    public bool KeepsNulls { get; init; } = true;

    /// <summary>Whether the rows bring the numbers of an identity column.</summary>
    public bool KeepsIdentity { get; init; }

    public bool LocksTable { get; init; }

    public bool ChecksConstraints { get; init; } = true;

    public bool FiresTriggers { get; init; }

    /// <summary>The rows of one batch or commit, as the package says; 0 = it does not.</summary>
    public int BatchRows { get; init; }

    /// <summary>Whether rows that cannot be taken are kept apart and do not end the load.</summary>
    public bool RedirectsErrors { get; init; }

    /// <summary>The table or file that the package sends such rows to; null where it sends them nowhere.</summary>
    public FlowEnd? ErrorTarget { get; init; }

    /// <summary>Columns of the target in whose order the rows come; empty = in none.</summary>
    public IReadOnlyList<string> SortedBy { get; init; } = [];

    /// <summary>Of a target that keeps versions (kind scd); else null.</summary>
    public FlowVersions? Versions { get; init; }

    /// <summary>The class that a person writes (kind dataflow); null where nothing is left to write.</summary>
    public FlowPlugin? Plugin { get; init; }

    /// <summary>The loads and statements of the flow that have to have succeeded before it, by name.</summary>
    public IReadOnlyList<string> After { get; init; } = [];
}

/// <summary>What goes into a column.</summary>
public sealed record FlowLoadColumn
{
    /// <summary>The column of the target.</summary>
    public required string Target { get; init; }

    /// <summary>The column of the source; empty where a value stands in its place.</summary>
    public string Source { get; init; } = "";

    /// <summary>The type in our words, as nvarchar(20).</summary>
    public string DataType { get; init; } = "";

    /// <summary>A constant, with `${var:X}` of a variable; null where there is none.</summary>
    public string? Value { get; init; }

    /// <summary>SQL of the target that makes the value of what was read (`@@this`); null where nothing is made.
    /// </summary>
    public string? TargetExpression { get; init; }

    /// <summary>Whether a text that is too long is cut; else it is refused.</summary>
    public bool CutsText { get; init; }

    /// <summary>Whether NULL is refused.</summary>
    public bool RefusesNull { get; init; }

    /// <summary>Its place in the key from 1; 0 = it is none of it.</summary>
    public int Key { get; init; }

    /// <summary>Of kind scd: what a changed value does.</summary>
    public FlowChange Change { get; init; }
}

/// <summary>What a changed value does in a table that keeps versions.</summary>
public enum FlowChange { Ignore, Track, Overwrite, Fixed }

/// <summary>What a wizard of slowly changing dimensions says of its table.</summary>
/// <param name="CurrentRow">The condition by which it told the newest version, as it is written.</param>
public sealed record FlowVersions(string CurrentRow);
