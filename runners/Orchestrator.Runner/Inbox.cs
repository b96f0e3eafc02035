namespace Orchestrator.Runner;

/// <summary>
/// What the threads around a run tell its owner loop. The loop takes all that has come at once: one turn.
/// </summary>
internal sealed class Inbox<T>
{
    private readonly object _lock = new();
    private List<T> _arrived = [];

    public void Tell(T message)
    {
        lock (_lock)
        {
            _arrived.Add(message);
            if (_arrived.Count == 1)
            {
                Monitor.Pulse(_lock);
            }
        }
    }

    /// <summary>Whether nobody has told anything.</summary>
    public bool IsEmpty
    {
        get
        {
            lock (_lock)
            {
                return _arrived.Count == 0;
            }
        }
    }

    /// <summary>
    /// Waits for at least one message and takes all; <paramref name="emptied"/> is given back for reuse.
    /// </summary>
    public List<T> TakeAll(List<T> emptied)
    {
        emptied.Clear();
        lock (_lock)
        {
            while (_arrived.Count == 0)
            {
                Monitor.Wait(_lock);
            }

            (_arrived, emptied) = (emptied, _arrived);
            return emptied;
        }
    }
}
