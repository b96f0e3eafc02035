namespace Orchestrator.Ledger;

/// <summary>One thing to write: inside the transaction, and the answer after it (null = durable).</summary>
internal sealed record Write(Action Perform, Action<LedgerException?> Done)
{
    /// <summary>Whether it writes rows; otherwise it only wants its turn.</summary>
    public bool NeedsCommit { get; init; } = true;
}

/// <summary>The writes on their way to the ledger's thread, which takes all that wait at once.</summary>
internal sealed class WriteQueue : IDisposable
{
    private readonly Lock gate = new();
    private readonly SemaphoreSlim some = new(0);
    private List<Write> waiting = [];
    private bool closed;

    /// <exception cref="ObjectDisposedException">The queue was closed.</exception>
    public void Add(Write write)
    {
        lock (gate)
        {
            ObjectDisposedException.ThrowIf(closed, this);
            waiting.Add(write);
            if (waiting.Count == 1)
            {
                some.Release();
            }
        }
    }

    public void Close()
    {
        lock (gate)
        {
            if (!closed)
            {
                closed = true;
                some.Release();
            }
        }
    }

    public void Dispose() => some.Dispose();

    /// <summary>All that waits, at least one; empty only once the queue is closed and drained.</summary>
    public List<Write> Take()
    {
        some.Wait();
        lock (gate)
        {
            var taken = waiting;
            waiting = [];
            if (closed && taken.Count > 0)
            {
                some.Release();
            }

            return taken;
        }
    }
}
