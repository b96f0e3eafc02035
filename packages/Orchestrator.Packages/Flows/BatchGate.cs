using Orchestrator.Data;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// Where the thread that loads hands an empty row batch to the flow and waits until it is full, so that neither is ever
/// more than one batch ahead of the other.
/// </summary>
internal sealed class BatchGate
{
    private readonly object access = new();
    private RowBatch? open;
    private bool hasEnded;

    /// <summary>Has the flow fill a batch; false = it has ended, and the batch may hold the last rows.</summary>
    public bool Fill(RowBatch batch)
    {
        lock (access)
        {
            open = batch;
            Monitor.PulseAll(access);
            while (open is not null && !hasEnded)
            {
                Monitor.Wait(access);
            }

            open = null;
            return !hasEnded;
        }
    }

    /// <summary>The batch to fill, for the flow's thread.</summary>
    /// <exception cref="OperationCanceledException">Nobody wants rows any more.</exception>
    public RowBatch Await()
    {
        lock (access)
        {
            while (open is null && !hasEnded)
            {
                Monitor.Wait(access);
            }

            return open ?? throw new OperationCanceledException("the load has ended");
        }
    }

    /// <summary>The batch is full.</summary>
    public void HandOver()
    {
        lock (access)
        {
            open = null;
            Monitor.PulseAll(access);
        }
    }

    /// <summary>No more rows come, or nobody wants any.</summary>
    public void End()
    {
        lock (access)
        {
            hasEnded = true;
            Monitor.PulseAll(access);
        }
    }
}
