using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>One attempt of a load: source → row batches → guard → load table → published target.</summary>
internal sealed class LoadRun(PackageContext context, Func<string, long> freeBytes)
{
    private readonly string name = $"{context.Object.Project}/{context.Object.Name}";
    private readonly FilesOfLoad files = new(context);
    private readonly MovedRows rows = new(context);

    private LoadPath? path;
    private string loadPath = "";
    private long bytesRead;
    private bool wasExchange;
    private bool isByRows;
    private bool isReadOnce;
    private bool isApart;
    private bool isSkipped;
    private bool isRepeated;
    private long stoodBefore;
    private CrashLoss? lostInCrash;
    private IReadOnlyList<string> drift = [];
    private IReadOnlyList<string> changed = [];
    private IReadOnlyList<string> read = [];
    private WatermarkStart? start;
    private WatermarkWindow? window;
    private long? lastLoad;

    /// <summary>Runs it on the calling thread, which writes; a second thread reads and guards.</summary>
    public PackageResult Run()
    {
        try
        {
            Move();
            return Succeeded(rows.Counts);
        }
        catch (FinishedBeforeException finished)
        {
            return finished.Result;
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, rows.Phase, rows.Connection, context.Cancellation, rows.Counts);
            return result with
            {
                Error = QuotedWords.Shown(result.Error, fault, QuotedWords.IsSensitive(context.Object)) is { } error
                    ? error with { Message = error.Message + Advice(fault) + rows.NotKept } : null,
                LoadPath = loadPath,
                BytesRead = bytesRead,
                Files = result.Outcome == NodeState.Failed ? files.Failed(fault, rows.Suspect) : [],
                // A column that was added and committed stays, whatever became of the rows.
                Warnings = [.. result.Warnings, .. drift, .. changed],
            };
        }
    }

    private void Move()
    {
        var others = new OtherRuns(context);
        while (true)
        {
            others.Await();
            try
            {
                MoveOnce();
                return;
            }
            catch (StartMovedException moved) when (!isReadOnce)
            {
                others.Await(moved.Table, moved.Holder);
                context.Message($"{name} begins once more: another run has loaded it meanwhile");
                rows.BeginAgain();
            }
            catch (StartMovedException moved)
            {
                throw OtherRuns.ReadInVain(moved.Table);
            }
        }
    }

    private void MoveOnce()
    {
        try
        {
            Move(mayPass: true);
        }
        catch (DataRefusedException) when (path?.Kind == LoadPathKind.PassThrough)
        {
            // What passes through cannot be sent again, and its policies are the guard's: once more through that.
            MoveAgain();
        }
        catch (Exception fault) when (
            path?.Kind is LoadPathKind.ServerSide or LoadPathKind.PassThrough
            && (Redirects ? Faults.MayBeRefusal(fault)
                : path.Kind == LoadPathKind.ServerSide && Faults.IsRefusal(fault)))
        {
            // Which row it was the server does not tell.
            MoveAgain();
        }
        catch (Exception fault) when (IsTriedOtherwise(fault))
        {
            MoveOtherwise(fault);
        }
    }

    private void MoveAgain()
    {
        rows.BeginAgain();
        try
        {
            Move(mayPass: false);
        }
        catch (Exception fault) when (IsTriedOtherwise(fault))
        {
            MoveOtherwise(fault);
        }
    }

    // An exchange of tables takes all rows or none; and where a refusal ends the transaction, only rows that are in a
    // load table for good are there still.
    private void MoveOtherwise(Exception fault)
    {
        (isByRows, isApart) = (true, isApart || HasEnded(fault));
        MoveAgain();
    }

    private bool IsTriedOtherwise(Exception fault) =>
        IsOfExchange(fault) || (HasEnded(fault) && !isApart && !isReadOnce);

    private bool HasEnded(Exception fault) => Redirects && TriedRows.HasEnded(fault);

    private bool Redirects => context.Object.Errors.OnError.Value == Policy.Redirect;

    private bool IsOfExchange(Exception fault) => IsRefusedByExchange(fault) && !isReadOnce;

    // What the guard or the reader refuses is refused again.
    private bool IsRefusedByExchange(Exception fault) => wasExchange && !isByRows && Redirects
        && rows.Phase is "write" or "publish" && Faults.MayBeRefusal(fault);

    private string Advice(Exception fault) => IsRefusedByExchange(fault)
        ? " An exchange of tables takes all rows or none, and what was read (a pipe, a command, a procedure) is not "
            + "read again: with `swap: transaction`, or auto, such rows are rejected and the others loaded."
        : HasEnded(fault)
        ? " The refusal has ended the whole transaction, so that the other rows could not be kept. Let the trigger "
            + $"refuse a row so that it does not: {Refusals()}."
        : "";

    private static string Refusals() => string.Join(", ", Platforms.Drivers
        .Where(driver => driver.Abilities.RowRefusal is not null).OrderBy(driver => driver.Name, StringComparer.Ordinal)
        .Select(driver => $"{driver.Abilities.RowRefusal} in {driver.Name}"));

    private void Move(bool mayPass)
    {
        // Before it is asked where to begin: what ends well from now on is noticed.
        lastLoad = TargetComparison.GoesOn(context.Object, context.Solution) ? context.Past.LastLoad() : null;
        start = StartOf();
        rows.Enter("open", context.Object.Source?.Connection ?? "");
        using var source = LoadSource.Open(context, start, files);
        if (source is null)
        {
            isSkipped = true;
            rows.RefuseUnexpected();
            return;
        }

        (window, isReadOnce) = (source.Window, source.IsReadOnce);
        rows.Enter("open", context.Object.Target.Connection);
        using var store = StoreOf();
        rows.Errors = store.Errors;
        var leftOut = store.LeftOut(source.Rows);
        drift = [.. SourceDrift.Of(context.Object, context.Solution, source.There), .. LoadWarnings.LeftOut(leftOut)];
        var columns = LoadColumns.Resolve(
            context.Object, store.Rules, source.Reader.Columns, context.AttemptId, source.RecordSource, leftOut);
        path = mayPass ? store.Choose(source, columns) : new LoadPath(LoadPathKind.RowBatches, RefusedOn(path));
        rows.Enter("open", context.Object.Source?.Connection ?? "");
        columns = columns with
        {
            Pass = path.Kind == LoadPathKind.PassThrough,
            IsInside = path.Kind == LoadPathKind.ServerSide,
        };
        // Made also where nothing needs it: what it refuses is refused on every path.
        using var guard = MakeGuard(source.Reader, columns);
        if (columns.IsInside)
        {
            // The columns are known; nothing is read over this connection.
            source.Dispose();
            Write((target, _) => rows.Copy(target, source), null, store, columns);
            return;
        }

        if (context.Object.Load.SplitBy.Value is { } split)
        {
            MoveParts(split, source, store, columns);
            return;
        }

        if (columns.Pass)
        {
            source.PassThrough(columns);
        }

        store.RefuseWithoutRoom(source.BytesExpected);
        using var pipeline = new LoadPipeline(
            name, source.Reader, columns.Pass ? null : guard, columns.MakeHashes(), context.Resources,
            context.Cancellation);
        pipeline.AwaitFirst(context.Cancellation);
        using var turn = store.TakeTurn();
        pipeline.HasTurn();
        try
        {
            Write(
                (target, rejects) =>
                {
                    rows.WriteAll(pipeline, target.Write, rejects, rows.Enter);
                    rows.LeaveOut(source.LeftOut);
                },
                pipeline, store, columns);
        }
        finally
        {
            pipeline.Stop();
            // One of its later files may have been a pipe.
            isReadOnce |= source.IsReadOnce;
            bytesRead = source.Reader.BytesRead;
        }

        read = source.Warnings;
    }

    // A full refresh that the target has seen and no record: only doing it again makes the two agree.
    private WatermarkStart? StartOf()
    {
        var start = context.Object.Watermark is null && !files.AreTakenOnce ? null : context.Past.Watermark();
        if (context.Object.Load.Pattern.Value != LoadPattern.Append)
        {
            return start;
        }

        RowsOfOthers.RefuseUnknownStart(context, start);
        if (start is { IsFullRefresh: true })
        {
            TargetRows.RefuseToEmptyForOthers(context.Object, context.Solution);
        }

        if (start is not { IsFullRefresh: false, Refreshes.Count: > 0 })
        {
            return start;
        }

        rows.Enter("open", context.Object.Target.Connection);
        using var store = StoreOf();
        isRepeated = store.IsRefreshed(start);
        return isRepeated ? start with { Value = null, IsFullRefresh = true } : start;
    }

    // Without watermark nothing tells what is new, so that only what an attempt without a success has left goes.
    private WatermarkStart? Left() => LoadContract.TakesBack(context.Object)
        ? new WatermarkStart(null, context.Past.Unfinished()) { HasStood = true } : null;

    private bool IsFirst => files.AreTakenOnce ? !files.HaveBeenTaken
        : start is { Value: null, HasStood: false, IsFullRefresh: false };

    private void MoveParts(SplitBy split, LoadSource source, ILoadStore store, LoadColumns columns)
    {
        using var parted = SplitSource.Open(context, source, columns);
        try
        {
            Write((target, rejects) => WriteParts(parted.Parts, target, rejects, columns), null, store, columns);
        }
        finally
        {
            bytesRead = parted.Parts.Sum(part => part.BytesRead);
            loadPath += loadPath.Length == 0 ? "" : $"; {parted.Told(split)}";
        }
    }

    private void WriteParts(
        IReadOnlyList<SourcePart> source, ILoadTarget target, RejectSpool rejects, LoadColumns columns)
    {
        var parts = new LoadParts(
            name, context, reader => columns.Pass ? null : MakeGuard(reader, columns), columns.MakeHashes);
        // Each part reads and writes on a thread of its own; of the whole it is one phase.
        context.Phase("write");
        try
        {
            parts.Run(
                source, target.OpenPart, (pipeline, write, enter) => rows.WriteAll(pipeline, write, rejects, enter));
        }
        finally
        {
            if (parts.FailedAt is { } at)
            {
                rows.Enter(at.Phase, at.Connection);
            }
        }
    }

    private string RefusedOn(LoadPath? path) => isApart ? "a row was refused, which ended the transaction"
        : isByRows ? "a row was refused when tables were to be exchanged"
        : path?.Kind == LoadPathKind.ServerSide ? "a row was refused when the server copied them"
        : "a row was refused when they passed through";

    private ILoadStore StoreOf() => context.Object.Target.Format is not null ? new FileStore(context, freeBytes)
        : new DatabaseStore((isByRows ? context with { Object = ByRows(context.Object) } : context) with
        {
            IsReadOnce = isReadOnce,
            LoadsApart = isApart,
        }, freeBytes);

    private static ObjectDefinition ByRows(ObjectDefinition load) =>
        load with { Load = load.Load with { Swap = load.Load.Swap with { Value = Swap.Transaction } } };

    private Guard MakeGuard(IRowReader reader, LoadColumns columns)
    {
        try
        {
            return new Guard(reader.Columns, columns.Guarded, context.Resources);
        }
        catch (ArgumentException impossible)
        {
            throw new PackageRefusedException("ORC3415", ErrorClass.Config, "open", impossible.Message);
        }
    }

    private void Write(
        Action<ILoadTarget, RejectSpool> fill, LoadPipeline? pipeline, ILoadStore store, LoadColumns columns)
    {
        rows.Enter("open", context.Object.Target.Connection);
        using var rejects = new RejectSpool(store.SpoolFolder, freeBytes);
        ILoadTarget? target = null;
        try
        {
            target = store.Open(columns, start ?? Left(), row => rows.Refuse(row, rejects), lastLoad);
            target.FilesLeft = files.LeftOfWhole;
            target.Finishing = counts => Succeeded(counts);
            target.Begin();
            loadPath = $"{path}; {target.Publishing}" + (window is null ? "" : $"; {window}");
            fill(target, rejects);
            rows.RefuseUnexpected(target.HasCommitted);
            rows.Enter("publish", context.Object.Target.Connection);
            rows.Counts = target.Publish(
                rows.Counts, () => rejects.Count > 0 ? rejects.Rows(context.Cancellation) : null);
            stoodBefore = target.StoodBefore;
            lostInCrash = target.LostInCrash;
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            wasExchange = target is LoadTarget { IsExchange: true };
            if (IsTriedOtherwise(fault))
            {
                MovedRows.TakeBack(target!, fault);
            }
            else
            {
                rows.Keep(pipeline, target, rejects, fault);
            }

            throw;
        }
        finally
        {
            // What a first try has changed, the second does not find.
            changed = [.. changed.Union(target?.Warnings ?? [])];
            target?.Dispose();
        }

        store.AfterWriting();
    }

    private PackageResult Succeeded(RowCounts counts) => new()
    {
        Outcome = NodeState.Succeeded,
        Counts = counts,
        Warnings =
        [
            .. files.Left.Select(file => $"not taken: {file}"), .. drift, .. changed, .. read,
            .. LoadWarnings.Of(context.Object, isSkipped, isRepeated ? start : null, window),
            .. LoadWarnings.OfFirst(context, stoodBefore, () => rows.Counts.Inserted > 0 && IsFirst),
            .. LoadWarnings.Of(rows.Counts, rows.Errors),
            .. CrashWarning.Of(context.Object, context.Solution, lostInCrash),
        ],
        LoadPath = loadPath,
        BytesRead = bytesRead,
        Files = files.Loaded(),
        Watermark = window?.Moved,
    };
}
