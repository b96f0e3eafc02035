using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Scd;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>
/// The rows go into a load table, from which they come into the target by key or by insert, as the pattern says; where
/// a refusal has ended the transaction, once more without the rows at fault.
/// </summary>
internal sealed class InsertWay(
    TargetTable target, FilledTable filled, TargetSession session, PackageContext context, RefusedRows refused)
    : IPublishWay
{
    private TargetAside? _aside;
    private (long? Rows, string[] Warnings) _written = (null, []);

    public TableName Into => filled.Into;

    public long? RowsMore => _written.Rows;

    public IReadOnlyList<string> Warnings => _written.Warnings;

    private IDatabase Database => target.Database;

    // A load table that is committed is there still; what a replay marks is of its transaction.
    private bool MayPublishAgain => !target.IsOneTransaction && target.Replayed is null && filled.Table.HasNumbers
        && target.Definition.Errors.OnError.Value == Policy.Redirect;

    public void Make() => filled.Make(
        isShadow: false, isAlike: target.Exists,
        hasNumbers: LoadContract.HasRowNumbers(target.Definition, target.Plan),
        foundBy: LoadContract.FoundBy(target.Definition));

    public RowCounts Complete(RowCounts counts) => filled.Complete(counts);

    public RowCounts Publish(RowCounts counts)
    {
        MakeReady();
        return filled.Publish(counts, InsertTried);
    }

    public void Clear()
    {
        if (!target.IsOneTransaction)
        {
            CrashPoint.Around("load.dropped", filled.Table.DropPublished);
        }
    }

    private void MakeReady()
    {
        target.BeginPublishing();
        _aside = target.Exists ? TargetAside.Take(Database, target.Name, context) : null;
        target.CountBefore();
    }

    private RowCounts InsertTried(RowCounts counts)
    {
        var refusedBefore = refused.Count;
        try
        {
            return Insert(counts);
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
            return new EndedPublish(() => Database, filled.Table.Name)
            {
                Begin = BeginAgain,
                Commit = session.Commit,
                Prepare = () => duplicate = MakePublish(isPlain: true).LeaveLatest(),
                Probe = (last, without) => Probe(counts, last, without),
                Reject = (number, why) => MakePublish(isPlain: true).Reject(number, why),
                Publish = () =>
                {
                    MakeReady();
                    return Insert(Left(), isPlain: true);
                },
            }.Run(fault);
        }
    }

    private RowCounts Insert(RowCounts counts, bool isPlain = false, long? filesLeft = null)
    {
        if (!target.Exists)
        {
            MakeTarget();
        }
        else if (target.Definition.Load.Pattern.Value == LoadPattern.TruncateInsert)
        {
            Database.Execute(target.Dialect.DeleteAll(target.Name));
        }
        else if (target.Range is { } range)
        {
            target.Before -= range.Empty(Database, target.Name);
            CrashPoint.Pass("load.range.emptied");
        }

        counts = target.Replayed?.WithoutOvertaken(Database, filled.Table.Name, target.Columns, refused, counts)
            ?? counts;
        counts = MakePublish(isPlain, filesLeft).Run(counts, target.Before, filled.Table.HasNumbers, out _written);
        _aside?.Restore();
        if (target.IsOneTransaction)
        {
            filled.Table.Drop();
        }

        return counts;
    }

    private void MakeTarget()
    {
        if (target.Definition.Scd is not null && !target.Abilities.UndoesDefinitions)
        {
            new ScdPublish(Database, context, target.Columns, target.Name).MakeTarget();
        }
        else
        {
            Database.CreateTable(target.Name, target.Columns.Table);
        }
    }

    private RowPublish MakePublish(bool isPlain, long? filesLeft = null) =>
        new(Database, context, target.Columns, filled.Table.Name, target.Name, refused)
        {
            TargetIsNew = !target.Exists,
            FilesLeft = filesLeft ?? target.FilesLeft,
            IsPlain = isPlain,
        };

    private void BeginAgain()
    {
        Database.Rollback();
        session.Begin(context.Cancellation);
        target.Inspect();
        target.PublishFromLoadTable(mayExchange: false);
    }

    // As of a delivery in parts, so that no key is taken as deleted.
    private void Probe(RowCounts counts, long last, IEnumerable<long> without)
    {
        MakeReady();
        MakePublish(isPlain: true).LeaveOnly(last, without);
        var rows = Database.Number(target.Dialect.Count(filled.Table.Name));
        var left = counts.Inserted - rows;
        Insert(
            counts with { Read = counts.Read - left, Inserted = rows }, isPlain: true,
            filesLeft: Math.Max(1, target.FilesLeft));
    }
}
