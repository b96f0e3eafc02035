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

    private readonly ScdWork _work;
    private readonly ScdFlowTables _tables;
    private readonly ScdFlowDialect _sql;

    public FlowEngine(ScdWork work)
    {
        _work = work;
        _tables = ScdFlowTables.Of(work.Dialect, work.Target, work.Context.AttemptId);
        _sql = new ScdFlowDialect(work.Dialect, _tables, work.Rows);
    }

    public (ScdCounts Counts, long Added) Run(ScdDelivery delivery)
    {
        Number(delivery.MayDelete);
        CrashPoint.Pass("scd.numbered");
        _work.Make(_tables.Outcome, _sql.OutcomeColumns);
        var numbers = new VersionNumbers(_work.Rows, $"{_work.Target}");
        var counts = Flow(numbers, delivery.MayDelete);
        _work.Execute(_work.Dialect.CountFilled(_tables.Outcome));
        CrashPoint.Pass("scd.made");
        Make(_sql.ValueParts);
        _work.Make(_tables.Work, _sql.WorkColumns);
        _work.Execute(_sql.Resolve);
        _work.Execute(_work.Dialect.CountFilled(_tables.Work));
        _work.Took("changed versions", numbers.Changed, _work.Change(_sql.End));
        _work.Took("corrected versions", numbers.Corrected, _work.Change(_sql.Correct));
        _work.Took("versions with other values", numbers.Shared, _work.Change(_sql.Share));
        CrashPoint.Pass("scd.changed");
        var added = _work.Add(_sql.Add, _sql.LastNumber);
        _work.Took("new versions", numbers.New, added);
        if (delivery.LacksIndex)
        {
            _work.Execute(_sql.IndexTarget);
        }

        return (counts, added);
    }

    private void Number(bool mayDelete)
    {
        _work.Execute(_work.Dialect.CountFilled(_tables.Load));
        _work.Make(_tables.Keys, _sql.KeyColumns);
        _work.Execute(_sql.NumberKeys);
        if (mayDelete)
        {
            _work.Execute(_sql.IndexLoad);
            _work.Execute(_sql.NumberMissing);
        }

        _work.Execute(_sql.IndexKeys);
        _work.Execute(_work.Dialect.CountFilled(_tables.Keys));
        Make(_sql.NumberParts);
        _work.Make(_tables.Rows, _sql.RowColumns);
        _work.Execute(_sql.NumberRows);
        _work.Execute(_work.Dialect.CountFilled(_tables.Rows));
    }

    private void Make(IEnumerable<ScdPart> parts)
    {
        foreach (var part in parts)
        {
            _work.Make(part.Table, part.Columns);
            _work.Execute(part.Fill);
            _work.Execute(_work.Dialect.CountFilled(part.Table));
        }
    }

    private ScdCounts Flow(VersionNumbers numbers, bool mayDelete)
    {
        var context = _work.Context;
        var flow = new Flow(context.Object.Name);
        using var isRead = new ManualResetEventSlim();
        var rows = new StatementSource<ScdRow>(flow, "delivery", _work, _sql.ReadRows, numbers.Row)
        {
            HasEnded = isRead,
        };
        var versions = new StatementSource<ScdVersion>(flow, "versions", _work, _sql.ReadVersions, numbers.Version)
        {
            After = isRead,
        };
        var scd = new ScdWorker(rows.Output, versions.Output, "scd", Rules(mayDelete),
            new SpillOptions { RowsMax = RowsInMemory, Folder = context.Folder });
        _ = new VersionTarget(
            scd.New.Union("changes", scd.Changed), "write", _work, _tables.Outcome, _sql.OutcomeColumns, numbers);
        List<ScdCounts> counts = [];
        scd.Counts.To("counts", counts);
        flow.Run(context.Cancellation).ThrowOnFailure();
        return counts.SingleOrDefault();
    }

    private ScdRules Rules(bool mayDelete) => new(
        VersionNumbers.Columns(_work.Rows), MomentText.Cut(_work.Context.Moment, _work.Rows.From.Type),
        _work.Context.Object.Scd!.Deletes switch
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
