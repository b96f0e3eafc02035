using System.Globalization;

namespace Orchestrator.Data;

/// <summary>
/// Every row accounted for: Read = Inserted + Updated + Unchanged + Duplicate + Filtered + Rejected.
/// <see cref="Truncated"/> is a mark on rows that were written, not a term of the equation.
/// </summary>
public readonly record struct RowCounts(
    long Read, long Inserted, long Updated, long Unchanged, long Duplicate, long Filtered, long Rejected,
    long Truncated)
{
    /// <summary>Keys of kind scd that were closed or flagged, as the source has them no more; no term of the equation.
    /// </summary>
    public long Closed { get; init; }

    /// <summary>Whether the equation holds.</summary>
    public bool AddUp => Read == Accounted;

    private long Accounted => Inserted + Updated + Unchanged + Duplicate + Filtered + Rejected;

    /// <summary>Each count with its word, those of zero too.</summary>
    public IEnumerable<(string Kind, long Count)> Terms =>
    [
        ("read", Read), ("inserted", Inserted), ("updated", Updated), ("unchanged", Unchanged),
        ("duplicate", Duplicate), ("filtered", Filtered), ("rejected", Rejected), ("truncated", Truncated),
        ("closed", Closed),
    ];

    /// <summary>Sum, term by term.</summary>
    public static RowCounts operator +(RowCounts a, RowCounts b) => new(
        a.Read + b.Read, a.Inserted + b.Inserted, a.Updated + b.Updated, a.Unchanged + b.Unchanged,
        a.Duplicate + b.Duplicate, a.Filtered + b.Filtered, a.Rejected + b.Rejected, a.Truncated + b.Truncated)
    {
        Closed = a.Closed + b.Closed,
    };

    /// <summary>Sum, term by term.</summary>
    public static RowCounts Add(RowCounts left, RowCounts right) => left + right;

    /// <summary>"100 read = 98 inserted + 2 rejected (3 truncated)"; terms that are zero are left out; behind them
    /// "(3 closed)".</summary>
    public override string ToString()
    {
        (long Count, string Word)[] terms =
        [
            (Inserted, "inserted"), (Updated, "updated"), (Unchanged, "unchanged"),
            (Duplicate, "duplicate"), (Filtered, "filtered"), (Rejected, "rejected"),
        ];
        var shown = terms.Where(term => term.Count != 0).DefaultIfEmpty(terms[0])
            .Select(term => $"{Number(term.Count)} {term.Word}");
        return $"{Number(Read)} read {(AddUp ? "=" : "≠")} {string.Join(" + ", shown)}"
            + (Truncated == 0 ? "" : $" ({Number(Truncated)} truncated)")
            + (Closed == 0 ? "" : $" ({Number(Closed)} closed)");
    }

    /// <summary>The same over loads of which one failed: "100 read: 40 inserted + 2 rejected; not loaded: 58, a load
    /// failed". What it had read and not written is in no term, and nothing is wrong with the counts.</summary>
    public string OfFailed() => Read > Accounted
        ? $"{ToString().Replace(" read ≠ ", " read: ", StringComparison.Ordinal)}; "
            + $"not loaded: {Number(Read - Accounted)}, a load failed"
        : ToString();

    private static string Number(long count) => count.ToString("N0", CultureInfo.InvariantCulture);
}
