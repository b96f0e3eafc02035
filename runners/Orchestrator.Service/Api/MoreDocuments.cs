namespace Orchestrator.Service.Api;

/// <summary>When batches start by themselves, and what became of that in the last week.</summary>
internal sealed record SchedulesDocument(
    int SchemaVersion, SchedulerEntry? Scheduler, IReadOnlyList<TriggerEntry> Triggers,
    IReadOnlyList<PauseEntry> Pauses, IReadOnlyList<FiringEntry> Firings, IReadOnlyList<MissedEntry> NotStarted);

/// <summary>How the scheduler of this service stands.</summary>
/// <param name="Service">Its number in the ledger.</param>
/// <param name="TurnedAt">When it looked last whether anything is due.</param>
/// <param name="Commit">Git commit of the metadata in force; null = unknown.</param>
/// <param name="HasMetadata">Whether any metadata are in force.</param>
/// <param name="InvalidSince">Since when the metadata on disk have errors and are not in force.</param>
/// <param name="Problems">What was said of them.</param>
/// <param name="IsStopping">Whether it begins nothing any more.</param>
/// <param name="Trouble">What keeps it from the ledger; null = nothing.</param>
internal sealed record SchedulerEntry(
    long Service, DateTime TurnedAt, string? Commit, bool HasMetadata, DateTime? InvalidSince,
    IReadOnlyList<string> Problems, bool IsStopping, string? Trouble);

/// <summary>A trigger that is enabled.</summary>
/// <param name="Batch">Name of its batch.</param>
/// <param name="Trigger">Its name.</param>
/// <param name="Fires">When it fires, in words.</param>
/// <param name="TimeZone">The zone of its local times.</param>
/// <param name="NextAt">When it is due next by the clock; null = by something else, or never.</param>
/// <param name="NextLocal">The same in its zone, without an offset.</param>
/// <param name="IsPaused">Whether it is paused.</param>
internal sealed record TriggerEntry(
    string Batch, string Trigger, string Fires, string TimeZone, DateTime? NextAt, string? NextLocal, bool IsPaused);

/// <summary>A pause that lasts.</summary>
internal sealed record PauseEntry(
    string? Batch, string? Trigger, DateTime PausedAt, string PausedBy, string? Reason);

/// <summary>A firing, also one that was passed over.</summary>
internal sealed record FiringEntry(
    long Firing, string Batch, string? Trigger, DateTime DueAt, string AsOf, string Cause, string State,
    string? Outcome, long? Run, string? Why, string? Who, DateTime? EndedAt);

/// <summary>A batch that was due and has no run of it.</summary>
/// <param name="Batch">Name of the batch.</param>
/// <param name="Trigger">Name of the trigger; null = somebody wished for it.</param>
/// <param name="DueAt">When it was due.</param>
/// <param name="Why">What keeps it, or kept it.</param>
/// <param name="IsMeant">Whether somebody or its rules wanted it so.</param>
internal sealed record MissedEntry(string Batch, string? Trigger, DateTime DueAt, string Why, bool IsMeant);

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

/// <summary>A group of a plan with what it holds, a hundred at a time.</summary>
/// <param name="SchemaVersion">Version of these documents.</param>
/// <param name="Batch">The batch.</param>
/// <param name="Run">The run; null = the plan in force.</param>
/// <param name="Group">The group.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Packages">How many packages and hooks are below it.</param>
/// <param name="States">The same by how far they are; empty without a run.</param>
/// <param name="Total">How many nodes all pages have.</param>
/// <param name="Page">Which page it is, from 1.</param>
/// <param name="Pages">How many there are.</param>
/// <param name="Nodes">Groups and packages, in the order in which they may start.</param>
internal sealed record PlanDocument(
    int SchemaVersion, string Batch, long? Run, string Group, string Kind, int Packages,
    IReadOnlyDictionary<string, int> States, int Total, int Page, int Pages, IReadOnlyList<PlanNodeEntry> Nodes);

/// <summary>A node of a plan.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Kind">What it is.</param>
/// <param name="In">The group that holds it.</param>
/// <param name="State">Its state; null without a run.</param>
/// <param name="Packages">Packages and hooks below it; 0 for a package.</param>
/// <param name="States">The same by how far they are; empty for a package, and without a run.</param>
/// <param name="WaitsFor">What must have ended before.</param>
internal sealed record PlanNodeEntry(
    string Name, string Kind, string In, string? State, int Packages, IReadOnlyDictionary<string, int> States,
    IReadOnlyList<string> WaitsFor);
