using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load;

/// <summary>What is done where a refusal has ended the transaction in which the load table was published.</summary>
internal sealed partial class LoadTarget
{
    // A load table that is committed is there still; what a replay marks is of its transaction.
    private bool MayPublishAgain => !IsOneTransaction && replayed is null && loadTable.HasNumbers
        && publish.Swap == Swap.Transaction && definition.Errors.OnError.Value == Policy.Redirect;

    private RowPublish MakePublish(bool isPlain) =>
        new(Database, context, columns, loadTable.Name, table, refused)
        {
            TargetIsNew = !exists,
            FilesLeft = FilesLeft,
            IsPlain = isPlain,
        };

    private RowCounts PublishTried(RowCounts counts)
    {
        var refusedBefore = refused.Count;
        try
        {
            return PublishLoadTable(counts);
        }
        catch (Exception fault) when (
            TriedRows.HasEnded(fault) && MayPublishAgain && refused.Count == refusedBefore)
        {
            // Once for all: a row that is rejected gives its place to no older one of its key.
            var duplicate = 0L;
            RowCounts Left() => counts with
            {
                Inserted = counts.Inserted - duplicate - (refused.Count - refusedBefore),
                Duplicate = counts.Duplicate + duplicate,
                Rejected = counts.Rejected + refused.Count - refusedBefore,
            };
            return new EndedPublish(() => Database, loadTable.Name)
            {
                Begin = BeginAgain,
                Commit = session.Commit,
                Prepare = () => duplicate = MakePublish(isPlain: true).LeaveLatest(),
                Probe = (last, without) => Probe(counts, last, without),
                Reject = (number, why) => MakePublish(isPlain: true).Reject(number, why),
                Publish = () =>
                {
                    MakeReady();
                    return PublishLoadTable(Left(), isPlain: true);
                },
            }.Run(fault);
        }
    }

    private void BeginAgain()
    {
        Database.Rollback();
        session.Begin(cancellation);
        Inspect();
        publish = publish with { Swap = Swap.Transaction };
    }

    // As of a delivery in parts, so that no key is taken as deleted.
    private void Probe(RowCounts counts, long last, IEnumerable<long> without)
    {
        MakeReady();
        MakePublish(isPlain: true).LeaveOnly(last, without);
        var rows = Database.Number(Dialect.Count(loadTable.Name));
        var (filesLeft, all) = (FilesLeft, counts.Inserted - rows);
        FilesLeft = Math.Max(1, filesLeft);
        try
        {
            PublishLoadTable(counts with { Read = counts.Read - all, Inserted = rows }, isPlain: true);
        }
        finally
        {
            FilesLeft = filesLeft;
        }
    }
}
