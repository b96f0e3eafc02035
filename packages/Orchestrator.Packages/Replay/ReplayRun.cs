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
    private readonly PackageContext _context;
    private readonly Func<string, long> _freeBytes;
    private readonly ObjectDefinition _written;
    private readonly MovedRows _rows;
    private readonly string _name;
    private readonly List<string> _warnings = [];
    private string _path = "";

    public ReplayRun(PackageContext context, Func<string, long> freeBytes)
    {
        (_written, _freeBytes) = (context.Object, freeBytes);
        _context = context with { Object = ReplayContract.Replaying(_written) };
        _name = _written.FullName;
        _rows = new MovedRows(_context);
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
                Counts = _rows.Counts,
                Warnings = [.. _warnings, .. Left()],
                LoadPath = _path,
            };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, _rows.Phase, _rows.Connection, _context.Cancellation, _rows.Counts);
            return result with
            {
                Error = QuotedWords.Shown(result.Error, fault, QuotedWords.IsSensitive(_written)
                    || QuotedWords.AnyOfRunIsSensitive(_context.Solution)),
                LoadPath = _path,
                Warnings = _warnings,
            };
        }
    }

    private void Move()
    {
        _rows.Enter("open", _written.Target.Connection);
        if (ReplayContract.Refusal(_written) is { } why)
        {
            throw new PackageRefusedException("ORC3447", ErrorClass.Config, "open", $"No row was replayed: {why}");
        }

        var access = DatabaseAccess.ToReadTarget(_context);
        var errors = ErrorTable.NameOf(_written, access.Platform);
        using var store = new DatabaseStore(_context, _freeBytes);
        _rows.Errors = store.Errors;
        IReadOnlyList<ReplayableAttempt> Look() => ReplayPlanned.Among(
            ReplayContract.Of(_written, _context.Past.Loads()), _context.ReplayedRun);
        var planned = ReplayPlanned.Of(access, errors, Look());
        _warnings.AddRange(planned.Told(errors));
        if (planned.Attempts.Count == 0)
        {
            return;
        }

        var chosen = planned.Attempts.Select(one => one.Attempt).ToHashSet();
        var replayed = new ReplayedRows(
            errors, _context, planned.Attempts, () => [.. Look().Where(one => chosen.Contains(one.Attempt))]);
        Move(access, store, replayed, errors);
    }

    private void Move(DatabaseAccess access, DatabaseStore store, ReplayedRows replayed, TableName errors)
    {
        var dialect = access.Platform.Dialect;
        var database = access.Open();
        var source = ReplaySource.Of(
            database, _written, dialect, FileFormats.Read(_written, _context.Solution));
        using var reader = HashColumn.Behind(
            new ReplayReader(
                database, replayed.Reading(dialect), source.Texts, replayed, _context.Resources.Memory), _written);
        var columns = LoadColumns.Resolve(
            _context.Object, store.Rules, source.Typed(_written), _context.AttemptId,
            ReplaySource.RecordSource(_context));
        columns = columns with { Guarded = [.. columns.Guarded.Select(Redirecting)] };
        _path = $"rejected rows of '{errors}'";
        using var guard = new Guard(reader.Columns, columns.Guarded, _context.Resources);
        using var pipeline = new LoadPipeline(
            _name, reader, guard, columns.MakeHashes(), _context.Resources, _context.Cancellation);
        pipeline.AwaitFirst(_context.Cancellation);
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
        using var rejects = new RejectSpool(store.SpoolFolder, _freeBytes);
        LoadTarget? target = null;
        try
        {
            target = new LoadTarget(
                store.Access, columns, _context, start: null,
                row => _rows.Refuse(row, rejects), replayed);
            target.Begin();
            _path = $"{_path}; {target.Publishing}";
            _rows.WriteAll(pipeline, target.Write, rejects, _rows.Enter);
            _rows.Enter("publish", _written.Target.Connection);
            _rows.Counts = target.Publish(
                _rows.Counts, () => rejects.Count > 0 ? rejects.Rows(_context.Cancellation) : null);
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            _rows.Keep(pipeline, target, rejects, fault);
            throw;
        }
        finally
        {
            target?.Dispose();
        }
    }

    private IEnumerable<string> Left()
    {
        if (_rows.Counts.Rejected > 0)
        {
            yield return $"{_rows.Counts.Rejected} rows were refused again, and stay in {_rows.Errors} with the new "
                + "reason";
        }

        if (_rows.Counts.Truncated > 0)
        {
            yield return $"{_rows.Counts.Truncated} rows were truncated";
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
