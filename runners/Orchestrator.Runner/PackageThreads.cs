namespace Orchestrator.Runner;

/// <summary>
/// Long-lived threads of their own for packages: as many as are at work at once, named "Thread-1", "Thread-2", … The
/// lowest free one takes the next attempt. A thread that never comes back keeps its number and does not keep the
/// process alive. Used by the owner loop only.
/// </summary>
internal sealed class PackageThreads
{
    private readonly List<PackageThread> _all = [];

    /// <summary>Keeps the lowest free thread, a new one if need be, until the owner frees it.</summary>
    public PackageThread Take()
    {
        var thread = _all.Find(candidate => !candidate.Busy);
        if (thread is null)
        {
            thread = new PackageThread($"Thread-{_all.Count + 1}");
            _all.Add(thread);
        }

        thread.Take();
        return thread;
    }

    /// <summary>The threads end when they are free; those still at work are left behind.</summary>
    public void EndAll() => _all.ForEach(thread => thread.End());
}

/// <summary>One thread that runs one piece of work after the other.</summary>
internal sealed class PackageThread
{
    private readonly object _lock = new();
    private readonly Thread _thread;
    private Action? _work;
    private bool _ended;
    private bool _started;

    public PackageThread(string name)
    {
        Name = name;
        _thread = new Thread(Loop) { Name = name, IsBackground = true };
    }

    public string Name { get; }

    /// <summary>Whether the owner counts it as taken.</summary>
    public bool Busy { get; private set; }

    /// <summary>Its work has told its end: the next piece may be given, even before it is back in its loop.</summary>
    public void Free() => Busy = false;

    /// <summary>Keeps it for an attempt.</summary>
    public void Take() => Busy = true;

    /// <summary>Gives it work; the owner loop's alone.</summary>
    public void Begin(Action work)
    {
        lock (_lock)
        {
            _work = work;
            Monitor.Pulse(_lock);
        }

        if (!_started)
        {
            _started = true;
            _thread.Start();
        }
    }

    public void End()
    {
        lock (_lock)
        {
            _ended = true;
            Monitor.Pulse(_lock);
        }
    }

    private void Loop()
    {
        while (Next() is { } work)
        {
            work();
        }
    }

    private Action? Next()
    {
        lock (_lock)
        {
            while (_work is null && !_ended)
            {
                Monitor.Wait(_lock);
            }

            var work = _work;
            _work = null;
            return work;
        }
    }
}
