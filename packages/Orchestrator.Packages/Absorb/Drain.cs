using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// Drains one buffer over one session. A batch is one transaction: exactly the rows that it has taken are in the target
/// or behind what that holds, and no more in the buffer, or all is as it was.
/// </summary>
internal sealed class Drain
{
    // So many deleted rows make who looks for the oldest one slow.
    private const long TidyRows = 200_000;

    private readonly IDatabase _database;
    private readonly AbsorbDialect _sql;
    private readonly DrainLease _lease;
    private readonly BatchSize _size;
    private readonly IReadOnlyList<DrainStatement> _statements;
    private readonly TimeProvider _time;
    private readonly int _parallelism;
    private readonly DrainRejects? _rejects;
    private readonly TriedRows _tried;
    private readonly Func<string, string> _shown;
    private RefusedBatch? _refused;
    private long _untidy;

    /// <param name="database">The session; no transaction is open.</param>
    /// <param name="sql">The buffer.</param>
    /// <param name="lease">The right to drain it, over the same session.</param>
    /// <param name="size">How many rows at a time.</param>
    /// <param name="parallelism">Processors that one statement may use; 0 = as the server says.</param>
    /// <param name="time">The clock.</param>
    /// <param name="rejects">Takes rows that the target refuses; null = they stay, and those behind them wait.</param>
    /// <param name="shown">The server's words as they may be shown; null = as they are.</param>
    public Drain(
        IDatabase database, AbsorbDialect sql, DrainLease lease, BatchSize size, int parallelism, TimeProvider time,
        DrainRejects? rejects = null, Func<string, string>? shown = null)
    {
        (_database, _sql, _lease, _size, _time) = (database, sql, lease, size, time);
        (_parallelism, _rejects, _shown) = (parallelism, rejects, shown ?? (words => words));
        _tried = new TriedRows(() => database);
        _statements = sql.Drain(parallelism);
        foreach (var open in sql.Open)
        {
            database.Execute(open);
        }
    }

    /// <summary>All that it has done.</summary>
    public DrainedRows Total { get; private set; }

    /// <summary>Takes the next rows, if there are any.</summary>
    /// <param name="most">Never more than that.</param>
    /// <param name="cancellation">Stops waiting for the database.</param>
    public DrainedRows Next(long most, CancellationToken cancellation)
    {
        while (true)
        {
            var done = _refused is null ? Batch(most, cancellation) : _refused.Next();
            if (_refused is { IsOver: true })
            {
                _refused = null;
            }

            Total += done;
            Tidy(done.Taken);
            if (done.Taken > 0 || _refused is null)
            {
                return done;
            }
        }
    }

    private DrainedRows Batch(long most, CancellationToken cancellation)
    {
        var began = _time.GetTimestamp();
        var rows = Math.Min(most, _size.Rows);
        DrainedRows done;
        try
        {
            done = Take(null, rows, cancellation);
        }
        catch (Exception fault) when (_rejects is not null && Faults.MayBeRefusal(fault) && Ends(rows) is { } ends)
        {
            _refused = new RefusedBatch(
                ends.First, ends.Last, (first, last) => Take((first, last), rows, cancellation),
                numbers => _rejects.Reject(_database, _sql, _lease, numbers));
            return default;
        }

        _size.Learn(done.Taken, _time.GetElapsedTime(began));
        return done;
    }

    private (long First, long Last)? Ends(long rows) =>
        _database.Ask(_sql.Ends, ("rows", rows)).First is [{ } first, { } last] ? (Value(first), Value(last)) : null;

    private DrainedRows Take((long First, long Last)? part, long rows, CancellationToken cancellation)
    {
        try
        {
            return Take(part is null ? _statements : _sql.Drain(_parallelism, isPart: true), part, rows, cancellation);
        }
        catch (Exception fault) when (_database.Platform.Explain(fault) is { } why
            && _database.Platform.Dialect.IsOfKeyByRow(why) && Moved(part is not null) is { } moved)
        {
            // A value that goes from one row to another breaks no rule at the end.
            return Take(moved, part, rows, cancellation);
        }
    }

