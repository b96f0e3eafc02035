namespace Orchestrator.Service.Api;

/// <summary>A page of runs, the newest first.</summary>
/// <param name="SchemaVersion">Version of these documents; grows when something that was there changes.</param>
/// <param name="Runs">The runs.</param>
/// <param name="Page">Which page it is, from 1.</param>
/// <param name="HasMore">Whether there are older ones.</param>
internal sealed record RunsDocument(int SchemaVersion, IReadOnlyList<RunEntry> Runs, int Page, bool HasMore);

/// <summary>One run.</summary>
internal sealed record RunDocument(
    int SchemaVersion, RunEntry Run, IReadOnlyList<FailureEntry> Failures, IReadOnlyList<ScopeEntry> Scopes);

/// <summary>A page of the packages and hooks of a run, a hundred at a time.</summary>
internal sealed record NodesDocument(
    int SchemaVersion, long Run, int Total, int Page, int Pages, IReadOnlyList<NodeEntry> Nodes);

/// <summary>The newest attempts of a package over all runs of the environment, the newest first.</summary>
internal sealed record HistoryDocument(
    int SchemaVersion, string Package, double? UsualSeconds, IReadOnlyList<AttemptEntry> Attempts);

/// <summary>The newest run of each batch, and what did not start, each the worst first.</summary>
internal sealed record NightDocument(
    int SchemaVersion, IReadOnlyList<BatchEntry> Batches, IReadOnlyList<MissedEntry> NotStarted);

/// <summary>What alerts have told or are to tell, the newest first, a hundred at most.</summary>
internal sealed record AlertsDocument(int SchemaVersion, IReadOnlyList<AlertEntry> Alerts);

/// <summary>How the ledger stands; null = there is none yet.</summary>
internal sealed record HealthDocument(int SchemaVersion, string Version, LedgerEntry? Ledger);

/// <summary>Why there is no document.</summary>
internal sealed record ErrorDocument(string Error);

/// <summary>The newest run of a batch, and how long such runs usually take.</summary>
/// <param name="Batch">Name of the batch.</param>
/// <param name="Run">The run.</param>
/// <param name="UsualSeconds">The median of the successes before it; null = not known.</param>
/// <param name="UsualOf">How many those were.</param>
/// <param name="IsLate">Whether it is still on though it should long have ended.</param>
internal sealed record BatchEntry(string Batch, RunEntry Run, double? UsualSeconds, int UsualOf, bool IsLate);

/// <summary>A run in numbers.</summary>
internal sealed record RunEntry
{
    public required long Run { get; init; }
    public required Guid Id { get; init; }
    public required string Solution { get; init; }
    public required string Batch { get; init; }
    public required string Environment { get; init; }

    /// <summary>How it stands, in words.</summary>
    public required string State { get; init; }

    /// <summary>How it ended; null = it is on.</summary>
    public required string? Verdict { get; init; }
    public required DateTime StartedAt { get; init; }
    public required DateTime? EndedAt { get; init; }
    public required double WallSeconds { get; init; }

    /// <summary>How long it has given no sign of life, where its lease is over.</summary>
    public required double? SilentSeconds { get; init; }
    public required string? HeldBy { get; init; }
    public required int Gate { get; init; }
    public required long? Continues { get; init; }
    public required string PlanHash { get; init; }
    public required string? GitCommit { get; init; }
    public required CountsEntry Packages { get; init; }
    public required RowsEntry Rows { get; init; }

    /// <summary>The failure that came first.</summary>
    public required FailureEntry? FirstFailure { get; init; }

    /// <summary>Connections whose durability is not as it was found, though the run is over.</summary>
    public required IReadOnlyList<string> DurabilityNotRestored { get; init; }
    public required string NextCommand { get; init; }
}

/// <summary>Packages by how they came out; hooks apart.</summary>
internal sealed record CountsEntry(
    int All, int Ok, int Failed, int Blocked, int Cancelled, int NotRun, int Open, int HooksFailed);

/// <summary>What became of rows.</summary>
internal sealed record RowsEntry(
    long Read, long Inserted, long Updated, long Unchanged, long Duplicate, long Filtered, long Rejected,
    long Truncated, long Closed);

/// <summary>A package or hook that failed.</summary>
internal sealed record FailureEntry(
    string Package, string State, DateTime Since, int Attempt, string? Code, string? Class, string? Phase,
    string Message, string? Connection, string? ServerCode);

/// <summary>What a run did to the durability of a database.</summary>
internal sealed record ScopeEntry(
    long Scope, string Connection, string Platform, string Server, string Database, string Found, string Set,
    string State, DateTime OpenedAt, DateTime? HardenedAt, DateTime? ClosedAt, string Why);

/// <summary>A package or hook of a run.</summary>
internal sealed record NodeEntry(
    string Name, string Project, bool IsHook, string State, DateTime Since, string Why, string? Reason,
    string? ReasonObject, DateTime? ReasonSince, DateTime? BeganAt, double? TookSeconds, double QueuedSeconds,
    double WaitingSeconds, double WorkingSeconds, int Attempts, RowsEntry Rows);

/// <summary>An attempt of a package.</summary>
internal sealed record AttemptEntry(
    long Attempt, long Run, int Number, string State, DateTime StartedAt, DateTime? EndedAt, double TookSeconds,
    double QueuedSeconds, double WaitingSeconds, double WorkingSeconds, bool IsOutlier, RowsEntry Rows);

/// <summary>Something that an alert tells one of its targets.</summary>
internal sealed record AlertEntry(
    long Number, string Batch, string Alert, string Event, string Target, string Cause, long? Run, string State,
    string? Message, int Tries, DateTime NoticedAt, DateTime DueAt, DateTime? EndedAt, string? LastError);

/// <summary>How the ledger stands.</summary>
internal sealed record LedgerEntry(
    string Place, long SchemaVersion, long KnownSchemaVersion, long Bytes, long Runs, IReadOnlyList<long> AtWork,
    DateTime? BackedUpAt);
