using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Hooks;
using Orchestrator.Packages.Replay;
using Orchestrator.Packages.Scd;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// The target table of one load, from the first statement to the commit. The caller holds the writer turn, if the
/// platform has one.
/// </summary>
internal sealed partial class LoadTarget : ILoadTarget
{
    private readonly DatabaseAccess access;
    private readonly ObjectDefinition definition;
    private readonly LoadColumns columns;
    private readonly CancellationToken cancellation;
    private readonly TableName table;
    private readonly LoadTable loadTable;
    private readonly TargetSession session;
    private WatermarkStart? start;
    private readonly RefusedRows refused;
    private readonly Action<RejectedRow> reject;
    private readonly TableName errors;
    private readonly PackageContext context;
    private readonly LoadedRange? range;
    private readonly EffectiveDates? dates;
    private readonly TransactionHooks hooks;
    private readonly ComputedRows? computed;
    private readonly ReplayedRows? replayed;
    private readonly List<RowColumn> added = [];
    private readonly LoadEnd? end;
    private CommittedRows? rows;
    private FoundTarget found = new();
    private TargetAside? aside;
    private bool hasBegun;
    private bool exists;
    private long before;
    private (long? Rows, string[] Warnings) written = (null, []);
    private LoadPublish publish = new(Swap.Transaction, false, "");

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
        (this.context, this.replayed, this.start, this.reject) = (context, replayed, start, reject);
        errors = ErrorTable.NameOf(context.Object, access.Platform);
        refused = new RefusedRows(columns, reject);
        (this.access, this.columns) = (access, columns);
        definition = context.Object;
        (range, dates) = (LoadedRange.Of(definition), EffectiveDates.Of(definition));
        cancellation = context.Cancellation;
        table = Dialect.Table(definition.Target.Schema, definition.Target.Name);
        var word = TargetWord.Of(
            context, $"{table}", start, replayed is null ? lastLoad : null, replayed is null && !context.IsReadOnce);
        session = new TargetSession(access, table, context, word);
        loadTable = new LoadTable(session, table, columns, context.AttemptId);
        computed = columns.Computed.Count > 0 ? new ComputedRows(Database, context, columns, table, refused) : null;
        hooks = new TransactionHooks(context);
        end = replayed is null ? LoadEnd.Of(context, table, Dialect) : null;
    }

    /// <inheritdoc/>
    public long FilesLeft { private get; set; }

    /// <inheritdoc/>
    public Func<RowCounts, PackageResult>? Finishing { private get; set; }

    /// <inheritdoc/>
    public string Publishing => publish.Reason;

    /// <inheritdoc/>
    public IReadOnlyList<string> Warnings => [.. added.Select(column =>
        $"the column '{column.Name}' ({column.Type}) was added to '{table}'").Concat(written.Warnings)];

    /// <summary>
    /// Nothing of a failed load is in the target, its transaction or its load table being gone; only what is written in
    /// place with commits between stays where it is, as <see cref="LoadContract"/> says.
    /// </summary>
    public long Kept => IsCommittedInParts ? rows?.Committed ?? 0 : 0;

    /// <inheritdoc/>
    public bool HasCommitted => IsCommittedInParts && rows is { HasCommitted: true };

    /// <inheritdoc/>
    public long StoodBefore => definition.Load.Pattern.Value == LoadPattern.Append ? before : 0;

    /// <inheritdoc/>
    public CrashLoss? LostInCrash { get; private set; }

    private IDatabase Database => session.Database;

    private Dialect Dialect => access.Platform.Dialect;

    /// <summary>Whether an exchange publishes all rows or none, where delete and insert could do it, too.</summary>
    public bool IsExchange => publish is { UsesLoadTable: true, Swap: Swap.Shadow } && found.Referrers.Count == 0
        && definition.Load.Pattern.Value == LoadPattern.TruncateInsert;

    private bool IsCommittedInParts => publish.Swap == Swap.InPlace && definition.Load.CommitRows.Value > 0;

    // Several streams write a load table that all of them see.
    private bool IsSplit => definition.Load.SplitBy.Value is not null;

    private bool IsOneTransaction =>
        access.Platform.Abilities.LoadsInOneTransaction && !IsSplit && !context.LoadsApart;

    private TableName Into => computed?.Staged ?? (publish.UsesLoadTable ? loadTable.Name : table);

    /// <inheritdoc/>
    public void Begin()
    {
        RowsOfOthers.Refuse(Database, table, context, start);
        end?.Prepare(Database, cancellation);
        session.Begin(cancellation);
        Finish();
        start = AsOfNow(start);
        CrashPoint.Around("load.sweep", loadTable.Sweep);
        Inspect();
        TableWidth.Refuse(definition, access.Platform, columns, LoadContract.HasRowNumbers(definition, publish));
        if (publish.UsesLoadTable)
        {
            var isAlike = exists && publish.Swap == Swap.Transaction;
            CrashPoint.Around("load.table", () =>
                loadTable.Make(MayBeShadow, isAlike, LoadContract.HasRowNumbers(definition, publish)));
            computed?.Make();
        }
        else if (!exists)
        {
            Database.CreateTable(table, columns.Table);
            CrashPoint.Pass("load.target.made");
        }

        hasBegun = true;
        if (!IsOneTransaction)
        {
            CrashPoint.Around("load.prepared", () => session.CommitAndBegin(cancellation));
        }

        if (!publish.UsesLoadTable)
        {
            BeginInPlace();
        }

        if (columns.IsInside || IsSplit)
        {
            return;
        }

        // Opened here, so that what the table refuses is known before a row is written.
        (refused.IsOfLoadTable, refused.IsOfShadow) = (publish.UsesLoadTable, loadTable.IsShadow);
        refused.HasNumbers = loadTable.HasNumbers;
        var writer = new TargetWriter(
            () => Database, Into, columns, definition, refused,
            publish is { UsesLoadTable: true, Swap: Swap.Shadow } && access.Platform.Abilities.HidesExchangedRows
                && found.NotForExchange is null,
            definition.Load.TableLock.Value,
            // Of rows that point to one another a part may lack what comes with the next.
            looksAhead: !found.WaitsForItself);
        rows = new CommittedRows(session, writer, refused, definition, LockTarget);
        writer.Open();
    }

    /// <inheritdoc/>
    public long Copy(LoadSource source)
    {
        var (sql, values) = ServerCopy.Of(source, columns, Into, Dialect);
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
        range?.Filter(batch, columns, refused);
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
        if (publish.UsesLoadTable)
        {
            counts = computed?.Run(counts) ?? counts;
            BeginPublishing();
            if (IsSplit)
            {
                TargetRows.RefuseUnlessWhole(Database, loadTable.Name, counts.Inserted);
            }

            counts = CrashPoint.Around("load.publish", () => PublishTried(counts));
        }

        TargetRows.CountBack(
            Database, table, IsOneTransaction && publish.Swap == Swap.Shadow, before, written.Rows ?? counts.Inserted,
            HasCommitted);
        if (definition.Load.Statistics.Value)
        {
            Database.Execute(Dialect.CountForPlans(table));
        }

        hooks.Run(Database, HookTime.After);
        // What was made now loses nothing, and an exchange may have made the table another one.
        LostInCrash = exists && Database.LostInCrash(table) is [var loss, ..] ? loss : null;
        Store(rejected());
        replayed?.Settle(Database, rejected());
        cancellation.ThrowIfCancellationRequested();

        if (Finishing is not null)
        {
            end?.Keep(Database, Finishing(counts));
        }

        // From here on the attempt succeeds or fails by the commit alone.
        session.CommitLast();
        if (publish is { UsesLoadTable: true, Swap: not Swap.Shadow } && !IsOneTransaction)
        {
            CrashPoint.Around("load.dropped", loadTable.DropPublished);
        }

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
        if (IsOneTransaction || !hasBegun)
        {
            added.Clear();
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

    private void Store(IEnumerable<RejectedRow>? rejected)
    {
        // Those that are replayed are there already, and stay as they are where nothing of them is loaded.
        if (rejected is not null && replayed is null)
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

    private void Inspect()
    {
        exists = TargetShape.Check(Database, table, definition, columns.Table, added, replayed is not null);
        found = !exists ? new FoundTarget() : FoundTarget.Of(Database, table, definition, columns) with
        {
            IsReadOnce = context.IsReadOnce && definition.Errors.OnError.Value == Policy.Redirect,
            EndsTransactions = context.LoadsApart,
        };
        publish = LoadContract.Publish(definition, found);
        if (publish.Swap == Swap.Shadow && definition.Load.Pattern.Value == LoadPattern.TruncateInsert)
        {
            found.RefuseToLose(table, () => TargetAside.OtherWay(Database, table, definition));
        }

        if (exists)
        {
            TargetAside.RefuseCascades(Database, table, definition, publish, found, start);
            PartsShown.RefuseTarget(Database, table, definition, access.Address, publish.Swap, start);
        }
    }

    // Where the target is not looked at again before it is published, the exchange does that under its lock.
    private bool MayBeShadow => exists && publish.Swap == Swap.Shadow && access.Platform.Abilities.KeepsAllInExchange
        && definition.Load.Pattern.Value == LoadPattern.TruncateInsert
        && (IsOneTransaction || found.Dependents.Count > 0);

    private void BeginPublishing()
    {
        if (!IsOneTransaction)
        {
            // Others may have changed the table while the rows were on their way.
            loadTable.Complete();
            CrashPoint.Around("load.filled", () => session.CommitAndBegin(cancellation));
            Inspect();
            if (publish.Swap == Swap.Shadow && (loadTable.HasNumbers || MayBeShadow != loadTable.IsShadow))
            {
                // What hangs on the table is not what it was: the load table was not made to take its place.
                publish = publish with { Swap = Swap.Transaction };
            }
        }

        MakeReady();
    }

    private void MakeReady()
    {
        // The writer has said so to the transactions in which it wrote, of which this need be none.
        if ((definition.Load.CommitRows.Value > 0 || !IsOneTransaction)
            && Dialect.LookAtConstraints is { Length: > 0 } sql)
        {
            Database.Execute(sql);
        }

        hooks.Run(Database, HookTime.Before);
        aside = exists && publish.Swap != Swap.Shadow ? TargetAside.Take(Database, table, context) : null;
        CountBefore();
    }

    private RowCounts PublishLoadTable(RowCounts counts, bool isPlain = false)
    {
        if (publish.Swap == Swap.Shadow)
        {
            CrashPoint.Around("load.exchange", loadTable.Exchange);
            return counts;
        }

        if (!exists)
        {
            Database.CreateTable(table, columns.Table);
        }
        else if (definition.Load.Pattern.Value == LoadPattern.TruncateInsert)
        {
            Database.Execute(Dialect.DeleteAll(table));
        }
        else if (range is not null)
        {
            before -= range.Empty(Database, table);
            CrashPoint.Pass("load.range.emptied");
        }

        counts = replayed?.WithoutOvertaken(Database, loadTable.Name, columns, refused, counts) ?? counts;
        counts = MakePublish(isPlain).Run(counts, before, loadTable.HasNumbers, out written);
        aside?.Restore();
        if (IsOneTransaction)
        {
            loadTable.Drop();
        }

        return counts;
    }
}
