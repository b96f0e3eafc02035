using Orchestrator.Compare.Parts;

namespace Orchestrator.Compare;

/// <summary>Counts the rows that differ, and keeps some of them to be looked at.</summary>
/// <param name="keptMax">How many are kept.</param>
/// <param name="latest">The last time that a row came, on the first and the second side; null = nobody asks.</param>
internal sealed class DifferenceTally(int keptMax, (long Left, long Right)? latest)
{
    private readonly List<RowDifference> _kept = [];

    /// <summary>Those that are kept.</summary>
    public IReadOnlyList<RowDifference> Kept => _kept;

    public long Missing { get; private set; }

    public long Extra { get; private set; }

    public long Differing { get; private set; }

    public long Late { get; private set; }

    public long Repeated { get; private set; }

    /// <summary>Takes one.</summary>
    public void Add(RowDifference row)
    {
        if (IsLate(row))
        {
            Late++;
            return;
        }

        Missing += row.Right is null ? 1 : 0;
        Extra += row.Left is null ? 1 : 0;
        Differing += row is { Left: not null, Right: not null } ? 1 : 0;
        Repeated += row.IsRepeated ? 1 : 0;
        if (_kept.Count < keptMax)
        {
            _kept.Add(row);
        }
    }

    private bool IsLate(RowDifference row) => latest is var (left, right)
        && (IsLater(row.LeftRecord, right) || IsLater(row.RightRecord, left));

    // Behind nothing nothing is late: a side without rows was not loaded at all.
    private static bool IsLater(byte[] record, long latest) =>
        record.Length > 0 && latest > long.MinValue && KeyRecord.TimeOf(record) > latest;
}
