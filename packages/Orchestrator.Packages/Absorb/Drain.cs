using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Engine;
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
    private long untidy;

    /// <param name="database">The session; no transaction is open.</param>
    /// <param name="sql">The buffer.</param>
    /// <param name="lease">The right to drain it, over the same session.</param>
    /// <param name="size">How many rows at a time.</param>
    /// <param name="parallelism">Processors that one statement may use; 0 = as the server says.</param>
    /// <param name="time">The clock.</param>
    public Drain(
        IDatabase database, AbsorbDialect sql, DrainLease lease, BatchSize size, int parallelism, TimeProvider time)
    {
        (this.database, this.sql, this.lease, this.size, this.time) = (database, sql, lease, size, time);
        this.parallelism = parallelism;
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
        var began = time.GetTimestamp();
        DrainedRows done;
        try
        {
            done = Next(statements, most, cancellation);
        }
        catch (Exception fault) when (database.Platform.Explain(fault) is { } why
            && database.Platform.Dialect.IsOfKeyByRow(why) && Moved() is { } moved)
        {
            // A value that goes from one row to another breaks no rule at the end.
            done = Next(moved, most, cancellation);
        }

        size.Learn(done.Taken, time.GetElapsedTime(began));
        Total += done;
        Tidy(done.Taken);
        return done;
    }

    private DrainedRows Next(IReadOnlyList<DrainStatement> by, long most, CancellationToken cancellation)
    {
        DrainedRows done = default;
        database.Begin(cancellation);
        try
        {
            lease.Renew();
            done = Take(by, Math.Min(most, size.Rows));
            CrashPoint.Pass("absorb.taken");
            if (done.Taken > 0)
            {
                lease.Renew(done.Taken);
            }

            CrashPoint.Around("absorb.commit", database.Commit);
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

    private IReadOnlyList<DrainStatement>? Moved() =>
        database.KeysByRow(sql.Table.Target) is { Count: > 0 } keys
        && sql.DrainMoved(parallelism, new KeysOfTable(keys, database.Columns(sql.Table.Target))) is { } moved
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

    private DrainedRows Take(IReadOnlyList<DrainStatement> by, long rows)
    {
        var done = default(DrainedRows);
        foreach (var statement in by)
        {
            // Only the statement that takes rows knows how many there may be.
            (string, object?)[] values =
                statement.Sql.Contains("@rows", StringComparison.Ordinal) ? [("rows", rows)] : [];
            if (statement.Counts == DrainCount.All)
            {
                var row = database.Ask(statement.Sql, values).First;
                return new DrainedRows(Value(row[0]), Value(row[1]), Value(row[2]), Value(row[3]));
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
            if (statement.Counts == DrainCount.Taken && changed == 0)
            {
                return done;
            }
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
