using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>
/// Publishes a load table set by set: all at once, and where the target refuses that, in halves with a savepoint each
/// until the rows at fault stand alone.
/// </summary>
/// <param name="database">The target's database, in a transaction.</param>
/// <param name="load">The load table, with the column of row numbers.</param>
/// <param name="reject">Told the number of a row that was refused alone, and why.</param>
/// <param name="into">The table that they are published into, where its keys may wait for the commit.</param>
internal sealed class HalvedPublish(
    IDatabase database, TableName load, Action<long, Exception> reject, TableName? into = null)
{
    private readonly Dialect _dialect = database.Platform.Dialect;
    private readonly List<(long Number, Exception Why)> _left = [];
    private readonly TriedRows _tried = new(() => database, looksAhead: true, into);

    /// <summary>What finds single rows of the target while parts are tried, and its end; null = it is done without.
    /// Asked once parts are tried.</summary>
    public Func<(string Make, string Remove)?> Index { get; init; } = () => null;

    /// <summary>
    /// Runs it; the publisher is given the first and the last row number of each part, null = all rows.
    /// </summary>
    /// <returns>Sum of what the publisher counted in the parts that were taken.</returns>
    public RowCounts Run(Func<(long First, long Last)?, RowCounts> publish)
    {
        if (Try(() => publish(null), out var counts) is null)
        {
            return counts;
        }

        var index = Index();
        foreach (var statement in _dialect.IndexRowNumber(load).Concat(index is { } own ? [own.Make] : []))
        {
            database.Execute(statement);
        }

        var done = Halve(publish, 1, database.Number(_dialect.LastRowNumber(load))) + Again(publish);
        if (index is { } made)
        {
            database.Execute(made.Remove);
        }

        return done;
    }

    // A row may have been refused for one behind it, whose value it gets: it is tried until none more is taken.
    private RowCounts Again(Func<(long First, long Last)?, RowCounts> publish)
    {
        var done = default(RowCounts);
        for (var before = 0; _left.Count > 0 && _left.Count != before;)
        {
            before = _left.Count;
            foreach (var one in _left.ToArray())
            {
                if (Try(() => publish((one.Number, one.Number)), out var counts) is null)
                {
                    done += counts;
                    _left.Remove(one);
                }
            }
        }

        _left.ForEach(one => reject(one.Number, one.Why));
        return done;
    }

    private RowCounts Halve(Func<(long First, long Last)?, RowCounts> publish, long first, long last)
    {
        if (first > last)
        {
            return default;
        }

        if (Try(() => publish((first, last)), out var counts) is not { } refused)
        {
            _tried.Passed();
            return counts;
        }

        if (first == last)
        {
            _tried.Judge(refused, () => publish((first, first - 1)));
            Leave(first, refused);
            return default;
        }

        var middle = first + (last - first) / 2;
        return Halve(publish, first, middle) + Halve(publish, middle + 1, last);
    }

    private void Leave(long number, Exception refused)
    {
        if (_left.Count < RowSuspects.AgainMax)
        {
            _left.Add((number, refused));
        }
        else
        {
            reject(number, refused);
        }
    }

    private Exception? Try(Func<RowCounts> publish, out RowCounts counts)
    {
        RowCounts done = default;
        var refused = _tried.Try(() => done = publish());
        counts = refused is null ? done : default;
        return refused;
    }
}
