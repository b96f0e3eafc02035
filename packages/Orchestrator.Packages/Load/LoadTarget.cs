using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Load.Publish;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Replay;
using Orchestrator.Packages.Scd;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// A table as the target of one load, from the first statement to the commit: what is done in which transaction. How
/// the rows come into the table is what an <see cref="IPublishWay"/> knows. The caller holds the writer turn, if the
/// platform has one.
/// </summary>
internal sealed class LoadTarget : ILoadTarget
{
    private readonly DatabaseAccess access;
    private readonly LoadColumns columns;
    private readonly PackageContext context;
    private readonly CancellationToken cancellation;
    private readonly Action<RejectedRow> reject;
    private readonly RefusedRows refused;
    private readonly TableName errors;
    private readonly EffectiveDates? dates;
    private readonly TargetSession session;
    private readonly TargetTable table;
    private readonly LoadTable loadTable;
    private readonly LoadEnd? end;
    private readonly PublishWays ways;
    private IPublishWay way;
    private CommittedRows? rows;
    private bool hasBegun;

    /// <summary>Opens the database.</summary>
    /// <param name="access">The way to it.</param>
    /// <param name="columns">The columns.</param>
    /// <param name="context">The attempt.</param>
    /// <param name="start">Where its watermarks stand; null = it has none.</param>
    /// <param name="reject">Told each row that the table refuses, where such rows are redirected.</param>
    /// <param name="replayed">Rejected rows that are loaded once more; null = the rows come from the source.</param>
    /// <param name="lastLoad">The newest load of the package when it was asked where it begins; null = it was not.
    /// </param>
    public LoadTarget(
        DatabaseAccess access, LoadColumns columns, PackageContext context, WatermarkStart? start,
        Action<RejectedRow> reject, ReplayedRows? replayed = null, long? lastLoad = null)
    {
        (this.access, this.columns, this.context, this.reject) = (access, columns, context, reject);
        cancellation = context.Cancellation;
        errors = ErrorTable.NameOf(context.Object, access.Platform);
        refused = new RefusedRows(columns, reject);
        // Refused, if at all, before there is a session that somebody would have to close.
        var range = LoadedRange.Of(context.Object);
        dates = EffectiveDates.Of(context.Object);
        var name = Dialect.Table(context.Object.Target.Schema, context.Object.Target.Name);
        var comparison = TargetComparison.Of(
            context, $"{name}", start, replayed is null ? lastLoad : null, replayed is null && !context.IsReadOnce);
        session = new TargetSession(access, name, context, comparison);
        table = new TargetTable(session, access, name, columns, context, start)
        {
            Range = range,
            Replayed = replayed,
        };
        loadTable = new LoadTable(session, name, columns, context.AttemptId);
        var computed = columns.Computed.Count > 0 ? new ComputedRows(Database, context, columns, name, refused) : null;
        var filled = new FilledTable(table, session, loadTable, computed, cancellation);
        ways = new PublishWays(table, filled, session, context, refused);
        way = ways.Of(table.Plan);
        end = replayed is null ? LoadEnd.Of(context, name, Dialect) : null;
    }

    /// <inheritdoc/>
    public long FilesLeft
    {
        set => table.FilesLeft = value;
    }

    /// <inheritdoc/>
    public Func<RowCounts, PackageResult>? Finishing { private get; set; }

    /// <inheritdoc/>
    public string Publishing => table.Plan.Reason;

    /// <inheritdoc/>
    public IReadOnlyList<string> Warnings => [.. table.Added.Select(column =>
        $"the column '{column.Name}' ({column.Type}) was added to '{table.Name}'").Concat(way.Warnings)];

    /// <summary>
    /// Nothing of a failed load is in the target, its transaction or its load table being gone; only what is written in
    /// place with commits between stays where it is, as <see cref="LoadContract"/> says.
    /// </summary>
    public long Kept => way.CommitsInParts ? rows?.Committed ?? 0 : 0;

    /// <inheritdoc/>
    public bool HasCommitted => way.CommitsInParts && rows is { HasCommitted: true };

    /// <inheritdoc/>
    public long StoodBefore => table.Definition.Load.Pattern.Value == LoadPattern.Append ? table.Before : 0;

    /// <inheritdoc/>
    public CrashLoss? LostInCrash { get; private set; }

    /// <summary>Whether an exchange publishes all rows or none, where delete and insert could do it, too.</summary>
    public bool IsExchange => table.IsExchange;

    private IDatabase Database => session.Database;

    private Dialect Dialect => access.Platform.Dialect;

    /// <inheritdoc/>
    public void Begin()
    {
        RowsOfOthers.Refuse(Database, table.Name, context, table.Start);
        end?.Prepare(Database, cancellation);
        session.Begin(cancellation);
        Finish();
        table.AskForUnfinished();
        CrashPoint.Around("load.sweep", loadTable.Sweep);
        table.Inspect();
        way = ways.Of(table.Plan);
        TableWidth.Refuse(
            table.Definition, access.Platform, columns, LoadContract.HasRowNumbers(table.Definition, table.Plan));
        way.Make();
        hasBegun = true;
        if (!table.IsOneTransaction)
        {
            CrashPoint.Around("load.prepared", () => session.CommitAndBegin(cancellation));
        }

        way.Begin();
        if (!columns.IsInside && !table.IsSplit)
        {
            OpenWriter();
        }
    }

