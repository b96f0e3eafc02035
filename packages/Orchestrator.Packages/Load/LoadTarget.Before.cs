using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load;

/// <summary>What is done to the target before its rows: locks, what is taken back, and the count.</summary>
internal sealed partial class LoadTarget
{
    // Under the claim: what has ended well since it was asked counts, and whoever is still at work has written nothing.
    private WatermarkStart? AsOfNow(WatermarkStart? asked) =>
        asked is null || replayed is not null || !LoadContract.TakesBack(definition) ? asked : asked with
        {
            Unfinished = AppendAgain.ReadsWhatIsNew(definition, context.Solution)
                ? context.Watermark().Unfinished : context.Unfinished(),
        };

    // The marker is to name the attempt that the ledger will have as the last one.
    private void Finish()
    {
        try
        {
            end?.Find(Database);
        }
        catch (FinishedBeforeException)
        {
            session.Commit();
            throw;
        }
    }

    private void BeginInPlace()
    {
        hooks.Run(Database, HookTime.Before);
        if (publish.Swap == Swap.InPlace)
        {
            LockTable();
            Database.Execute(Dialect.DeleteAll(table));
            CrashPoint.Pass("load.emptied");
        }
        else
        {
            CountBefore();
        }
    }

    private void LockTarget()
    {
        if (!publish.UsesLoadTable)
        {
            LockTable();
        }
    }

    private void LockTable()
    {
        if (exists && definition.Load.TableLock.Value && publish.Swap != Swap.Shadow
            && Dialect.LockTable(table) is { Length: > 0 } take)
        {
            Database.Execute(take);
        }
    }

    private void CountBefore()
    {
        LockTable();
        var pattern = definition.Load.Pattern.Value;
        // Others fill a buffer, too, and what it is given twice it keeps once.
        if (exists && pattern == LoadPattern.Append && definition.Absorb is null)
        {
            CrashPoint.Around("load.takeback", () => TargetRows.TakeBack(Database, table, definition, start));
        }

        before = exists && pattern is not (LoadPattern.TruncateInsert or LoadPattern.DropAndReload)
            ? Database.Number(Dialect.Count(table))
            : 0;
    }
}
