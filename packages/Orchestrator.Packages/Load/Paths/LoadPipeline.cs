using System.Runtime.ExceptionServices;
using Orchestrator.Data;

namespace Orchestrator.Packages.Load.Paths;

/// <summary>
/// Reads and guards on a thread of its own, a few row batches ahead of whoever writes them. Disposing stops it, also
/// in the middle, and returns what was prepared.
/// </summary>
internal sealed class LoadPipeline : IDisposable
{
    /// <summary>Prepared batches that may wait; with those at work about four of a package exist at once.</summary>
    private const int BatchesAhead = 2;

    private readonly IRowReader _reader;
    private readonly RowBatchPool _pool;
    private readonly Guard? _guard;
    private readonly RowHashes? _hashes;
    private readonly CancellationTokenSource _stop;
    private readonly PreparedBatches _prepared = new(BatchesAhead);
    private readonly ManualResetEventSlim _begun = new();
    private readonly ManualResetEventSlim _turn = new();
    private readonly Thread _thread;
    private volatile ExceptionDispatchInfo? _fault;

    /// <summary>Starts reading; without a guard the rows pass through.</summary>
    public LoadPipeline(
        string name, IRowReader reader, Guard? guard, RowHashes? hashes, RunResources resources,
        CancellationToken cancellation)
    {
        _hashes = hashes;
        _reader = reader;
        _guard = guard;
        _pool = new RowBatchPool(resources.Memory, reader.Columns) { AwaitTurn = AwaitTurn };
        _stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        _thread = new Thread(Prepare) { IsBackground = true, Name = $"read {name}" };
        _thread.Start();
    }

    /// <summary>Waits until there is something to write, or nothing to come.</summary>
    /// <exception cref="OperationCanceledException">The token fired.</exception>
    public void AwaitFirst(CancellationToken cancellation) => _begun.Wait(cancellation);

    /// <summary>Tells that the load has its writer turn: from now on a row far larger than a batch is held.</summary>
    public void HasTurn() => _turn.Set();

    /// <summary>The next batch, guarded; the caller disposes it. False = there are no more.</summary>
    /// <exception cref="Exception">What stopped the reading.</exception>
    public bool TryTake(out RowBatch batch)
    {
        // What was prepared before a fault comes first, with the rows that it rejected.
        if (_prepared.TryTake(out batch))
        {
            return true;
        }

        _fault?.Throw();
        return false;
    }

    /// <summary>Stops the reading and hands out what was prepared; the caller disposes it.</summary>
    public IEnumerable<RowBatch> Rest()
    {
        Stop();
        while (_prepared.TryTake(out var left))
        {
            yield return left;
        }
    }

    /// <summary>Why the data ended before its end; null = it did not. Known once the reading has stopped.</summary>
    public DataRefusedException? Refusal => _fault?.SourceException as DataRefusedException;

    /// <summary>Stops the reading and waits until its thread has ended.</summary>
    public void Stop()
    {
        // The reader may have to tell a server, which can be gone: that is no failure of whoever stops it.
        _ = _stop.CancelAsync();
        _thread.Join();
    }

    public void Dispose()
    {
        foreach (var left in Rest())
        {
            left.Dispose();
        }

        _pool.Dispose();
        _begun.Dispose();
        _turn.Dispose();
        _stop.Dispose();
    }

    private void Prepare()
    {
        try
        {
            while (Next() is { } batch)
            {
                Hand(batch);
            }
        }
        catch (Exception stopped)
        {
            // Whatever it was ends the package on its own thread, a bug too.
            _fault = ExceptionDispatchInfo.Capture(stopped);
        }
        finally
        {
            _prepared.Complete();
            _begun.Set();
        }
    }

    private RowBatch? Next()
    {
        var batch = _pool.Rent(_stop.Token);
        var isTaken = false;
        try
        {
            if (!_reader.Read(batch, _stop.Token))
            {
                return null;
            }

            // The guard takes the batch over, also when it throws.
            isTaken = true;
            var guarded = _guard?.Check(batch) ?? batch;
            _hashes?.Fill(guarded);
            return guarded;
        }
        finally
        {
            if (!isTaken)
            {
                batch.Dispose();
            }
        }
    }

    private void AwaitTurn(CancellationToken cancellation)
    {
        _begun.Set();
        _turn.Wait(cancellation);
    }

    private void Hand(RowBatch batch)
    {
        try
        {
            _prepared.Add(batch, _stop.Token);
            _begun.Set();
        }
        catch
        {
            batch.Dispose();
            throw;
        }
    }
}
