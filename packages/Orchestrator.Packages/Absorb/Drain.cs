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

    private readonly IDatabase database;
    private readonly AbsorbDialect sql;
    private readonly DrainLease lease;
    private readonly BatchSize size;
    private readonly IReadOnlyList<DrainStatement> statements;
    private readonly TimeProvider time;
    private readonly int parallelism;
    private readonly DrainRejects? rejects;
    private readonly TriedRows tried;
    private RefusedBatch? refused;
    private long untidy;

    /// <param name="database">The session; no transaction is open.</param>
    /// <param name="sql">The buffer.</param>
    /// <param name="lease">The right to drain it, over the same session.</param>
    /// <param name="size">How many rows at a time.</param>
    /// <param name="parallelism">Processors that one statement may use; 0 = as the server says.</param>
    /// <param name="time">The clock.</param>
    /// <param name="rejects">Takes rows that the target refuses; null = they stay, and those behind them wait.</param>
    public Drain(
        IDatabase database, AbsorbDialect sql, DrainLease lease, BatchSize size, int parallelism, TimeProvider time,
        DrainRejects? rejects = null)
    {
        (this.database, this.sql, this.lease, this.size, this.time) = (database, sql, lease, size, time);
        (this.parallelism, this.rejects) = (parallelism, rejects);
        tried = new TriedRows(() => database);
        statements = sql.Drain(parallelism);
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
            var done = refused is null ? Batch(most, cancellation) : refused.Next();
            if (refused is { IsOver: true })
            {
                refused = null;
            }

            Total += done;
            Tidy(done.Taken);
            if (done.Taken > 0 || refused is null)
            {
                return done;
            }
        }
    }

    private DrainedRows Batch(long most, CancellationToken cancellation)
    {
        var began = time.GetTimestamp();
        var rows = Math.Min(most, size.Rows);
        DrainedRows done;
        try
        {
            done = Take(null, rows, cancellation);
        }
        catch (Exception fault) when (rejects is not null && Faults.MayBeRefusal(fault) && Ends(rows) is { } ends)
        {
            refused = new RefusedBatch(
                ends.First, ends.Last, (first, last) => Take((first, last), rows, cancellation),
                numbers => rejects.Reject(database, sql, lease, numbers));
            return default;
        }

        size.Learn(done.Taken, time.GetElapsedTime(began));
        return done;
    }

    private (long First, long Last)? Ends(long rows) =>
        database.Ask(sql.Ends, ("rows", rows)).First is [{ } first, { } last] ? (Value(first), Value(last)) : null;

    private DrainedRows Take((long First, long Last)? part, long rows, CancellationToken cancellation)
    {
        try
        {
            return Take(part is null ? statements : sql.Drain(parallelism, isPart: true), part, rows, cancellation);
        }
        catch (Exception fault) when (database.Platform.Explain(fault) is { } why
            && database.Platform.Dialect.IsOfKeyByRow(why) && Moved(part is not null) is { } moved)
        {
            // A value that goes from one row to another breaks no rule at the end.
            return Take(moved, part, rows, cancellation);
        }
    }

    private DrainedRows Take(
        IReadOnlyList<DrainStatement> by, (long First, long Last)? part, long rows, CancellationToken cancellation)
    {
        DrainedRows done = default;
        database.Begin(cancellation);
        try
        {
            lease.Renew();
            var isProbe = part is { } ends && ends.First > ends.Last;
            done = Take(by, part, rows, isProbe);
            CrashPoint.Pass("absorb.taken");
            if (done.Taken > 0)
            {
                lease.Renew(done.Taken);
            }

            if (isProbe)
            {
                database.Rollback();
            }
            else
            {
                CrashPoint.Around("absorb.commit", database.Commit);
            }
        }
        catch (Exception fault)
        {
            database.Rollback();
            if (database.Platform.Explain(fault) is { } why && sql.LackOf(why) is { } mend)
            {
                throw new PackageRefusedException("ORC3573", ErrorClass.Config, "drain",
                    $"A key may stand in '{sql.Table.Target}' more than once, so that nobody could tell which row the "
                    + $"latest one replaces: {why.Text}. Make it unique: {mend}");
            }

            throw;
        }

        return done;
    }

    private IReadOnlyList<DrainStatement>? Moved(bool isPart) =>
        database.KeysByRow(sql.Table.Target) is { Count: > 0 } keys
        && sql.DrainMoved(parallelism, new KeysOfTable(keys, database.Columns(sql.Table.Target)), isPart)
            is { } moved
            ? moved : null;

    /// <summary>Takes all that is committed when it begins; what comes meanwhile may go with it.</summary>
    /// <param name="told">Told what is done so far.</param>
    /// <param name="cancellation">Stops it between two batches.</param>
    public void All(Action<DrainedRows> told, CancellationToken cancellation)
    {
        var last = database.Number(sql.Last);
        while (database.Number(sql.HasUpTo, ("last", last)) > 0)
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
                var row = database.Ask(statement.Sql, values).First;
                return new DrainedRows(Value(row[0]), Value(row[1]), Value(row[2]), Value(row[3]));
            }

            if (statement.Or is { } others)
            {
                foreach (var way in others.Prepend(statement.Sql))
                {
                    if (tried.Try(() => database.Execute(way)) is null)
                    {
                        break;
                    }
                }

                continue;
            }

            var changed = database.Execute(statement.Sql, values);
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
        untidy += taken;
        if (sql.Tidy is not { } tidy || untidy < TidyRows)
        {
            return;
        }

        untidy = 0;
        try
        {
            database.Execute(tidy);
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            // The rows are drained all the same; the next batch finds out what ails the database.
        }
    }

    private static long Value(string? text) => long.Parse(text!, CultureInfo.InvariantCulture);
}
