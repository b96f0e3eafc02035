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
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// A table as the target of one load, from the first statement to the commit: what is done in which transaction. How
/// the rows come into the table is what an <see cref="IPublishWay"/> knows. The caller holds the writer turn, if the
/// platform has one.
/// </summary>
internal sealed class LoadTarget : ILoadTarget
{
    private readonly DatabaseAccess _access;
    private readonly LoadColumns _columns;
    private readonly PackageContext _context;
    private readonly CancellationToken _cancellation;
    private readonly Action<RejectedRow> _reject;
    private readonly RefusedRows _refused;
    private readonly TableName _errors;
    private readonly EffectiveDates? _dates;
    private readonly TargetSession _session;
    private readonly TargetTable _table;
    private readonly LoadTable _loadTable;
    private readonly LoadEnd? _end;
    private readonly PublishWays _ways;
    private IPublishWay _way;
    private CommittedRows? _rows;
    private bool _hasBegun;

    /// <summary>Opens the database.</summary>
    /// <param name="access">The way to it.</param>
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
        (_access, _columns, _context, _reject) = (access, columns, context, reject);
        _cancellation = context.Cancellation;
        _errors = ErrorTable.NameOf(context.Object, access.Platform);
        _refused = new RefusedRows(columns, reject);
        // Refused, if at all, before there is a session that somebody would have to close.
        var range = LoadedRange.Of(context.Object);
        _dates = EffectiveDates.Of(context.Object);
        var name = Dialect.Table(context.Object.Target.Schema, context.Object.Target.Name);
        var comparison = TargetComparison.Of(
            context, $"{name}", start, replayed is null ? lastLoad : null, replayed is null && !context.IsReadOnce);
        _session = new TargetSession(access, name, context, comparison);
        _table = new TargetTable(_session, access, name, columns, context, start)
        {
            Range = range,
            Replayed = replayed,
        };
        _loadTable = new LoadTable(_session, name, columns, context.AttemptId);
        var computed = columns.Computed.Count > 0 ? new ComputedRows(Database, context, columns, name, _refused) : null;
        var filled = new FilledTable(_table, _session, _loadTable, computed, _cancellation);
        _ways = new PublishWays(_table, filled, _session, context, _refused);
        _way = _ways.Of(_table.Plan);
        _end = replayed is null ? LoadEnd.Of(context, name, Dialect) : null;
    }

    public long FilesLeft
    {
        set => _table.FilesLeft = value;
    }

    public Func<RowCounts, PackageResult>? Finishing { private get; set; }

    public string Publishing => _table.Found.LeftAlone is { Count: > 0 } columns
        ? $"{_table.Plan.Reason}; {ColumnsLeftAlone.Named(columns)} left alone" : _table.Plan.Reason;

    public IReadOnlyList<string> Warnings =>
    [
        .. _table.Added.Select(column =>
            $"the column '{column.Name}' ({column.Type}) was added to '{_table.Name}'"),
        .. ColumnsLeftAlone.Unsaid(_table.Definition, _table.Name, _table.Found.LeftAlone),
        .. _way.Warnings,
    ];

    /// <summary>
    /// Nothing of a failed load is in the target, its transaction or its load table being gone; only what is written in
    /// place with commits between stays where it is, as <see cref="LoadContract"/> says.
    /// </summary>
    public long Kept => _way.CommitsInParts ? _rows?.Committed ?? 0 : 0;

    public bool HasCommitted => _way.CommitsInParts && _rows is { HasCommitted: true };

    public long StoodBefore => _table.Definition.Load.Pattern.Value == LoadPattern.Append ? _table.Before : 0;

    public CrashLoss? LostInCrash { get; private set; }

    /// <summary>Whether an exchange publishes all rows or none, where delete and insert could do it, too.</summary>
    public bool IsExchange => _table.IsExchange;

    private IDatabase Database => _session.Database;

    private Dialect Dialect => _access.Platform.Dialect;

    public void Begin()
    {
        RowsOfOthers.Refuse(Database, _table.Name, _context, _table.Start);
        _end?.Prepare(Database, _cancellation);
        _session.Begin(_cancellation);
        Finish();
        _table.AskForUnfinished();
        Sweep();
        _table.Inspect();
        _way = _ways.Of(_table.Plan);
        TableWidth.Refuse(
            _table.Definition, _access.Platform, _columns, LoadContract.HasRowNumbers(_table.Definition, _table.Plan));
        KeyChecks.Refuse(_table.Definition, _access.Platform, _columns);
        _way.Make();
        _hasBegun = true;
        if (!_table.IsOneTransaction)
        {
            CrashPoint.Around("load.prepared", () => _session.CommitAndBegin(_cancellation));
        }

        _way.Begin();
        if (!_columns.IsInside && !_table.IsSplit)
        {
            OpenWriter();
        }
    }

    public long Copy(LoadSource source)
    {
        var (sql, values) = ServerCopy.Of(source, _columns, _way.Into, Dialect);
        return CrashPoint.Around("load.copy", () => Database.Execute(sql, values));
    }

    public PartTarget OpenPart(CancellationToken cancellation) =>
        new(_access, _loadTable, _columns, _context.Object, _reject, cancellation);

    /// <summary>Writes a batch, committing every `commitRows` rows.</summary>
    /// <returns>How many rows were rejected: refused by the table, or outside the range.</returns>
    public long Write(RowBatch batch)
    {
        var refusedBefore = _refused.Count;
        _table.Range?.Filter(batch, _columns, _refused);
        _dates?.Filter(batch, _columns, _refused);
        _rows!.Write(batch, _cancellation);
        CrashPoint.Pass("load.rows", batch.Count);
        return _refused.Count - refusedBefore;
    }

    /// <summary>Publishes the rows, checks their number, stores the rejected ones and commits.</summary>
    /// <param name="counts">What was read and written.</param>
    /// <param name="rejected">Asked at the end for the rejected ones; null = there are none.</param>
    /// <returns>What became of the rows.</returns>
    /// <exception cref="PackageRefusedException">The target does not hold the rows that were written.</exception>
    public RowCounts Publish(RowCounts counts, Func<IEnumerable<RejectedRow>?> rejected)
    {
        _rows?.Complete(_cancellation);
        _cancellation.ThrowIfCancellationRequested();
        counts = _way.Complete(counts);

        // What was planned for the table may not do for what others have made of it while the rows were on their way.
        _way = _ways.Of(_table.Plan);
        counts = _way.Publish(counts);
        TargetRows.CountBack(
            Database, _table.Name, _way.MakesTarget, _table.Before, _way.RowsMore ?? counts.Inserted, HasCommitted);
        if (_table.Definition.Load.Statistics.Value)
        {
            Database.Execute(Dialect.CountForPlans(_table.Name));
        }

        _table.RunHooks(HookTime.After);
        // What was made now loses nothing, and an exchange may have made the table another one.
        LostInCrash = _table.Exists && Database.LostInCrash(_table.Name) is [var loss, ..] ? loss : null;
        Store(rejected());
        _table.Replayed?.Settle(Database, rejected());
        _cancellation.ThrowIfCancellationRequested();

        if (Finishing is not null)
        {
            _end?.Keep(Database, Finishing(counts));
        }

        // From here on the attempt succeeds or fails by the commit alone.
        _session.CommitLast();
        _way.Clear();
        return counts;
    }

    /// <summary>
    /// Takes back what is not committed, then keeps the rejected rows in a transaction of their own; over a new
    /// connection where the failure has cost the old one.
    /// </summary>
    public void Abandon(Exception fault, IEnumerable<RejectedRow>? rejected)
    {
        _session.LetFinish();
        _rows?.Dispose();
        Database.Rollback();
        // Where definitions are committed at once, a column that was added stays whatever has failed.
        if (_access.Platform.Abilities.UndoesDefinitions && (_table.IsOneTransaction || !_hasBegun))
        {
            _table.Added.Clear();
        }

        if (!_hasBegun && rejected is null)
        {
            return;
        }

        if (_access.Platform.Explain(fault) is { IsConnectionLost: true })
        {
            _session.Reopen();
        }

        BeginAbandoning();
        Store(rejected);
        Database.Commit();
    }

    public void Dispose()
    {
        _rows?.Dispose();
        _session.Dispose();
    }

    // The marker is to name the attempt that the ledger will have as the last one.
    private void Finish()
    {
        try
        {
            _end?.Find(Database);
        }
        catch (FinishedBeforeException)
        {
            // Where a table is not dropped within the transaction, the attempt that died may have left its own.
            Sweep();
            _session.Commit();
            throw;
        }
    }

    private void Sweep() => CrashPoint.Around("load.sweep", _loadTable.Sweep);

    // So early that what the table refuses is known before a row is written.
    private void OpenWriter()
    {
        (_refused.IsOfLoadTable, _refused.IsOfShadow) = (_table.Plan.UsesLoadTable, _loadTable.IsShadow);
        _refused.HasNumbers = _loadTable.HasNumbers;
        var writer = new TargetWriter(
            () => Database, _way.Into, _columns, _table.Definition, _refused, _way.IsForExchange,
            _table.Definition.Load.TableLock.Value,
            // Of rows that point to one another a part may lack what comes with the next.
            looksAhead: !_table.Found.WaitsForItself);
        _rows = new CommittedRows(_session, writer, _refused, _table.Definition, _way.BeginNext);
        writer.Open();
    }

    private void Store(IEnumerable<RejectedRow>? rejected)
    {
        // Those that are replayed are there already, and stay as they are where nothing of them is loaded.
        if (rejected is not null && _table.Replayed is null)
        {
            ErrorTable.Write(Database, _errors, _context.AttemptId, rejected, _context.Resources.Memory);
        }
    }

    // Before it began, lock or claim may be what was waited for in vain: who cancels then does not wait once more.
    private void BeginAbandoning()
    {
        if (!_hasBegun)
        {
            Database.Begin(_cancellation);
            return;
        }

        _session.Begin(CancellationToken.None);
        _loadTable.Sweep();
    }
}
