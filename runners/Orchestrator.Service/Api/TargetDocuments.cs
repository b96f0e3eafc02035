namespace Orchestrator.Service.Api;

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
