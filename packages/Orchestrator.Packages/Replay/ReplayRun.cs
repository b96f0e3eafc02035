using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Replay;

/// <summary>
/// One attempt that loads rejected rows: error table → guard → target, with the marks of what was loaded in the same
/// transaction.
/// </summary>
internal sealed class ReplayRun
{
    private readonly PackageContext context;
    private readonly Func<string, long> freeBytes;
    private readonly ObjectDefinition written;
    private readonly MovedRows rows;
    private readonly string name;
    private readonly List<string> warnings = [];
    private string path = "";

    public ReplayRun(PackageContext context, Func<string, long> freeBytes)
    {
        (written, this.freeBytes) = (context.Object, freeBytes);
        this.context = context with { Object = ReplayContract.Replaying(written) };
        name = $"{written.Project}/{written.Name}";
        rows = new MovedRows(this.context);
    }

    /// <summary>Runs it on the calling thread, which writes.</summary>
    public PackageResult Run()
    {
        try
        {
            Move();
            return new PackageResult
            {
                Outcome = NodeState.Succeeded,
                Counts = rows.Counts,
                Warnings = [.. warnings, .. Left()],
                LoadPath = path,
            };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, rows.Phase, rows.Connection, context.Cancellation, rows.Counts);
            return result with
            {
                Error = QuotedWords.Shown(result.Error, fault, QuotedWords.IsSensitive(written)),
                LoadPath = path,
                Warnings = warnings,
            };
        }
    }

    private void Move()
    {
        rows.Enter("open", written.Target.Connection);
        if (ReplayContract.Refusal(written) is { } why)
        {
            throw new PackageRefusedException("ORC3447", ErrorClass.Config, "open", $"No row was replayed: {why}");
        }

        var access = DatabaseAccess.ToReadTarget(context);
        var errors = ErrorTable.NameOf(written, access.Platform);
        using var store = new DatabaseStore(context, freeBytes);
        rows.Errors = store.Errors;
        IReadOnlyList<ReplayableAttempt> Look() => ReplayPlanned.Among(
            ReplayContract.Of(written, context.Past.Loads()), context.ReplayedRun);
        var planned = ReplayPlanned.Of(access, errors, Look());
        warnings.AddRange(planned.Told(errors));
        if (planned.Attempts.Count == 0)
        {
            return;
        }

        var chosen = planned.Attempts.Select(one => one.Attempt).ToHashSet();
        var replayed = new ReplayedRows(
            errors, context, planned.Attempts, () => [.. Look().Where(one => chosen.Contains(one.Attempt))]);
        Move(access, store, replayed, errors);
    }

    private void Move(DatabaseAccess access, DatabaseStore store, ReplayedRows replayed, TableName errors)
    {
        var dialect = access.Platform.Dialect;
        var database = access.Open();
        var source = ReplaySource.Of(database, written, dialect);
        using var reader = HashColumn.Behind(
            new ReplayReader(
                database, replayed.Reading(dialect), source.Names, replayed, context.Resources.Memory), written);
        var columns = LoadColumns.Resolve(
            context.Object, store.Rules, source.Typed(written), context.AttemptId, ReplaySource.RecordSource(context));
        columns = columns with { Guarded = [.. columns.Guarded.Select(Redirecting)] };
        path = $"rejected rows of '{errors}'";
        using var guard = new Guard(reader.Columns, columns.Guarded, context.Resources);
        using var pipeline = new LoadPipeline(
            name, reader, guard, columns.MakeHashes(), context.Resources, context.Cancellation);
        pipeline.AwaitFirst(context.Cancellation);
        using var turn = store.TakeTurn();
        pipeline.HasTurn();
        try
        {
            Write(pipeline, store, columns, replayed);
        }
        finally
        {
            pipeline.Stop();
        }

        store.AfterWriting();
    }

    private void Write(LoadPipeline pipeline, DatabaseStore store, LoadColumns columns, ReplayedRows replayed)
    {
        using var rejects = new RejectSpool(store.SpoolFolder, freeBytes);
        LoadTarget? target = null;
        try
        {
            target = new LoadTarget(
                store.Access, columns, context, start: null,
                row => rows.Refuse(row, rejects), replayed);
            target.Begin();
            path = $"{path}; {target.Publishing}";
            rows.WriteAll(pipeline, target.Write, rejects, rows.Enter);
            rows.Enter("publish", written.Target.Connection);
            rows.Counts = target.Publish(
                rows.Counts, () => rejects.Count > 0 ? rejects.Rows(context.Cancellation) : null);
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            rows.Keep(pipeline, target, rejects, fault);
            throw;
        }
        finally
        {
            target?.Dispose();
        }
    }

    private IEnumerable<string> Left()
    {
        if (rows.Counts.Rejected > 0)
        {
            yield return $"{rows.Counts.Rejected} rows were refused again, and stay in {rows.Errors} with the new "
                + "reason";
        }

        if (rows.Counts.Truncated > 0)
        {
            yield return $"{rows.Counts.Truncated} rows were truncated";
        }
    }

    // One bad row must not keep the others from being loaded: what is refused stays where it is.
    private static GuardColumn Redirecting(GuardColumn column)
    {
        static GuardPolicy Not(GuardPolicy policy) => policy == GuardPolicy.Fail ? GuardPolicy.Redirect : policy;
        return column with
        {
            OnTruncation = Not(column.OnTruncation),
            OnScaleLoss = Not(column.OnScaleLoss),
            OnEncodingLoss = Not(column.OnEncodingLoss),
            OnRangeLoss = Not(column.OnRangeLoss),
            OnNull = Not(column.OnNull),
        };
    }
}
