using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// Publishes a load table into versions of keys, within the open transaction. Run twice over the same rows it changes
/// nothing the second time. Its work tables are gone with it, or with the transaction.
/// </summary>
internal sealed class ScdPublish(IDatabase database, PackageContext context, LoadColumns columns, TableName table)
{
    private readonly ScdWork work = new(database, context, columns, table);

    /// <summary>How many versions were added.</summary>
    public long Added { get; private set; }

    /// <summary>What is to be told beside the counts.</summary>
    public string[] Warnings { get; private set; } = [];

    /// <summary>Does it.</summary>
    /// <param name="counts">What was read; Inserted = the rows of the load table.</param>
    /// <param name="isEmpty">Whether the target holds nothing.</param>
    /// <param name="isNew">Whether this transaction has made the target.</param>
    /// <returns>What became of the rows.</returns>
    public RowCounts Run(RowCounts counts, bool isEmpty, bool isNew)
    {
        Warnings = work.Rows.IsWhole && NoneIsDeleted(counts) is { } why ? [why] : [];
        IScdEngine engine = context.Object.Scd!.Engine == ScdEngine.Dataflow ? new FlowEngine(work)
            : new SetEngine(work);
        var (kept, added) = engine.Run(new ScdDelivery(
            counts.Inserted, work.Rows.IsWhole && Warnings.Length == 0, isEmpty, isNew));
        Added = added;
        work.DropMade();
        return counts with
        {
            Inserted = kept.Inserted,
            Updated = kept.Updated,
            Unchanged = kept.Unchanged,
            Duplicate = kept.Duplicate,
            Closed = kept.Closed,
        };
    }

    private static string? NoneIsDeleted(RowCounts counts) =>
        counts.Inserted == 0 ? "nothing was delivered, so that no key was taken as deleted"
        : counts.Rejected > 0 ? $"{counts.Rejected} rows were rejected, so that no key was taken as deleted: its row "
            + "may be among them"
        : null;
}
