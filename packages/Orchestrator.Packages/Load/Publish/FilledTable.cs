using Orchestrator.Data;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>
/// The rows of a load in a load table, until they are published: what the ways have in common that write into one.
/// </summary>
/// <param name="session">The session of the load.</param>
/// <param name="table">The load table.</param>
/// <param name="computed">The rows before the server has computed them; null = it computes none.</param>
/// <param name="cancellation">Fires when the attempt shall stop.</param>
internal sealed class FilledTable(
    TargetTable target, TargetSession session, LoadTable table, ComputedRows? computed, CancellationToken cancellation)
{
    public LoadTable Table => table;

    /// <summary>The table that the rows are written into.</summary>
    public TableName Into => computed?.Staged ?? table.Name;

    /// <summary>Makes it, as <see cref="LoadTable.Make"/> says.</summary>
    public void Make(bool isShadow, bool isAlike, bool hasNumbers, params IReadOnlyList<string> foundBy)
    {
        CrashPoint.Around("load.table", () => table.Make(isShadow, isAlike, hasNumbers, foundBy));
        computed?.Make();
    }

    /// <summary>
    /// Computes what the server is to compute. Where all is not one transaction, the load table is committed, and the
    /// target looked at once more.
    /// </summary>
    /// <exception cref="PackageRefusedException">The target is no longer one that can be loaded so.</exception>
    public RowCounts Complete(RowCounts counts)
    {
        counts = computed?.Run(counts) ?? counts;
        if (!target.IsOneTransaction)
        {
            // Others may have changed the table while the rows were on their way.
            table.Complete();
            CrashPoint.Around("load.filled", () => session.CommitAndBegin(cancellation));
            target.Inspect();

            // Where what hangs on the table is not what it was, the load table was not made to take its place.
            target.PublishFromLoadTable(mayExchange: !table.HasNumbers && target.MayBeShadow == table.IsShadow);
        }

        return counts;
    }

    /// <summary>Publishes it, once it is known to be whole.</summary>
    /// <param name="counts">What was read and written.</param>
    /// <param name="publish">Does it.</param>
    public RowCounts Publish(RowCounts counts, Func<RowCounts, RowCounts> publish)
    {
        if (target.IsSplit)
        {
            TargetRows.RefuseUnlessWhole(target.Database, table.Name, counts.Inserted);
        }

        return CrashPoint.Around("load.publish", () => publish(counts));
    }
}
