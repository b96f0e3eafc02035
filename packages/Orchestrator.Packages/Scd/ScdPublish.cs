using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Scd;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// Publishes a load table into versions of keys, within the open transaction. Run twice over the same rows it changes
/// nothing the second time. Its work tables are gone with it, or with the transaction.
/// </summary>
internal sealed class ScdPublish(IDatabase database, PackageContext context, LoadColumns columns, TableName table)
{
    private readonly ScdWork _work = new(database, context, columns, table);

    /// <summary>How many versions were added.</summary>
    public long Added { get; private set; }

    /// <summary>What is to be told beside the counts.</summary>
    public string[] Warnings { get; private set; } = [];

    private ScdDialect Sql =>
        new(_work.Dialect, ScdTables.Of(_work.Dialect, _work.Target, context.AttemptId), _work.Rows);

    /// <summary>Does it.</summary>
    /// <param name="counts">What was read; Inserted = the rows of the load table.</param>
    /// <param name="filesLeft">How many files of the source were not taken.</param>
    /// <param name="isEmpty">Whether the target holds nothing.</param>
    /// <param name="isNew">Whether this transaction has made the target.</param>
    /// <returns>What became of the rows.</returns>
    public RowCounts Run(RowCounts counts, long filesLeft, bool isEmpty, bool isNew)
    {
        RefuseMoment();
        var load = ScdTables.Of(_work.Dialect, table, context.AttemptId).Load;
        OtherForms.Refuse(database, table, load, _work.Rows.Key, context.Object);
        var isPart = _work.Rows.IsWhole ? NoneIsDeleted(counts, filesLeft) : null;
        Warnings = [.. new[] { isPart, Ahead(isEmpty), isEmpty ? null : Open() }.OfType<string>()];
        _work.Execute(_work.Dialect.WorkMemory);
        _work.Execute(ScdWidth.IsWide(_work.Load) ? _work.Dialect.WideWork : null);
        // Where its definition stays whatever becomes of the load, it has its index since it was made.
        var lacksIndex = isNew && database.Platform.Abilities.UndoesDefinitions;
        IScdEngine engine = context.Object.Scd!.Engine == ScdEngine.Dataflow ? new FlowEngine(_work)
            : new SetEngine(_work);
        var (kept, added) = engine.Run(new ScdDelivery(
            counts.Inserted, _work.Rows.IsWhole && isPart is null, isEmpty, lacksIndex));
        Added = added;
        _work.DropMade();
        return counts with
        {
            Inserted = kept.Inserted,
            Updated = kept.Updated,
            Unchanged = kept.Unchanged,
            Duplicate = kept.Duplicate,
            Closed = kept.Closed,
        };
    }

    /// <summary>Makes the target with the index that finds a version and keeps it the only one.</summary>
    public void MakeTarget()
    {
        var (key, purpose) = Sql.TargetKey;
        database.CreateKeyedTable(table, columns.Table, key, purpose);
    }

    private void RefuseMoment()
    {
        if (_work is { Rows.Effective: null, OpenEnd: { } open } && string.CompareOrdinal(_work.Moment, open) >= 0)
        {
            throw new PackageRefusedException(
                "ORC3480", ErrorClass.Config, "publish",
                $"The run's moment, {_work.Moment}, from which on its rows hold, is not before {open}, where versions "
                + "end that have no end. Write a later `openEnd`, or null.");
        }
    }

    private string? Ahead(bool isEmpty)
    {
        var ahead = _work.Rows.Effective is not null || isEmpty ? 0 : _work.Number(Sql.CountAhead);
        return ahead == 0 ? null : $"{ahead} versions begin behind {_work.Moment}, the moment of this run, so that its "
            + "rows stand before them: they were loaded by a later night, or the clock went back";
    }

    // Who changes `openEnd` means all versions without an end: else some would hold the one and some the other.
    private string? Open()
    {
        var sql = new ScdOpenDialect(_work.Dialect, _work.Target, _work.Rows);
        var due = _work.Number(sql.Count);
        if (due == 0)
        {
            return null;
        }

        if (sql.CountBehind is { } text && _work.Number(text) is var behind and > 0)
        {
            throw new PackageRefusedException(
                "ORC3480", ErrorClass.Config, "publish",
                $"{behind} versions without an end begin at or behind {_work.OpenEnd}, which `openEnd` says that they "
                + "hold as their end; they would end before they began. Write a later `openEnd`, or null.");
        }

        _work.Took("versions without an end", due, _work.Change(sql.Write));
        return $"{due} versions without an end held another date than `openEnd` says by now, and hold "
            + $"{_work.OpenEnd ?? "NULL"} from this run on";
    }

    private static string? NoneIsDeleted(RowCounts counts, long filesLeft) =>
        counts.Inserted == 0 ? "nothing was delivered, so that no key was taken as deleted"
        : filesLeft > 0 ? "not all files were taken, so that no key was taken as deleted: its row may be in another one"
        : counts.Rejected > 0 ? $"{counts.Rejected} rows were rejected, so that no key was taken as deleted: its row "
            + "may be among them"
        : null;
}
