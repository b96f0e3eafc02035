using Orchestrator.Compare.Values;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Compare;

/// <summary>
/// Reads some rows of a side once more: by their keys where a statement finds them, else among all its rows.
/// </summary>
/// <param name="side">The side.</param>
/// <param name="isLeft">Whether it is the first one.</param>
/// <param name="pairs">What is compared.</param>
/// <param name="rules">What is no difference.</param>
/// <param name="cancellation">Stops it.</param>
internal sealed class RowLookup(
    ComparedSide side, bool isLeft, ColumnPairs pairs, DataRules rules, CancellationToken cancellation)
{
    // Where nothing helps a server to find them, each statement looks at all rows; and it takes so many values.
    private const int ValuesAtOnce = 250;

    private readonly Dictionary<(ulong Key, ulong Row), ExaminedRow> _found = [];
    private HashSet<(ulong Key, ulong Row)> _wanted = [];

    /// <summary>Reads rows; one that is not there any more is not among them.</summary>
    /// <param name="wanted">What stands for each, and the texts of its key.</param>
    public IReadOnlyDictionary<(ulong Key, ulong Row), ExaminedRow> Read(
        IReadOnlyList<(ulong Key, ulong Row, IReadOnlyList<string?> Texts)> wanted)
    {
        _wanted = [.. wanted.Select(one => (one.Key, one.Row))];
        var keys = wanted.Where(one => one.Texts.Count > 0 && !one.Texts.Contains(null)).DistinctBy(one => one.Key)
            .Select(one => (IReadOnlyList<string>)[.. one.Texts.OfType<string>()]);
        foreach (var some in keys.Chunk(Math.Max(1, ValuesAtOnce / Math.Max(1, pairs.Keys))))
        {
            using var reader = side.OpenKeys(KeyColumns(), some, cancellation);
            if (reader is null)
            {
                break;
            }

            Take(reader);
        }

        if (_wanted.Count > 0)
        {
            using var all = side.Open(cancellation);
            Take(all);
        }

        return _found;
    }

    private IReadOnlyList<RowColumn> KeyColumns() =>
        [.. pairs.All.Take(pairs.Keys).Select(pair => Column(isLeft ? pair.Left : pair.Right))];

    private static RowColumn Column(SideColumn column) => column.Column;

    private void Take(IRowReader reader)
    {
        var canon = new RowCanon(pairs, isLeft, rules);
        SideReading.Each(
            reader,
            (batch, row) =>
            {
                var digest = canon.Digest(batch, row);
                if (_wanted.Remove(digest))
                {
                    _found[digest] = new ExaminedRow(canon.Values(batch, row), canon.Texts(batch, row));
                }

                return _wanted.Count > 0;
            },
            cancellation);
    }
}
