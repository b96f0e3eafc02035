namespace Orchestrator.Service.Api;

/// <summary>The objects of kind absorb, the worst first; null = no metadata are in force.</summary>
internal sealed record AbsorbersDocument(int SchemaVersion, IReadOnlyList<AbsorberEntry>? Absorbers);

/// <summary>How a buffer stands; what is null its database has not said.</summary>
/// <param name="Name">The object.</param>
/// <param name="Connection">The connection that it writes.</param>
/// <param name="State">In a word or a few.</param>
/// <param name="IsStale">Whether its oldest row waits for longer than it may.</param>
/// <param name="LimitSeconds">How long a row may wait.</param>
/// <param name="Buffer">Name of the buffer.</param>
/// <param name="Backlog">Rows that wait in it.</param>
/// <param name="OldestSeconds">How long the oldest of them has waited.</param>
/// <param name="ArrivingPerSecond">Rows added in a second, as the drainer saw it last.</param>
/// <param name="DrainingPerSecond">Rows drained in a second, as the drainer saw it last.</param>
/// <param name="Drainer">Who drains it.</param>
/// <param name="HeardSeconds">How long ago the drainer was heard.</param>
/// <param name="Fault">What the database said in its place.</param>
internal sealed record AbsorberEntry(
    string Name, string Connection, string State, bool IsStale, double LimitSeconds, string? Buffer, long? Backlog,
    double? OldestSeconds, long? ArrivingPerSecond, long? DrainingPerSecond, string? Drainer, double? HeardSeconds,
    string? Fault);

/// <summary>What a package rejected in a run.</summary>
/// <param name="SchemaVersion">Version of these documents.</param>
/// <param name="Run">The run.</param>
/// <param name="Package">The package.</param>
/// <param name="Attempt">The newest attempt that rejected any row; null = none did.</param>
/// <param name="Rejected">Rows that it rejected, as the ledger counts them.</param>
/// <param name="Connection">The connection of the error table; null = not known.</param>
/// <param name="Place">The error table, or a file; null = not known.</param>
/// <param name="Reasons">Rows by reason; null = nobody could tell.</param>
/// <param name="Rows">The first rows; null = the role may not see data, or nobody could tell.</param>
/// <param name="Trouble">Why something is missing; null = nothing is.</param>
internal sealed record RejectsDocument(
    int SchemaVersion, long Run, string Package, long? Attempt, long Rejected, string? Connection, string? Place,
    IReadOnlyList<ReasonEntry>? Reasons, IReadOnlyList<RejectedEntry>? Rows, string? Trouble);

/// <summary>Rows rejected for one reason, and how many of them were loaded later.</summary>
internal sealed record ReasonEntry(string Reason, long Rows, long LoadedLater);

/// <summary>A rejected row.</summary>
internal sealed record RejectedEntry(
    long? Row, string? File, string Column, string Reason, string? Key, string? Value);
