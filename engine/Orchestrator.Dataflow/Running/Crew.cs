using System.Diagnostics;

namespace Orchestrator.Dataflow.Running;

/// <summary>
/// The threads of a run that work on all workers that do not block: as many as there are processors. A thread without
/// work takes that of others that has waited, looks for more for a short while, then sleeps until somebody has news for
/// which there is no thread.
/// </summary>
internal sealed class Crew : IDisposable
{
    private const int LooksMax = 200;

    // Behind a quick step there may come a slow one, while what the first woke waits for the same thread.
    private const int SleepMs = 10;

    [ThreadStatic]
    private static FlowThread? _current;

    [ThreadStatic]
    private static Crew? _crewOfCurrent;

    private readonly FlowThread[] _threads;
    private readonly Thread[] _bodies;
    private readonly Action<Worker> _work;

    // Never disposed of, as it holds nothing: somebody may wake a worker from outside behind the run.
    private readonly SemaphoreSlim _bell = new(0);
    private int _asleep;
    private int _looking;
    private int _turn;
    private volatile bool _isOver;

    /// <param name="count">Threads.</param>
    /// <param name="work">Gives a worker its turn.</param>
    public Crew(int count, Action<Worker> work)
    {
        _work = work;
        _threads = [.. Enumerable.Range(0, count).Select(number => new FlowThread(number))];
        _bodies = [.. _threads.Select(each => new Thread(() => Work(each))
        {
            IsBackground = true,
            Name = $"flow {each.Number}",
        })];
    }

    /// <summary>The calling thread, where it is one of these: one flow may run within a step of another.</summary>
    private FlowThread? Here => _crewOfCurrent == this ? _current : null;

    public void Start()
    {
        foreach (var body in _bodies)
        {
            body.Start();
        }
    }

    /// <summary>From any thread: the worker is to have a turn soon. Where the turn at work here was short so far,
    /// nobody is woken for it: this thread will have taken it sooner.</summary>
    public void Wake(Worker worker)
    {
        if (Here is not { } here)
        {
            Queue(worker);
            Ring();
        }
        else if (here.PushNext(worker, Stopwatch.GetTimestamp()))
        {
            Ring();
        }
    }

    /// <summary>The worker is to have a turn after others; called by one of the threads, or before they start.
    /// </summary>
    public void Queue(Worker worker)
    {
        if (Here is { } here)
        {
            here.Push(worker, Stopwatch.GetTimestamp());
        }
        else
        {
            _threads[(int)((uint)Interlocked.Increment(ref _turn) % _threads.Length)].PushForAny(worker);
        }
    }

    /// <summary>Returns when each thread has ended its last turn.</summary>
    public void Dispose()
    {
        _isOver = true;
        _bell.Release(_bodies.Length);
        Array.ForEach(_bodies, Interrupts.Await);
    }

    private void Ring()
    {
        // Behind the push: either whoever goes to sleep sees it, or it is seen here that somebody sleeps.
        Interlocked.MemoryBarrier();
        if (Volatile.Read(ref _asleep) > 0 && Volatile.Read(ref _looking) == 0)
        {
            // Counted for whom it wakes, so that the next push wakes nobody else.
            Interlocked.Increment(ref _looking);
            _bell.Release();
        }
    }

    private void Work(FlowThread here)
    {
        (_current, _crewOfCurrent) = (here, this);
        while (!_isOver)
        {
            if ((here.Take(Stopwatch.GetTimestamp(), out var hasWaited) ?? Find(here)) is { } worker)
            {
                if (hasWaited)
                {
                    Ring();
                }

                worker.Thread = here.Number;
                _work(worker);
            }
        }

        (_current, _crewOfCurrent) = (null, null);
    }

    private Worker? Find(FlowThread here)
    {
        Interlocked.Increment(ref _looking);
        var found = Look(here);
        Interlocked.Decrement(ref _looking);
        if (found is not null)
        {
            // There may be more, which nobody was woken for while this one looked.
            Ring();
            return found;
        }

        Interlocked.Increment(ref _asleep);
        // What was pushed before somebody could see this one asleep.
        found = LookOnce(here);
        if (found is null && !_isOver && _bell.Wait(SleepMs))
        {
            Interlocked.Decrement(ref _looking);
        }

        Interlocked.Decrement(ref _asleep);
        return found;
    }

    private Worker? Look(FlowThread here)
    {
        for (var look = 0; look < LooksMax && !_isOver; look++)
        {
            if (LookOnce(here) is { } found)
            {
                return found;
            }

            Thread.SpinWait(20);
        }

        return null;
    }

    private Worker? LookOnce(FlowThread here)
    {
        var now = Stopwatch.GetTimestamp();
        for (var i = 0; i < _threads.Length; i++)
        {
            if (_threads[(here.Number + i) % _threads.Length].Steal(now) is { } worker)
            {
                return worker;
            }
        }

        return null;
    }
}
