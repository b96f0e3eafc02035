namespace Orchestrator.Dataflow.Running;

/// <summary>What waits for one thread: what it woke itself last, because that is in its cache, then in order.</summary>
internal sealed class FlowThread(int number)
{
    // So that two who wake each other leave a turn to the others.
    private const int InARow = 64;
    private readonly Lock _lock = new();
    private readonly Queue<Worker> _line = new();
    private Worker? _next;
    private int _inARow;

    public int Number => number;

    /// <summary>Called by the thread itself: the worker has news from one that is at work here.</summary>
    public void PushNext(Worker worker)
    {
        lock (_lock)
        {
            if (_next is not null || _inARow >= InARow)
            {
                _line.Enqueue(worker);
            }
            else
            {
                _next = worker;
            }
        }
    }

    public void Push(Worker worker)
    {
        lock (_lock)
        {
            _line.Enqueue(worker);
        }
    }

    public Worker? Take()
    {
        lock (_lock)
        {
            if (_next is { } next)
            {
                _next = null;
                _inARow++;
                return next;
            }

            _inARow = 0;
            return _line.TryDequeue(out var first) ? first : null;
        }
    }

    /// <summary>For another thread that has nothing to do.</summary>
    public Worker? Steal()
    {
        lock (_lock)
        {
            if (_line.TryDequeue(out var first))
            {
                return first;
            }

            var next = _next;
            _next = null;
            return next;
        }
    }
}
