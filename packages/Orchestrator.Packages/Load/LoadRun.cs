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
    private readonly string _name = context.Object.FullName;
    private readonly FilesOfLoad _files = new(context);
    private readonly MovedRows _rows = new(context);

    private LoadPath? _path;
    private AttemptWork _work = new();
    private bool _wasExchange;
    private bool _isByRows;
    private bool _isReadOnce;
    private bool _isApart;
    private bool _isSkipped;
    private bool _isRepeated;
    private long _stoodBefore;
    private CrashLoss? _lostInCrash;
    private IReadOnlyList<string> _drift = [];
    private IReadOnlyList<string> _changed = [];
    private IReadOnlyList<string> _read = [];
    private WatermarkStart? _start;
    private WatermarkWindow? _window;
    private long? _lastLoad;

    /// <summary>Runs it on the calling thread, which writes; a second thread reads and guards.</summary>
    public PackageResult Run()
    {
        try
        {
            Move();
            return Succeeded(_rows.Counts);
        }
        catch (FinishedBeforeException finished)
        {
            return finished.Result;
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, _rows.Phase, _rows.Connection, context.Cancellation, _rows.Counts);
            var isSensitive = QuotedWords.IsSensitive(context.Object, context.Solution);
            return result with
            {
                Error = QuotedWords.Shown(result.Error, fault, isSensitive) is { } error
                    ? error with { Message = error.Message + Advice(fault) + _rows.NotKept } : null,
                Work = _work with { Counts = result.Counts },
                Files = result.Outcome == NodeState.Failed ? _files.Failed(fault, _rows.Suspect) : [],
                // A column that was added and committed stays, whatever became of the rows.
                Warnings = [.. result.Warnings, .. _drift, .. _changed],
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
            catch (StartMovedException moved) when (!_isReadOnce)
            {
                others.Await(moved.Table, moved.Holder);
                context.Message($"{_name} begins once more: another run has loaded it meanwhile");
                _rows.BeginAgain();
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
        catch (DataRefusedException) when (_path?.Kind == LoadPathKind.PassThrough)
        {
            // What passes through cannot be sent again, and its policies are the guard's: once more through that.
            MoveAgain();
        }
        catch (Exception fault) when (
            _path?.Kind is LoadPathKind.ServerSide or LoadPathKind.PassThrough
            && (Redirects ? Faults.MayBeRefusal(fault)
                : _path.Kind == LoadPathKind.ServerSide && Faults.IsRefusal(fault)))
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
        _rows.BeginAgain();
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
        (_isByRows, _isApart) = (true, _isApart || HasEnded(fault));
        MoveAgain();
    }

    private bool IsTriedOtherwise(Exception fault) =>
        IsOfExchange(fault) || (HasEnded(fault) && !_isApart && !_isReadOnce);

    private bool HasEnded(Exception fault) => Redirects && TriedRows.HasEnded(fault);

    private bool Redirects => context.Object.Errors.OnError.Value == Policy.Redirect;

    private bool IsOfExchange(Exception fault) => IsRefusedByExchange(fault) && !_isReadOnce;

    // What the guard or the reader refuses is refused again.
    private bool IsRefusedByExchange(Exception fault) => _wasExchange && !_isByRows && Redirects
        && _rows.Phase is "write" or "publish" && Faults.MayBeRefusal(fault);

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
        _lastLoad = TargetComparison.GoesOn(context.Object, context.Solution) ? context.Past.LastLoad() : null;
        _start = StartOf();
        _rows.Enter("open", context.Object.Source?.Connection ?? "");
        using var source = LoadSource.Open(context, _start, _files);
        if (source is null)
        {
            _isSkipped = true;
            _rows.RefuseUnexpected();
            return;
        }

        (_window, _isReadOnce) = (source.Window, source.IsReadOnce);
        _rows.Enter("open", context.Object.Target.Connection);
        using var store = StoreOf();
        _rows.Errors = store.Errors;
        var leftOut = store.LeftOut(source.Rows);
        _drift = [.. SourceDrift.Of(context.Object, context.Solution, source.There), .. LoadWarnings.LeftOut(leftOut)];
        var columns = LoadColumns.Resolve(
            context.Object, store.Rules, source.Reader.Columns, context.AttemptId, source.RecordSource, leftOut);
        _path = mayPass ? store.Choose(source, columns) : new LoadPath(LoadPathKind.RowBatches, RefusedOn(_path));
        _rows.Enter("open", context.Object.Source?.Connection ?? "");
        columns = columns with
        {
            Pass = _path.Kind == LoadPathKind.PassThrough,
            IsInside = _path.Kind == LoadPathKind.ServerSide,
        };
        // Made also where nothing needs it: what it refuses is refused on every path.
        using var guard = MakeGuard(source.Reader, columns);
        if (columns.IsInside)
        {
            // The columns are known; nothing is read over this connection.
            source.Dispose();
            Write((target, _) => _rows.Copy(target, source), null, store, columns);
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
            _name, source.Reader, columns.Pass ? null : guard, columns.MakeHashes(), context.Resources,
            context.Cancellation);
        pipeline.AwaitFirst(context.Cancellation);
        using var turn = store.TakeTurn();
        pipeline.HasTurn();
        try
        {
            Write(
                (target, rejects) =>
                {
                    _rows.WriteAll(pipeline, target.Write, rejects, _rows.Enter);
                    _rows.LeaveOut(source.LeftOut);
                },
                pipeline, store, columns);
        }
        finally
        {
            pipeline.Stop();
            // One of its later files may have been a pipe.
            _isReadOnce |= source.IsReadOnce;
            _work = _work with { BytesRead = source.Reader.BytesRead };
        }

        _read = source.Warnings;
    }

    // A full refresh that the target has seen and no record: only doing it again makes the two agree.
    private WatermarkStart? StartOf()
    {
        var start = context.Object.Watermark is null && !_files.AreTakenOnce ? null : context.Past.Watermark();
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

        _rows.Enter("open", context.Object.Target.Connection);
        using var store = StoreOf();
        _isRepeated = store.IsRefreshed(start);
        return _isRepeated ? start with { Value = null, IsFullRefresh = true } : start;
    }

    // Without watermark nothing tells what is new, so that only what an attempt without a success has left goes.
    private WatermarkStart? Left() => LoadContract.TakesBack(context.Object)
        ? new WatermarkStart(null, context.Past.Unfinished()) { HasStood = true } : null;

    private bool IsFirst => _files.AreTakenOnce ? !_files.HaveBeenTaken
        : _start is { Value: null, HasStood: false, IsFullRefresh: false };

    private void MoveParts(SplitBy split, LoadSource source, ILoadStore store, LoadColumns columns)
    {
        using var parted = SplitSource.Open(context, source, columns);
        try
        {
            Write((target, rejects) => WriteParts(parted.Parts, target, rejects, columns), null, store, columns);
        }
        finally
        {
            _work = _work with
            {
                BytesRead = parted.Parts.Sum(part => part.BytesRead),
                LoadPath = _work.LoadPath + (_work.LoadPath.Length == 0 ? "" : $"; {parted.Told(split)}"),
            };
        }
    }

    private void WriteParts(
        IReadOnlyList<SourcePart> source, ILoadTarget target, RejectSpool rejects, LoadColumns columns)
    {
        var parts = new LoadParts(
            _name, context, reader => columns.Pass ? null : MakeGuard(reader, columns), columns.MakeHashes);
        // Each part reads and writes on a thread of its own; of the whole it is one phase.
        context.Phase("write");
        try
        {
            parts.Run(
                source, target.OpenPart, (pipeline, write, enter) => _rows.WriteAll(pipeline, write, rejects, enter));
        }
        finally
        {
            if (parts.FailedAt is { } at)
            {
                _rows.Enter(at.Phase, at.Connection);
            }
        }
    }

    private string RefusedOn(LoadPath? path) => _isApart ? "a row was refused, which ended the transaction"
        : _isByRows ? "a row was refused when tables were to be exchanged"
        : path?.Kind == LoadPathKind.ServerSide ? "a row was refused when the server copied them"
        : "a row was refused when they passed through";

    private ILoadStore StoreOf() => context.Object.Target.Format is not null ? new FileStore(context, freeBytes)
        : new DatabaseStore((_isByRows ? context with { Object = ByRows(context.Object) } : context) with
        {
            IsReadOnce = _isReadOnce,
            LoadsApart = _isApart,
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
        _rows.Enter("open", context.Object.Target.Connection);
        using var rejects = new RejectSpool(store.SpoolFolder, freeBytes);
        ILoadTarget? target = null;
        try
        {
            target = store.Open(columns, _start ?? Left(), row => _rows.Refuse(row, rejects), _lastLoad);
            target.FilesLeft = _files.LeftOfWhole;
            target.Finishing = counts => Succeeded(counts);
            target.Begin();
            var window = _window is null ? "" : $"; {_window}";
            _work = _work with { LoadPath = $"{_path}; {target.Publishing}{window}" };
            fill(target, rejects);
            _rows.RefuseUnexpected(target.HasCommitted);
            _rows.Enter("publish", context.Object.Target.Connection);
            _rows.Counts = target.Publish(
                _rows.Counts, () => rejects.Count > 0 ? rejects.Rows(context.Cancellation) : null);
            _stoodBefore = target.StoodBefore;
            _lostInCrash = target.LostInCrash;
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            _wasExchange = target is LoadTarget { IsExchange: true };
            if (IsTriedOtherwise(fault))
            {
                MovedRows.TakeBack(target!, fault);
            }
            else
            {
                _rows.Keep(pipeline, target, rejects, fault);
            }

            throw;
        }
        finally
        {
            // What a first try has changed, the second does not find.
            _changed = [.. _changed.Union(target?.Warnings ?? [])];
            target?.Dispose();
        }

        store.AfterWriting();
    }

    private PackageResult Succeeded(RowCounts counts) => new()
    {
        Outcome = NodeState.Succeeded,
        Work = _work with { Counts = counts },
        Warnings =
        [
            .. _files.Left.Select(file => $"not taken: {file}"), .. _drift, .. _changed, .. _read,
            .. LoadWarnings.Of(context.Object, _isSkipped, _isRepeated ? _start : null, _window),
            .. LoadWarnings.OfFirst(context, _stoodBefore, () => _rows.Counts.Inserted > 0 && IsFirst),
            .. LoadWarnings.Of(_rows.Counts, _rows.Errors),
            .. CrashWarning.Of(context.Object, context.Solution, _lostInCrash),
        ],
        Files = _files.Loaded(),
        Watermark = _window?.Moved,
    };
}
