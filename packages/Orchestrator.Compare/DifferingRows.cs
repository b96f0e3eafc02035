using System.Collections.ObjectModel;
using Orchestrator.Compare.Parts;
using Orchestrator.Compare.Values;

namespace Orchestrator.Compare;

/// <summary>Reads rows that differ once more, and tells in what.</summary>
internal sealed class DifferingRows(
    ComparedSide left, ComparedSide right, ColumnPairs pairs, ComparisonOptions options)
{
    /// <summary>Stands for what nobody may see.</summary>
    private const string Hidden = "(sensitive)";

    /// <summary>What is told of rows, in the order of their keys.</summary>
    public IReadOnlyList<DifferingRow> Of(IReadOnlyList<RowDifference> rows, CancellationToken cancellation)
    {
        var lefts = Read(left, true, [.. rows.Where(IsRead).Where(row => row.Left is not null)
            .Select(row => (row.Key, row.Left!.Value, FoundBy(row.LeftRecord)))], cancellation);
        var rights = Read(right, false, [.. rows.Where(IsRead).Where(row => row.Right is not null)
            .Select(row => (row.Key, row.Right!.Value, FoundBy(row.RightRecord)))], cancellation);
        return [.. rows.Select(row => Of(
                row, lefts.GetValueOrDefault((row.Key, row.Left ?? 0)),
                rights.GetValueOrDefault((row.Key, row.Right ?? 0))))
            .OrderBy(row => row.Key, ShownKeyOrder.Instance).ThenBy(row => row.Kind)];
    }

    // Of a row that one side alone has the key tells all that is shown.
    private bool IsRead(RowDifference row) => pairs.Keys == 0 || row is { Left: not null, Right: not null };

    // Each side by its own text: what rules make equal a statement may not find equal.
    private IReadOnlyList<string?> FoundBy(byte[] record) => KeyRecord.FoundBy(record, pairs.Late is not null);

    private IReadOnlyList<string?> KeyOf(byte[] record) => KeyRecord.KeyOf(record, pairs.Late is not null);

    private IReadOnlyDictionary<(ulong, ulong), ExaminedRow> Read(
        ComparedSide side, bool isLeft, IReadOnlyList<(ulong Key, ulong Row, IReadOnlyList<string?> Texts)> wanted,
        CancellationToken cancellation) =>
        wanted.Count == 0 ? ReadOnlyDictionary<(ulong, ulong), ExaminedRow>.Empty : BothSides.Of(
            side, () => new RowLookup(side, isLeft, pairs, options.Rules, cancellation).Read(wanted));

    private DifferingRow Of(RowDifference row, ExaminedRow? one, ExaminedRow? other)
    {
        var kind = row.Left is null ? DifferenceKind.Extra
            : row.Right is null ? DifferenceKind.Missing : DifferenceKind.Differing;
        var values = one is not null && other is not null ? Values(one, other) : [];
        var isGone = IsRead(row) && ((row.Left is not null && one is null) || (row.Right is not null && other is null));
        return new DifferingRow(kind, Key(row, one ?? other), values, CauseOf(row, values), isGone);
    }

    private static DifferenceCause CauseOf(RowDifference row, IReadOnlyList<DifferingValue> values) =>
        row.IsRepeated && row is not { Left: not null, Right: not null } ? DifferenceCause.Duplicates
        : values.Count > 0 && values.All(value => value.Cause == values[0].Cause)
            && values[0].Cause != DifferenceCause.Unknown ? values[0].Cause
        : row.IsRepeated ? DifferenceCause.Duplicates
        : DifferenceCause.Unknown;

    private IReadOnlyList<string?> Key(RowDifference row, ExaminedRow? whole) => pairs.Keys > 0
        ? [.. KeyOf(row.LeftRecord.Length > 0 ? row.LeftRecord : row.RightRecord)
            .Zip(pairs.All, (text, pair) => pair.IsSensitive ? Hidden : ValueWords.Shown(text))]
        : whole is null ? [] : [.. whole.Texts.Zip(pairs.All, (text, pair) => pair.IsSensitive ? Hidden : text)];

    private IReadOnlyList<DifferingValue> Values(ExaminedRow one, ExaminedRow other) =>
    [
        .. pairs.All.Index().Where(pair => !one.Values[pair.Index].AsSpan().SequenceEqual(other.Values[pair.Index]))
            .Select(pair =>
            {
                var (a, b) = (one.Texts[pair.Index], other.Texts[pair.Index]);
                var cause = DifferenceCauses.Of(pair.Item, one.Values[pair.Index], other.Values[pair.Index], (a, b));
                return pair.Item.IsSensitive
                    ? new DifferingValue(pair.Item.Name, Hidden, Hidden, cause)
                    : new DifferingValue(pair.Item.Name, a, b, cause);
            }),
    ];
}
