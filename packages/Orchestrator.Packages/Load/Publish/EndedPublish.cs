using System.Runtime.ExceptionServices;
using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>
/// Publishes a load table that is committed, where a refusal ends the transaction and no savepoint helps: more and more
/// of it is tried in transactions that are taken back, until the rows at fault are known; they leave the load table,
/// and the others are published in one transaction. Each of them begins with the claim.
/// </summary>
/// <param name="connection">The database.</param>
/// <param name="load">The load table, with the column of row numbers.</param>
internal sealed class EndedPublish(Func<IDatabase> connection, TableName load)
{
    private readonly RowSuspects _suspects = new();
    private readonly List<(long Number, Exception Why)> _ofKeys = [];
    private long _rejected;

    /// <summary>Takes back what is open, and begins a transaction.</summary>
    public required Action Begin { get; init; }

    public required Action Commit { get; init; }

    /// <summary>Makes the load table ready once, as it is to be for all that follow.</summary>
    public required Action Prepare { get; init; }

    /// <summary>Publishes the rows up to a number, but those of some numbers.</summary>
    public required Action<long, IEnumerable<long>> Probe { get; init; }

    /// <summary>Rejects a row, and takes it out of the load table.</summary>
    public required Action<long, Exception> Reject { get; init; }

    /// <summary>Publishes all rows that are in the load table.</summary>
    public required Func<RowCounts> Publish { get; init; }

    /// <summary>Does it; the transaction that has published is open then.</summary>
    /// <param name="refused">Why that was refused.</param>
    public RowCounts Run(Exception refused)
    {
        Find(1, Last());
        if (_rejected + _ofKeys.Count == 0)
        {
            ExceptionDispatchInfo.Throw(refused);
        }

        // A value that is there already may be of a row behind, which gives it away.
        if (_ofKeys.Count > 0 && Try(() => { }, () => Publish(), out var done) is null)
        {
            return done;
        }

        Leave(_ofKeys);
        Begin();
        return Publish();
    }

    private long Last()
    {
        Begin();
        Prepare();
        var dialect = connection().Platform.Dialect;
        var last = connection().Number(dialect.LastRowNumber(load));
        foreach (var statement in dialect.IndexRowNumber(load))
        {
            connection().Execute(statement);
        }

        Commit();
        return last;
    }

    // What stands before the first of them is taken.
    private void Find(long first, long last)
    {
        if (Tried(last) is not { } refused)
        {
            _suspects.Passed();
            return;
        }

        if (first < last)
        {
            var middle = first + (last - first) / 2;
            Find(first, middle);
            Find(middle + 1, last);
            return;
        }

        _suspects.Judge(refused, () => Tried(first - 1) is not null);
        if (IsOfKey(refused))
        {
            _ofKeys.Add((first, refused));
        }
        else
        {
            Leave([(first, refused)]);
        }
    }

    private Exception? Tried(long last) => Try(
        connection().Rollback, () =>
        {
            Probe(last, _ofKeys.Select(one => one.Number));
            return default;
        }, out _);

    private Exception? Try(Action end, Func<RowCounts> work, out RowCounts done)
    {
        Begin();
        try
        {
            done = work();
            end();
            return null;
        }
        catch (Exception fault) when (Faults.MayBeRefusal(fault))
        {
            done = default;
            connection().Rollback();
            return fault;
        }
    }

    private void Leave(List<(long Number, Exception Why)> found)
    {
        Begin();
        found.ForEach(one => Reject(one.Number, one.Why));
        Commit();
        _rejected += found.Count;
    }

    private bool IsOfKey(Exception why) => connection().Platform is var platform
        && platform.Explain(why) is { } fault && platform.Dialect.IsOfKeyByRow(fault);
}
