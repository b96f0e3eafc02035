using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>One attempt of a load: source → row batches → guard → load table → published target.</summary>
internal sealed class LoadRun(PackageContext context, Func<string, long> freeBytes)
{
    private readonly string name = $"{context.Object.Project}/{context.Object.Name}";
    private readonly FilesOfLoad files = new(context);
    // Who stops a package does not wait for millions of rows; those that came first tell what is wrong.
    private const int KeptWhenStopped = 100_000;

    private readonly Lock access = new();

    private string phase = "open";
    private string connection = context.Object.Source!.Connection;
    private LoadPath? path;
    private string loadPath = "";
    private RowCounts counts;
    private long bytesRead;
    private string notKept = "";
    private bool isSkipped;
    private bool isRepeated;
    private IReadOnlyList<string> drift = [];
    private IReadOnlyList<string> changed = [];
    private string errors = "";
    private string suspect = "";
    private WatermarkStart? start;
    private WatermarkWindow? window;

    /// <summary>Runs it on the calling thread, which writes; a second thread reads and guards.</summary>
    public PackageResult Run()
    {
        try
        {
            Move();
            return Succeeded();
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, phase, connection, context.Cancellation, counts);
            return result with
            {
                Error = result.Error is { } error ? error with { Message = Shown(error) + notKept } : null,
                LoadPath = loadPath,
                BytesRead = bytesRead,
                Files = result.Outcome == NodeState.Failed ? files.Failed(fault, suspect) : [],
                // A column that was added and committed stays, whatever became of the rows.
                Warnings = [.. result.Warnings, .. drift, .. changed],
            };
        }
    }

    private string Shown(PackageError error) => context.Object.Columns.Any(column => column.Sensitive)
        ? QuotedWords.Hide(error)
        : error.Message;

    private void Move()
    {
        try
        {
            Move(mayPass: true);
        }
        catch (DataRefusedException) when (path?.Kind == LoadPathKind.PassThrough)
        {
            // What passes through cannot be sent again, and its policies are the guard's: once more through that.
            (counts, notKept) = (default, "");
            Move(mayPass: false);
        }
        catch (Exception fault) when (path?.Kind == LoadPathKind.ServerSide && Faults.IsRefusal(fault))
        {
            // Which row it was the server does not tell.
            (counts, notKept) = (default, "");
            Move(mayPass: false);
        }
    }

    private void Move(bool mayPass)
    {
        start = StartOf();
        Enter("open", context.Object.Source!.Connection);
        using var source = LoadSource.Open(context, start, files);
        if (source is null)
        {
            isSkipped = true;
            return;
        }

        window = source.Window;
        Enter("open", context.Object.Target.Connection);
        var store = StoreOf();
        errors = store.Errors;
        var leftOut = store.LeftOut(source.Rows);
        drift = [.. SourceDrift.Of(context.Object, context.Solution, source.There), .. LoadWarnings.LeftOut(leftOut)];
        var columns = LoadColumns.Resolve(
            context.Object, store.Rules, source.Reader.Columns, context.AttemptId, source.RecordSource, leftOut);
        path = mayPass ? store.Choose(source, columns) : new LoadPath(LoadPathKind.RowBatches, RefusedOn(path));
        Enter("open", context.Object.Source!.Connection);
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
            Write((target, _) => Copy(target, source), null, store, columns);
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
            name, source.Reader, columns.Pass ? null : guard, columns.HasHash, context.Resources, context.Cancellation);
        pipeline.AwaitFirst(context.Cancellation);
        using var turn = store.TakeTurn();
        pipeline.HasTurn();
        try
        {
            Write((target, rejects) => WriteAll(pipeline, target.Write, rejects, Enter), pipeline, store, columns);
        }
        finally
        {
            pipeline.Stop();
            bytesRead = source.Reader.BytesRead;
        }
    }

    // A full refresh that the target has seen and no record: only doing it again makes the two agree.
    private WatermarkStart? StartOf()
    {
        var start = context.Object.Watermark is null && !files.AreTakenOnce ? null : context.Watermark();
        if (context.Object.Load.Pattern.Value != LoadPattern.Append)
        {
            return start;
        }

        if (start is { IsFullRefresh: true })
        {
            TargetRows.RefuseToEmptyForOthers(context.Object, context.Solution);
        }

        if (start is not { IsFullRefresh: false, Refreshes.Count: > 0 })
        {
            return start;
        }

        Enter("open", context.Object.Target.Connection);
        isRepeated = StoreOf().IsRefreshed(start);
        return isRepeated ? start with { Value = null, IsFullRefresh = true } : start;
    }

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
            name, context, reader => columns.Pass ? null : MakeGuard(reader, columns), columns.HasHash);
        try
        {
            parts.Run(
                source, target.OpenPart, (pipeline, write, enter) => WriteAll(pipeline, write, rejects, enter));
        }
        finally
        {
            (phase, connection) = parts.FailedAt ?? (phase, connection);
        }
    }

    private static string RefusedOn(LoadPath? path) => path?.Kind == LoadPathKind.ServerSide
        ? "a row was refused when the server copied them"
        : "a row was refused when they passed through";

    private ILoadStore StoreOf() => context.Object.Target.Format is null
        ? new DatabaseStore(context, freeBytes)
        : new FileStore(context, freeBytes);

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

    private void Enter(string next, string at)
    {
        phase = next;
        connection = at;
    }

    private void Write(
        Action<ILoadTarget, RejectSpool> fill, LoadPipeline? pipeline, ILoadStore store, LoadColumns columns)
    {
        Enter("open", context.Object.Target.Connection);
        using var rejects = new RejectSpool(store.SpoolFolder, freeBytes);
        ILoadTarget? target = null;
        try
        {
            target = store.Open(columns, start, row => Refuse(row, rejects));
            target.Begin();
            loadPath = $"{path}; {target.Publishing}" + (window is null ? "" : $"; {window}");
            fill(target, rejects);
            Enter("publish", context.Object.Target.Connection);
            counts = target.Publish(
                counts, () => rejects.Count > 0 ? rejects.Rows(context.Cancellation) : null);
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            Keep(pipeline, target, rejects, fault);
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

    private void Copy(ILoadTarget target, LoadSource source)
    {
        Enter("write", context.Object.Target.Connection);
        var rows = target.Copy(source);
        counts += new RowCounts(rows, rows, 0, 0, 0, 0, 0, 0);
        context.Progress(counts.Read, counts.Inserted);
    }

    /// <summary>Writes what one pipeline hands out; several threads may be at it.</summary>
    private void WriteAll(
        LoadPipeline pipeline, Func<RowBatch, long> write, RejectSpool rejects, Action<string, string> enter)
    {
        enter("read", context.Object.Source!.Connection);
        while (pipeline.TryTake(out var batch))
        {
            using (batch)
            {
                enter("write", context.Object.Target.Connection);
                lock (access)
                {
                    rejects.Add(batch.Rejected);
                    counts += new RowCounts(
                        batch.Read, 0, 0, 0, 0, 0, batch.Rejected.Count, batch.Truncated);
                    RefuseTooMany(rejects);
                }

                var written = batch.Count;
                var refused = write(batch);
                lock (access)
                {
                    counts += new RowCounts(0, written - refused, 0, 0, 0, 0, refused, 0);
                    context.Progress(counts.Read, counts.Inserted);
                }
            }

            enter("read", context.Object.Source!.Connection);
        }
    }

    private void Keep(LoadPipeline? pipeline, ILoadTarget? target, RejectSpool rejects, Exception fault)
    {
        if (fault is PackageRefusedException { Error.Class: ErrorClass.OutcomeUnknown })
        {
            return;
        }

        if (phase == "open")
        {
            // What was read while the target could not be opened was read all the same.
            foreach (var batch in pipeline?.Rest() ?? [])
            {
                using (batch)
                {
                    Count(batch.Rejected, batch.Read, target is null ? null : rejects);
                }
            }
        }

        if ((phase == "open" ? pipeline?.Refusal : fault as DataRefusedException) is { } refused)
        {
            phase = refused == fault && refused.Rejected.Any(row => row.Row == refused.Row) ? "guard" : phase;
            Count(refused.Rejected, refused.RowsRead, target is null ? null : rejects);
        }

        counts = counts with
        {
            Inserted = target?.Kept ?? 0,
            Rejected = Math.Max(counts.Rejected, rejects.Count),
        };
        try
        {
            var kept = context.Cancellation.IsCancellationRequested ? KeptWhenStopped : int.MaxValue;
            target?.Abandon(fault, rejects.Count > 0 ? rejects.Rows().Take(kept) : null);
            TellNotKept(target is null ? counts.Rejected : 0, "the target could not be opened");
            TellNotKept(target is null ? 0 : rejects.Count - kept, "the package was stopped");
        }
        catch (Exception second) when (Faults.IsExpected(second))
        {
            // The first failure is the one to show; without room or lock there is nowhere to keep the rows.
            TellNotKept(rejects.Count, Faults.Text(second));
        }
    }

    private void Count(IReadOnlyList<RejectedRow> rejected, long read, RejectSpool? rejects)
    {
        rejects?.Add(rejected);
        counts += new RowCounts(read, 0, 0, 0, 0, 0, rejected.Count, 0);
    }

    private void TellNotKept(long rows, string why) => notKept = rows <= 0 ? notKept
        : $" {rows} rejected rows could not be kept in {errors}: {why}.";

    private void Refuse(RejectedRow row, RejectSpool rejects)
    {
        context.Cancellation.ThrowIfCancellationRequested();
        lock (access)
        {
            rejects.Add([row]);
            RefuseTooMany(rejects);
        }
    }

    private void RefuseTooMany(RejectSpool rejects)
    {
        var max = context.Object.Errors.MaxErrors.Value;
        if (max >= 0 && rejects.Count > max)
        {
            suspect = rejects.LastFile;
            throw new PackageRefusedException(
                "ORC3408", ErrorClass.Data, "guard",
                $"{rejects.Count} rows were rejected, and `maxErrors: {max}` allows no more. They are in "
                + $"{errors}; correct them, or raise the limit.");
        }
    }

    private PackageResult Succeeded() => new()
    {
        Outcome = NodeState.Succeeded,
        Counts = counts,
        Warnings =
        [
            .. files.Left.Select(file => $"not taken: {file}"), .. drift, .. changed,
            .. LoadWarnings.Of(context.Object, isSkipped, isRepeated ? start : null, window),
            .. LoadWarnings.Of(counts, errors),
        ],
        LoadPath = loadPath,
        BytesRead = bytesRead,
        Files = files.Loaded(),
        Watermark = window?.Moved,
    };
}
