namespace Orchestrator.Data;

/// <summary>
/// Every row accounted for: Read = Inserted + Updated + Unchanged + Duplicate + Filtered + Rejected.
/// <see cref="Truncated"/> is a mark on rows that were written, not a term of the equation.
/// </summary>
public readonly record struct RowCounts(
    long Read, long Inserted, long Updated, long Unchanged, long Duplicate, long Filtered, long Rejected,
    long Truncated)
{
    /// <summary>Whether the equation holds.</summary>
    public bool AddUp => Read == Inserted + Updated + Unchanged + Duplicate + Filtered + Rejected;

    /// <summary>Sum, term by term.</summary>
    public static RowCounts operator +(RowCounts a, RowCounts b) => new(
        a.Read + b.Read, a.Inserted + b.Inserted, a.Updated + b.Updated, a.Unchanged + b.Unchanged,
        a.Duplicate + b.Duplicate, a.Filtered + b.Filtered, a.Rejected + b.Rejected, a.Truncated + b.Truncated);

    /// <summary>Sum, term by term.</summary>
    public static RowCounts Add(RowCounts left, RowCounts right) => left + right;
}
