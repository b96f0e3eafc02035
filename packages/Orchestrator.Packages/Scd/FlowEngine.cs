using Orchestrator.Data;
using Orchestrator.Data.Scd;
using Orchestrator.Dataflow;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// By <see cref="ScdWorker"/>: the database gives numbers to keys, rows and shared values, the worker makes the
/// versions of these, and statements put the values in. So two values are equal where the database says so, and none is
/// changed on a way that it does not go.
/// </summary>
internal sealed class FlowEngine : IScdEngine
{
    // Of rows and of versions; what is more is sorted in files of the run's folder.
    private const int RowsInMemory = 50_000;

    private readonly ScdWork work;
    private readonly ScdFlowTables tables;
    private readonly ScdFlowDialect sql;

    /// <summary>Works with that.</summary>
    public FlowEngine(ScdWork work)
    {
        this.work = work;
        tables = ScdFlowTables.Of(work.Dialect, work.Target, work.Context.AttemptId);
        sql = new ScdFlowDialect(work.Dialect, tables, work.Rows);
    }

    /// <inheritdoc/>
    public (ScdCounts Counts, long Added) Run(ScdDelivery delivery)
    {
        Number(delivery.MayDelete);
        CrashPoint.Pass("scd.numbered");
        work.Make(tables.Outcome, sql.OutcomeColumns);
        var numbers = new VersionNumbers(work.Rows, $"{work.Target}");
        var counts = Flow(numbers, delivery.MayDelete);
        work.Execute(work.Dialect.CountFilled(tables.Outcome));
        CrashPoint.Pass("scd.made");
        Make(sql.ValueParts);
        work.Make(tables.Work, sql.WorkColumns);
        work.Execute(sql.Resolve);
        work.Execute(work.Dialect.CountFilled(tables.Work));
        work.Took("changed versions", numbers.Changed, work.Change(sql.End));
        work.Took("corrected versions", numbers.Corrected, work.Change(sql.Correct));
        work.Took("versions with other values", numbers.Shared, work.Change(sql.Share));
        CrashPoint.Pass("scd.changed");
        var added = work.Add(sql.Add, sql.LastNumber);
        work.Took("new versions", numbers.New, added);
        if (delivery.TargetIsNew)
        {
            work.Execute(sql.IndexTarget);
        }

        return (counts, added);
    }

    private void Number(bool mayDelete)
    {
        work.Execute(work.Dialect.CountFilled(tables.Load));
        work.Make(tables.Keys, sql.KeyColumns);
        work.Execute(sql.NumberKeys);
        if (mayDelete)
        {
            work.Execute(sql.IndexLoad);
            work.Execute(sql.NumberMissing);
        }

        work.Execute(sql.IndexKeys);
        work.Execute(work.Dialect.CountFilled(tables.Keys));
        Make(sql.NumberParts);
        work.Make(tables.Rows, sql.RowColumns);
        work.Execute(sql.NumberRows);
        work.Execute(work.Dialect.CountFilled(tables.Rows));
    }

    private void Make(IEnumerable<ScdPart> parts)
    {
        foreach (var part in parts)
        {
            work.Make(part.Table, part.Columns);
            work.Execute(part.Fill);
            work.Execute(work.Dialect.CountFilled(part.Table));
        }
    }

    private ScdCounts Flow(VersionNumbers numbers, bool mayDelete)
    {
        var context = work.Context;
        var flow = new Flow(context.Object.Name);
        using var isRead = new ManualResetEventSlim();
        var rows = new StatementSource<ScdRow>(flow, "delivery", work, sql.ReadRows, numbers.Row)
        {
            HasEnded = isRead,
        };
        var versions = new StatementSource<ScdVersion>(flow, "versions", work, sql.ReadVersions, numbers.Version)
        {
            After = isRead,
        };
        var scd = new ScdWorker(rows.Output, versions.Output, "scd", Rules(mayDelete),
            new SpillOptions { RowsMax = RowsInMemory, Folder = context.Folder });
        _ = new VersionTarget(
            scd.New.Union("changes", scd.Changed), "write", work, tables.Outcome, sql.OutcomeColumns, numbers);
        List<ScdCounts> counts = [];
        scd.Counts.To("counts", counts);
        flow.Run(context.Cancellation).ThrowOnFailure();
        return counts.SingleOrDefault();
    }

    private ScdRules Rules(bool mayDelete) => new(
        VersionNumbers.Columns(work.Rows), MomentText.Cut(work.Context.Moment, work.Rows.From.Type),
        work.Context.Object.Scd!.Deletes switch
        {
            DeletedRows.Close => ScdDeletes.Close,
            DeletedRows.Flag => ScdDeletes.Flag,
            _ => ScdDeletes.Ignore,
        })
    {
        IsWhole = () => mayDelete,
        OfValues = Comparer<object?>.Create((one, other) => ((long)one!).CompareTo((long)other!)),
    };
}
