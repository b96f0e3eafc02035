using Orchestrator.Data;

namespace Orchestrator.Packages.Load.Paths;

/// <summary>
/// A few row batches between the thread that reads and the one that writes. Who waits sleeps at once: the framework's
/// collections look again and again first, and take processor time from the servers that are waited for.
/// </summary>
/// <param name="capacity">Batches that it holds at most.</param>
internal sealed class PreparedBatches(int capacity)
{
    private readonly Queue<RowBatch> batches = [];
    private readonly object gate = new();
    private bool isComplete;

    /// <summary>Adds one, as soon as there is room.</summary>
    /// <exception cref="OperationCanceledException">The token fired; the batch was not added.</exception>
    public void Add(RowBatch batch, CancellationToken cancellation)
    {
        using var stop = cancellation.UnsafeRegister(static all => ((PreparedBatches)all!).Wake(), this);
        lock (gate)
        {
            cancellation.ThrowIfCancellationRequested();
            while (batches.Count == capacity)
            {
                Monitor.Wait(gate);
                cancellation.ThrowIfCancellationRequested();
            }

            batches.Enqueue(batch);
            Monitor.PulseAll(gate);
        }
    }

    /// <summary>There will be no more.</summary>
    public void Complete()
    {
        lock (gate)
        {
            isComplete = true;
            Monitor.PulseAll(gate);
        }
    }

    /// <summary>The next one, as soon as there is one; false = there are no more.</summary>
    public bool TryTake(out RowBatch batch)
    {
        lock (gate)
        {
            while (batches.Count == 0 && !isComplete)
            {
                Monitor.Wait(gate);
            }

            Monitor.PulseAll(gate);
            return batches.TryDequeue(out batch!);
        }
    }

    private void Wake()
    {
        lock (gate)
        {
            Monitor.PulseAll(gate);
        }
    }
}
