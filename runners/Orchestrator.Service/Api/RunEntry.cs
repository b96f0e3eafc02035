using Orchestrator.Data;
using Orchestrator.Report.Figures;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

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

    public static RunEntry Of(RunDigest digest) => new()
    {
        Run = digest.Run.Number,
        Id = digest.Run.Id,
        Solution = digest.Run.Solution,
        Batch = digest.Run.Batch,
        Environment = digest.Run.Environment,
        State = digest.State,
        Verdict = digest.Run.Verdict?.ToString(),
        StartedAt = digest.Run.Started.UtcDateTime,
        EndedAt = digest.Run.Ended?.UtcDateTime,
        WallSeconds = digest.Wall.TotalSeconds,
        SilentSeconds = digest.Silent?.TotalSeconds,
        HeldBy = ApiDocument.Said(digest.HeldBy),
        Gate = digest.Run.GateSlots,
        Continues = digest.Run.Continues,
        PlanHash = digest.Run.PlanHash,
        GitCommit = ApiDocument.Said(digest.Run.GitCommit),
        Packages = CountsEntry.Of(digest.Packages),
        Rows = RowsEntry.Of(digest.Rows),
        FirstFailure = digest.Failures is [var first, ..] ? FailureEntry.Of(first) : null,
        DurabilityNotRestored = [.. digest.NotRestored.Select(scope => scope.Connection)],
        NextCommand = digest.NextCommand,
    };
}

/// <summary>Packages by how they came out; hooks apart.</summary>
internal sealed record CountsEntry(
    int All, int Ok, int Failed, int Blocked, int Cancelled, int NotRun, int Open, int HooksFailed)
{
    public static CountsEntry Of(PackageCounts counts) => new(
        counts.All, counts.Ok, counts.Failed, counts.Blocked, counts.Cancelled, counts.NotRun, counts.Open,
        counts.HooksFailed);
}

/// <summary>What became of rows.</summary>
internal sealed record RowsEntry(
    long Read, long Inserted, long Updated, long Unchanged, long Duplicate, long Filtered, long Rejected,
    long Truncated, long Closed)
{
    public static RowsEntry Of(RowCounts rows) => new(
        rows.Read, rows.Inserted, rows.Updated, rows.Unchanged, rows.Duplicate, rows.Filtered, rows.Rejected,
        rows.Truncated, rows.Closed);
}
