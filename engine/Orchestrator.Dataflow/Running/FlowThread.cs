using System.Diagnostics;

namespace Orchestrator.Dataflow.Running;

/// <summary>
/// What waits for one thread: what it woke itself last, because that is in its cache, then in order. Others take only
/// what has waited here for a while: to fetch rows from the cache of another processor takes longer than to work on
/// them, where there is little to do for each. Times are those of <see cref="Stopwatch"/>.
/// </summary>
internal sealed class FlowThread(int number)
{
    // So that two who wake each other leave a turn to the others.
    private const int InARow = 64;

    private readonly Lock _lock = new();
    private readonly Queue<Due> _line = new();
    private Due? _next;
    private int _inARow;
    private long _turnBegan;

    /// <summary>How long what waits is left to its own thread: 20 µs, some thousand simple rows.</summary>
    public static long Patience { get; } = Stopwatch.Frequency / 50_000;

    public int Number => number;

    /// <summary>Called by the thread itself: the worker has news from one that is at work here.</summary>
    /// <returns>Whether it may wait too long here: then any thread may take it.</returns>
    public bool PushNext(Worker worker, long now)
    {
        var isLate = now - _turnBegan > Patience;
        var due = new Due(worker, isLate ? 0 : now);
        lock (_lock)
        {
            if (_next is not null || _inARow >= InARow)
            {
                _line.Enqueue(due);
            }
            else
            {
                _next = due;
            }
        }

        return isLate;
    }

    /// <summary>Called by the thread itself: the worker goes on after others.</summary>
    public void Push(Worker worker, long now)
    {
        lock (_lock)
        {
            _line.Enqueue(new Due(worker, now));
        }
    }

    /// <summary>From any thread: the worker is to have a turn here or elsewhere.</summary>
    public void PushForAny(Worker worker) => Push(worker, now: 0);

    /// <summary>Called by the thread itself, which begins a turn.</summary>
    /// <param name="now">When that is.</param>
    /// <param name="hasWaited">Whether it was too long: there is more to do than one thread can.</param>
    public Worker? Take(long now, out bool hasWaited)
    {
        _turnBegan = now;
        var due = Take();
        hasWaited = due is { } found && now - found.Since > Patience;
        return due?.Worker;
    }

    /// <summary>For another thread that has nothing to do: what has waited too long here.</summary>
    public Worker? Steal(long now)
    {
        var since = now - Patience;
        lock (_lock)
        {
            if (_line.TryPeek(out var first) && first.Since <= since)
            {
                return _line.Dequeue().Worker;
            }

            if (_next is { } next && next.Since <= since)
            {
                _next = null;
                return next.Worker;
            }

            return null;
        }
    }

    private Due? Take()
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

    private readonly record struct Due(Worker Worker, long Since);
}
