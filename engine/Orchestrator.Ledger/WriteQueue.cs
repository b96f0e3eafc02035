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
    private readonly Lock _gate = new();
    private readonly SemaphoreSlim _some = new(0);
    private List<Write> _waiting = [];
    private bool _closed;

    /// <exception cref="ObjectDisposedException">The queue was closed.</exception>
    public void Add(Write write)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_closed, this);
            _waiting.Add(write);
            if (_waiting.Count == 1)
            {
                _some.Release();
            }
        }
    }

    public void Close()
    {
        lock (_gate)
        {
            if (!_closed)
            {
                _closed = true;
                _some.Release();
            }
        }
    }

    public void Dispose() => _some.Dispose();

    /// <summary>All that waits, at least one; empty only once the queue is closed and drained.</summary>
    public List<Write> Take()
    {
        _some.Wait();
        lock (_gate)
        {
            var taken = _waiting;
            _waiting = [];
            if (_closed && taken.Count > 0)
            {
                _some.Release();
            }

            return taken;
        }
    }
}
