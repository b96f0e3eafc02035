using System.Runtime.ExceptionServices;
using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>
/// Publishes a load table whose rows only together make what is written: all at once, and where the target refuses
/// that, parts of them are tried and taken back until the rows at fault stand alone. The others are published together.
/// </summary>
/// <param name="database">The target's database, in a transaction.</param>
/// <param name="load">The load table, with the column of row numbers.</param>
/// <param name="reject">Told the number of a row that was refused alone, and why; takes it out of the load table.
/// </param>
internal sealed class ProbedPublish(IDatabase database, TableName load, Action<long, Exception> reject)
{
    private readonly Dialect _dialect = database.Platform.Dialect;
    private readonly TriedRows _tried = new(() => database, looksAhead: true);

    /// <summary>Runs it.</summary>
    /// <param name="publish">Publishes all rows that are in the load table.</param>
    /// <param name="probe">Publishes as many, which are taken back.</param>
    public RowCounts Run(Func<RowCounts> publish, Action<long> probe)
    {
        for (var isIndexed = false; ; isIndexed = true)
        {
            RowCounts done = default;
            if (_tried.Try(() => done = publish()) is not { } refused)
            {
                return done;
            }

            foreach (var statement in isIndexed ? [] : _dialect.IndexRowNumber(load))
            {
                database.Execute(statement);
            }

            if (Look(probe, 1, database.Number(_dialect.LastRowNumber(load))) == 0)
            {
                // None alone: what several of them make together is nobody's.
                ExceptionDispatchInfo.Throw(refused);
            }
        }
    }

    /// <summary>How many rows of a part were rejected.</summary>
    private int Look(Action<long> probe, long first, long last)
    {
        if (first > last || _tried.Probe(() => Probe(probe, first, last)) is not { } refused)
        {
            if (first <= last)
            {
                _tried.Passed();
            }

            return 0;
        }

        if (first == last)
        {
            _tried.Judge(refused, () => Probe(probe, first, first - 1));
            reject(first, refused);
            return 1;
        }

        var middle = first + (last - first) / 2;
        return Look(probe, first, middle) + Look(probe, middle + 1, last);
    }

    private void Probe(Action<long> probe, long first, long last)
    {
        database.Execute(_dialect.DeleteOthers(load), ("first", first), ("last", last));
        probe(database.Number(_dialect.Count(load)));
    }
}