    private DrainedRows Take(
        IReadOnlyList<DrainStatement> by, (long First, long Last)? part, long rows, CancellationToken cancellation)
    {
        DrainedRows done = default;
        _database.Begin(cancellation);
        try
        {
            _lease.Renew();
            var isProbe = part is { } ends && ends.First > ends.Last;
            done = Take(by, part, rows, isProbe);
            CrashPoint.Pass("absorb.taken");
            if (done.Taken > 0)
            {
                _lease.Renew(done.Taken);
            }

            if (isProbe)
            {
                _database.Rollback();
            }
            else
            {
                CrashPoint.Around("absorb.commit", _database.Commit);
            }
        }
        catch (Exception fault)
        {
            _database.Rollback();
            if (_database.Platform.Explain(fault) is { } why && _sql.LackOf(why) is { } mend)
            {
                throw new PackageRefusedException("ORC3573", ErrorClass.Config, "drain",
                    $"A key may stand in '{_sql.Table.Target}' more than once, so that nobody could tell which row the "
                    + $"latest one replaces: {_shown(why.Text)}. Make it unique: {mend}");
            }

            throw;
        }

        return done;
    }

    private IReadOnlyList<DrainStatement>? Moved(bool isPart) =>
        _database.KeysByRow(_sql.Table.Target) is { Count: > 0 } keys
        && _sql.DrainMoved(_parallelism, new KeysOfTable(keys, _database.Columns(_sql.Table.Target)), isPart)
            is { } moved
            ? moved : null;

    /// <summary>Takes all that is committed when it begins; what comes meanwhile may go with it.</summary>
    /// <param name="told">Told what is done so far.</param>
    /// <param name="cancellation">Stops it between two batches.</param>
    public void All(Action<DrainedRows> told, CancellationToken cancellation)
    {
        var last = _database.Number(_sql.Last);
        while (_database.Number(_sql.HasUpTo, ("last", last)) > 0)
        {
            cancellation.ThrowIfCancellationRequested();
            if (Next(long.MaxValue, cancellation).Taken == 0)
            {
                // Somebody else has taken what was seen.
                return;
            }

            told(Total);
        }
    }

    private DrainedRows Take(
        IReadOnlyList<DrainStatement> by, (long First, long Last)? part, long rows, bool isProbe)
    {
        var done = default(DrainedRows);
        var isEmpty = false;
        foreach (var statement in by)
        {
            if (isEmpty && !statement.IsWithNone)
            {
                continue;
            }

            // Only the statement that takes rows knows how many there may be, and which.
            (string, object?)[] values = !statement.Sql.Contains("@rows", StringComparison.Ordinal) ? []
                : part is { } ends ? [("rows", rows), ("first", ends.First), ("last", ends.Last)] : [("rows", rows)];
            if (statement.Counts == DrainCount.All)
            {
                var row = _database.Ask(statement.Sql, values).First;
                return new DrainedRows(Value(row[0]), Value(row[1]), Value(row[2]), Value(row[3]));
            }

            if (statement.Or is { } others)
            {
                foreach (var way in others.Prepend(statement.Sql))
                {
                    if (_tried.Try(() => _database.Execute(way)) is null)
                    {
                        break;
                    }
                }

                continue;
            }

            var changed = _database.Execute(statement.Sql, values);
            done += statement.Counts switch
            {
                DrainCount.Taken => new DrainedRows(changed, 0, 0, 0),
                DrainCount.Duplicate => new DrainedRows(0, changed, 0, 0),
                DrainCount.Updated => new DrainedRows(0, 0, changed, 0),
                DrainCount.Inserted => new DrainedRows(0, 0, 0, changed),
                _ => default,
            };
            isEmpty |= statement.Counts == DrainCount.Taken && changed == 0 && !isProbe;
        }

        return done;
    }

    private void Tidy(long taken)
    {
        _untidy += taken;
        if (_sql.Tidy is not { } tidy || _untidy < TidyRows)
        {
            return;
        }

        _untidy = 0;
        try
        {
            _database.Execute(tidy);
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            // The rows are drained all the same; the next batch finds out what ails the database.
        }
    }

    private static long Value(string? text) => long.Parse(text!, CultureInfo.InvariantCulture);
}
