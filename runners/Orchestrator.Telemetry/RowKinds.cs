using Orchestrator.Data;

namespace Orchestrator.Telemetry;

/// <summary>The counts of the row equation, and what was truncated, by their words.</summary>
internal static class RowKinds
{
    public static IEnumerable<(string Kind, long Count)> Of(RowCounts rows) =>
    [
        ("read", rows.Read), ("inserted", rows.Inserted), ("updated", rows.Updated), ("unchanged", rows.Unchanged),
        ("duplicate", rows.Duplicate), ("filtered", rows.Filtered), ("rejected", rows.Rejected),
        ("truncated", rows.Truncated),
    ];
}
