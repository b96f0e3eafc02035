using Orchestrator.Data;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// Where the thread that loads hands an empty row batch to the flow and waits until it is full, so that neither is ever
/// more than one batch ahead of the other.
/// </summary>
internal sealed class BatchGate
{
    private RowBatch? _open;
    private bool _isAsked;

    /// <summary>Held by whoever writes rows or rejected rows, or takes them; pulsed when any of this changes.</summary>
    public object Access { get; } = new();

    /// <summary>No more rows come, or nobody wants any.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>Has the flow fill a batch; false = it has ended, and the batch may hold the last rows.</summary>
    public bool Fill(RowBatch batch)
    {
        lock (Access)
        {
            _open = _isAsked ? null : batch;
            Monitor.PulseAll(Access);
            while (_open is not null && !HasEnded)
            {
                Monitor.Wait(Access);
            }

            (_open, _isAsked) = (null, false);
            return !HasEnded;
        }
    }

    /// <summary>The batch to fill, for the flow's thread; until that lets go of <see cref="Access"/>.</summary>
    /// <exception cref="OperationCanceledException">Nobody wants rows any more.</exception>
    public RowBatch Await()
    {
        while (_open is null && !HasEnded)
        {
            Monitor.Wait(Access);
        }

        return _open ?? throw new OperationCanceledException("the load has ended");
    }

    /// <summary>The batch is full; called with <see cref="Access"/>.</summary>
    public void HandOver()
    {
        _open = null;
        Monitor.PulseAll(Access);
    }

    /// <summary>The load is to come, whatever is in the batch; called with <see cref="Access"/>.</summary>
    public void Ask()
    {
        _isAsked = _open is null;
        HandOver();
    }

    /// <summary>No more rows come, or nobody wants any.</summary>
    public void End()
    {
        lock (Access)
        {
            HasEnded = true;
            Monitor.PulseAll(Access);
        }
    }
}
