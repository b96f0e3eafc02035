using Orchestrator.Data;
using Orchestrator.Data.Calibrate;
using Orchestrator.Runner.Doctor;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>One session that inserts rows as its step says. Used by one thread, but for <see cref="Stop"/>.</summary>
internal sealed class RungWriter : IDisposable
{
    private readonly Rung rung;
    private readonly RungSurroundings around;
    private readonly SampleRows rows;
    private readonly bool isRelaxed;
    private volatile IDatabase? opened;
    private volatile bool isStopped;
    private ISampleInsert? statement;
    private SampleBatch? batch;
    private TimeSpan? worked;

    /// <summary>A session that is not open yet.</summary>
    public RungWriter(Rung rung, RungSurroundings around, bool isRelaxed)
    {
        (this.rung, this.around, this.isRelaxed) = (rung, around, isRelaxed);
        rows = new SampleRows(rung.RowsPerStatement);
    }

    /// <summary>Rows that were inserted before it was measured.</summary>
    public long WarmedUp { get; private set; }

    /// <summary>Its number in the server; 0 = it has none.</summary>
    public long Session { get; private set; }

    /// <summary>Transactions that were measured.</summary>
    public long Commits { get; private set; }

    /// <summary>Rows of them.</summary>
    public long Rows { get; private set; }

    /// <summary>Processor time of its session since it was ready; null = not known.</summary>
    public TimeSpan? Worked => ServerTime() - worked;

    private IDatabase Database => opened!;

    /// <summary>Connects and prepares, and inserts once: what makes code and plans ready is not measured.</summary>
    /// <exception cref="OperationCanceledException">Somebody asked to stop.</exception>
    /// <exception cref="CalibrationStuckException">The server took too long.</exception>
    public void Open()
    {
        // Who opens a file while another writes into it may find it locked.
        using var turn = Turn();
        opened = around.Platform.Open(around.Table.Address, around.Use with { IsRelaxed = isRelaxed });
        RefuseStopped();
        (statement, batch) = rung.Kind == RungKind.Bulk
            ? ((ISampleInsert?)null, new SampleBatch())
            : (Database.Insert(around.Table.Name,
                rung.Kind == RungKind.Arrays ? InsertForm.Arrays : InsertForm.Values, rung.RowsPerStatement), null);
        WarmedUp = WarmUp();
        // A commit that waits for another server ends without a fault where it is told to stop.
        RefuseStopped();
        Session = Ask(around.Platform.Dialect.SessionNumber);
        worked = ServerTime();
    }

    /// <summary>Inserts until nothing is left, or the time is over.</summary>
    public void Work(RungQuota quota)
    {
        if (statement is null)
        {
            WorkInBulk(quota);
            return;
        }

        while (!quota.IsOver && quota.Take(rung.RowsPerStatement) is var taken && taken == rung.RowsPerStatement)
        {
            rows.Renew();
            using (Turn())
            {
                statement.Run(rows);
            }

            Commits++;
            Rows += taken;
        }
    }

    /// <summary>Asks the server to stop what it does, from any thread.</summary>
    public void Stop()
    {
        isStopped = true;
        opened?.Interrupt();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        statement?.Dispose();
        batch?.Dispose();
        opened?.Dispose();
    }

    private void RefuseStopped()
    {
        around.Use.Cancellation.ThrowIfCancellationRequested();
        if (isStopped)
        {
            throw new CalibrationStuckException("the server does not take a first row in time");
        }
    }

    /// <summary>Each transaction takes its rows as it goes, and commits what it has come to.</summary>
    private void WorkInBulk(RungQuota quota)
    {
        for (var isMore = true; isMore;)
        {
            using var turn = Turn();
            var written = InTransaction(writer =>
            {
                long sum = 0;
                for (long left = rung.CommitRows ?? long.MaxValue; left > 0 && isMore;)
                {
                    var count = quota.IsOver ? 0 : quota.Take((int)Math.Min(batch!.Batch.Count, left));
                    isMore = count > 0;
                    if (isMore)
                    {
                        batch!.Renew();
                        writer.Write(batch.Batch, 0, count);
                    }

                    (sum, left) = (sum + count, left - count);
                }

                return sum;
            });
            Rows += written;
            Commits += written > 0 ? 1 : 0;
        }
    }

    private long WarmUp()
    {
        if (statement is null)
        {
            return InTransaction(writer =>
            {
                writer.Write(batch!.Batch, 0, batch.Batch.Count);
                return batch.Batch.Count;
            });
        }

        rows.Renew();
        statement.Run(rows);
        return rung.RowsPerStatement;
    }

    private long InTransaction(Func<IBulkWriter, long> work)
    {
        Database.Begin(around.Use.Cancellation);
        try
        {
            long written;
            using (var writer = Database.Write(
                around.Table.Name, SampleRows.Columns, [], new WriteOptions { LocksTable = true }))
            {
                written = work(writer);
                writer.Complete();
            }

            Database.Commit();
            return written;
        }
        catch
        {
            Database.Rollback();
            throw;
        }
    }

    /// <summary>Where a file has one writer, as packages take it; null on a server.</summary>
    private WriterTurn? Turn() => !around.Platform.Abilities.HasOneWriter ? null
        : around.Turns.Take(around.Table.Address.File, "a calibration", _ => { }, around.Use.Cancellation);

    private TimeSpan? ServerTime() => around.Platform.Dialect.ProcessorTime is { Length: > 0 } sql
        ? TimeSpan.FromMilliseconds(Ask(sql))
        : around.IsOnThisMachine && Session > 0
            ? Runner.Evidence.WorkTime.OfSession(Session, around.Platform.Abilities.SessionProcess) : null;

    private long Ask(string sql) => sql.Length == 0 ? 0 : Database.Number(sql);
}
