using Orchestrator.Data;

namespace Orchestrator.Packages.Load.Paths;

/// <summary>
/// A few row batches between the thread that reads and the one that writes. Who waits sleeps at once: the framework's
/// collections look again and again first, and take processor time from the servers that are waited for.
/// </summary>
/// <param name="capacity">Batches that it holds at most.</param>
internal sealed class PreparedBatches(int capacity)
{
    private readonly Queue<RowBatch> _batches = [];
    private readonly object _gate = new();
    private bool _isComplete;

    /// <summary>Adds one, as soon as there is room.</summary>
    /// <exception cref="OperationCanceledException">The token fired; the batch was not added.</exception>
    public void Add(RowBatch batch, CancellationToken cancellation)
    {
        using var stop = cancellation.UnsafeRegister(static all => ((PreparedBatches)all!).Wake(), this);
        lock (_gate)
        {
            cancellation.ThrowIfCancellationRequested();
            while (_batches.Count == capacity)
            {
                Monitor.Wait(_gate);
                cancellation.ThrowIfCancellationRequested();
            }

            _batches.Enqueue(batch);
            Monitor.PulseAll(_gate);
        }
    }

    /// <summary>There will be no more.</summary>
    public void Complete()
    {
        lock (_gate)
        {
            _isComplete = true;
            Monitor.PulseAll(_gate);
        }
    }

    /// <summary>The next one, as soon as there is one; false = there are no more.</summary>
    public bool TryTake(out RowBatch batch)
    {
        lock (_gate)
        {
            while (_batches.Count == 0 && !_isComplete)
            {
                Monitor.Wait(_gate);
            }

            Monitor.PulseAll(_gate);
            return _batches.TryDequeue(out batch!);
        }
    }

    private void Wake()
    {
        lock (_gate)
        {
            Monitor.PulseAll(_gate);
        }
    }
}
