using Orchestrator.Data;
using Orchestrator.Data.Calibrate;
using Orchestrator.Runner.Doctor;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>One session that inserts rows as its step says. Used by one thread, but for <see cref="Stop"/>.</summary>
internal sealed class RungWriter : IDisposable
{
    private readonly Rung _rung;
    private readonly RungSurroundings _around;
    private readonly SampleRows _rows;
    private readonly bool _isRelaxed;
    private volatile IDatabase? _opened;
    private volatile bool _isStopped;
    private ISampleInsert? _statement;
    private SampleBatch? _batch;
    private TimeSpan? _worked;

    /// <summary>A session that is not open yet.</summary>
    public RungWriter(Rung rung, RungSurroundings around, bool isRelaxed)
    {
        (_rung, _around, _isRelaxed) = (rung, around, isRelaxed);
        _rows = new SampleRows(rung.RowsPerStatement);
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
    public TimeSpan? Worked => ServerTime() - _worked;

    private IDatabase Database => _opened!;

    /// <summary>Connects and prepares, and inserts once: what makes code and plans ready is not measured.</summary>
    /// <exception cref="OperationCanceledException">Somebody asked to stop.</exception>
    /// <exception cref="CalibrationStuckException">The server took too long.</exception>
    public void Open()
    {
        // Who opens a file while another writes into it may find it locked.
        using var turn = Turn();
        _opened = _around.Platform.Open(_around.Table.Address, _around.Use with { IsRelaxed = _isRelaxed });
        // Either it is seen here that it was told to stop, or who tells it sees the session.
        Interlocked.MemoryBarrier();
        RefuseStopped();
        (_statement, _batch) = _rung.Kind == RungKind.Bulk
            ? ((ISampleInsert?)null, new SampleBatch())
            : (Database.Insert(_around.Table.Name,
                _rung.Kind == RungKind.Arrays ? InsertForm.Arrays : InsertForm.Values, _rung.RowsPerStatement), null);
        WarmedUp = WarmUp();
        // A commit that waits for another server ends without a fault where it is told to stop.
        RefuseStopped();
        Session = Ask(_around.Platform.Dialect.SessionNumber);
        _worked = ServerTime();
    }

    /// <summary>Inserts until nothing is left, or the time is over.</summary>
    public void Work(RungQuota quota)
    {
        if (_statement is null)
        {
            WorkInBulk(quota);
            return;
        }

        while (!quota.IsOver && quota.Take(_rung.RowsPerStatement) is var taken && taken == _rung.RowsPerStatement)
        {
            _rows.Renew();
            using (Turn())
            {
                _statement.Run(_rows);
            }

            Commits++;
            Rows += taken;
        }
    }

    /// <summary>Asks the server to stop what it does until that has ended, from any thread.</summary>
    public void Stop()
    {
        _isStopped = true;
        Interlocked.MemoryBarrier();
        _opened?.Interruption.Begin();
    }

    public void Dispose()
    {
        _statement?.Dispose();
        _batch?.Dispose();
        _opened?.Dispose();
    }

    private void RefuseStopped()
    {
        _around.Use.Cancellation.ThrowIfCancellationRequested();
        if (_isStopped)
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
                for (long left = _rung.CommitRows ?? long.MaxValue; left > 0 && isMore;)
                {
                    var count = quota.IsOver ? 0 : quota.Take((int)Math.Min(_batch!.Batch.Count, left));
                    isMore = count > 0;
                    if (isMore)
                    {
                        _batch!.Renew();
                        writer.Write(_batch.Batch, 0, count);
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
        if (_statement is null)
        {
            return InTransaction(writer =>
            {
                writer.Write(_batch!.Batch, 0, _batch.Batch.Count);
                return _batch.Batch.Count;
            });
        }

        _rows.Renew();
        _statement.Run(_rows);
        return _rung.RowsPerStatement;
    }

    private long InTransaction(Func<IBulkWriter, long> work)
    {
        Database.Begin(_around.Use.Cancellation);
        try
        {
            long written;
            using (var writer = Database.Write(
                _around.Table.Name, SampleRows.Columns, [], new WriteOptions { LocksTable = true }))
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
    private WriterTurn? Turn() => !_around.Platform.Abilities.HasOneWriter ? null
        : _around.Turns.Take(_around.Table.Address.File, "a calibration", _ => { }, _around.Use.Cancellation);

    private TimeSpan? ServerTime() => _around.Platform.Dialect.ProcessorTime is { Length: > 0 } sql
        ? TimeSpan.FromMilliseconds(Ask(sql))
        : _around.IsOnThisMachine && Session > 0
            ? Runner.Evidence.WorkTime.OfSession(Session, _around.Platform.Abilities.SessionProcess) : null;

    private long Ask(string sql) => sql.Length == 0 ? 0 : Database.Number(sql);
}