    /// <inheritdoc/>
    public long Copy(LoadSource source)
    {
        var (sql, values) = ServerCopy.Of(source, columns, way.Into, Dialect);
        return CrashPoint.Around("load.copy", () => Database.Execute(sql, values));
    }

    /// <inheritdoc/>
    public PartTarget OpenPart(CancellationToken cancellation) =>
        new(access, loadTable, columns, context.Object, reject, cancellation);

    /// <summary>Writes a batch, committing every `commitRows` rows.</summary>
    /// <returns>How many rows were rejected: refused by the table, or outside the range.</returns>
    public long Write(RowBatch batch)
    {
        var refusedBefore = refused.Count;
        table.Range?.Filter(batch, columns, refused);
        dates?.Filter(batch, columns, refused);
        rows!.Write(batch, cancellation);
        CrashPoint.Pass("load.rows", batch.Count);
        return refused.Count - refusedBefore;
    }

    /// <summary>Publishes the rows, checks their number, stores the rejected ones and commits.</summary>
    /// <param name="counts">What was read and written.</param>
    /// <param name="rejected">Asked at the end for the rejected ones; null = there are none.</param>
    /// <returns>What became of the rows.</returns>
    /// <exception cref="PackageRefusedException">The target does not hold the rows that were written.</exception>
    public RowCounts Publish(RowCounts counts, Func<IEnumerable<RejectedRow>?> rejected)
    {
        rows?.Complete(cancellation);
        cancellation.ThrowIfCancellationRequested();
        counts = way.Complete(counts);

        // What was planned for the table may not do for what others have made of it while the rows were on their way.
        way = ways.Of(table.Plan);
        counts = way.Publish(counts);
        TargetRows.CountBack(
            Database, table.Name, way.MakesTarget, table.Before, way.RowsMore ?? counts.Inserted, HasCommitted);
        if (table.Definition.Load.Statistics.Value)
        {
            Database.Execute(Dialect.CountForPlans(table.Name));
        }

        table.RunHooks(HookTime.After);
        // What was made now loses nothing, and an exchange may have made the table another one.
        LostInCrash = table.Exists && Database.LostInCrash(table.Name) is [var loss, ..] ? loss : null;
        Store(rejected());
        table.Replayed?.Settle(Database, rejected());
        cancellation.ThrowIfCancellationRequested();

        if (Finishing is not null)
        {
            end?.Keep(Database, Finishing(counts));
        }

        // From here on the attempt succeeds or fails by the commit alone.
        session.CommitLast();
        way.Clear();
        return counts;
    }

    /// <summary>
    /// Takes back what is not committed, then keeps the rejected rows in a transaction of their own; over a new
    /// connection where the failure has cost the old one.
    /// </summary>
    public void Abandon(Exception fault, IEnumerable<RejectedRow>? rejected)
    {
        session.LetFinish();
        rows?.Dispose();
        Database.Rollback();
        if (table.IsOneTransaction || !hasBegun)
        {
            table.Added.Clear();
        }

        if (!hasBegun && rejected is null)
        {
            return;
        }

        if (access.Platform.Explain(fault) is { IsConnectionLost: true })
        {
            session.Reopen();
        }

        BeginAbandoning();
        Store(rejected);
        Database.Commit();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        rows?.Dispose();
        session.Dispose();
    }

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

    // So early that what the table refuses is known before a row is written.
    private void OpenWriter()
    {
        (refused.IsOfLoadTable, refused.IsOfShadow) = (table.Plan.UsesLoadTable, loadTable.IsShadow);
        refused.HasNumbers = loadTable.HasNumbers;
        var writer = new TargetWriter(
            () => Database, way.Into, columns, table.Definition, refused, way.IsForExchange,
            table.Definition.Load.TableLock.Value,
            // Of rows that point to one another a part may lack what comes with the next.
            looksAhead: !table.Found.WaitsForItself);
        rows = new CommittedRows(session, writer, refused, table.Definition, way.BeginNext);
        writer.Open();
    }

    private void Store(IEnumerable<RejectedRow>? rejected)
    {
        // Those that are replayed are there already, and stay as they are where nothing of them is loaded.
        if (rejected is not null && table.Replayed is null)
        {
            ErrorTable.Write(Database, errors, context.AttemptId, rejected, context.Resources.Memory);
        }
    }

    // Before it began, lock or claim may be what was waited for in vain: who cancels then does not wait once more.
    private void BeginAbandoning()
    {
        if (!hasBegun)
        {
            Database.Begin(cancellation);
            return;
        }

        session.Begin(CancellationToken.None);
        loadTable.Sweep();
    }
}
