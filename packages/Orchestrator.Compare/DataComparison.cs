using Orchestrator.Compare.Parts;
using Orchestrator.Data;

namespace Orchestrator.Compare;

/// <summary>
/// Compares two sides row by row: each is read once, both at the same time, and what stands for its rows is kept in
/// files in parts by the key. Only parts that differ are looked at, and only some of the rows that differ are read
/// once more. Memory does not grow with the rows.
/// </summary>
public static class DataComparison
{
    /// <summary>Compares two sides.</summary>
    /// <exception cref="DataRefusedException">They have not the columns that the options name.</exception>
    /// <exception cref="SideFailedException">A side cannot be read.</exception>
    /// <exception cref="SpillFailedException">The folder of the options has no room.</exception>
    /// <exception cref="OperationCanceledException">The token has fired.</exception>
    public static ComparisonResult Run(
        ComparedSide left, ComparedSide right, ComparisonOptions options, CancellationToken cancellation)
    {
        using var lefts = new RowParts(options.Folder);
        using var rights = new RowParts(options.Folder);
        var (pairs, latest) = Read(left, lefts, right, rights, options, cancellation);
        var tally = new DifferenceTally(
            Math.Max(options.Limit, options.ExaminedMax), pairs.Late is null ? null : latest);
        var parts = new PartComparison(options.Folder, tally.Add, cancellation);
        parts.Run(lefts, rights);
        var rows = new DifferingRows(left, right, pairs, options).Of(tally.Kept, cancellation);
        return new ComparisonResult
        {
            Sides = (left.Name, right.Name),
            LeftRows = lefts.Rows,
            RightRows = rights.Rows,
            Equal = parts.Equal,
            Missing = tally.Missing,
            Extra = tally.Extra,
            Differing = tally.Differing,
            Late = tally.Late,
            Repeated = tally.Repeated,
            Key = [.. pairs.All.Take(pairs.Keys).Select(pair => pair.Name)],
            Columns = pairs.All.Count,
            LeftAlone = pairs.LeftAlone,
            RightAlone = pairs.RightAlone,
            Examined = rows.Count,
            ByColumn = ByColumn(pairs, rows),
            Causes = Causes(rows, tally.Late),
            Shown = [.. rows.Take(options.Limit)],
        };
    }

    // Which rows are late is known of all of them.
    private static IReadOnlyList<(DifferenceCause Cause, long Rows)> Causes(
        IReadOnlyList<DifferingRow> rows, long late) =>
    [
        .. rows.CountBy(row => row.Cause).OrderByDescending(cause => cause.Value).ThenBy(cause => cause.Key)
            .Select(cause => (cause.Key, (long)cause.Value)),
        .. late > 0 ? [(DifferenceCause.LateRow, late)] : Array.Empty<(DifferenceCause, long)>(),
    ];

    private static (ColumnPairs Pairs, (long Left, long Right) Latest) Read(
        ComparedSide left, RowParts lefts, ComparedSide right, RowParts rights, ComparisonOptions options,
        CancellationToken cancellation)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        using var one = BothSides.Of(left, () => left.Open(stop.Token));
        using var other = BothSides.Of(right, () => right.Open(stop.Token));
        var pairs = ColumnPairs.Of(left, one.Columns, right, other.Columns, options);
        var canon = (Left: new RowCanon(pairs, true, options.Rules), Right: new RowCanon(pairs, false, options.Rules));
        BothSides.Run(
            (left, () => SideReading.Into(lefts, one, canon.Left, stop.Token)),
            (right, () => SideReading.Into(rights, other, canon.Right, stop.Token)), stop);
        return (pairs, (canon.Left.Latest, canon.Right.Latest));
    }

    private static IReadOnlyList<DifferingColumn> ByColumn(ColumnPairs pairs, IReadOnlyList<DifferingRow> rows)
    {
        var counts = rows.SelectMany(row => row.Values).CountBy(value => value.Column).ToDictionary();
        return [.. pairs.All.Where(pair => counts.ContainsKey(pair.Name))
            .Select(pair => new DifferingColumn(pair.Name, counts[pair.Name], pair.Left, pair.Right))];
    }
}
