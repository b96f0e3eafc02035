namespace Orchestrator.Core.Machine;

/// <summary>What ends at a time: the run's, an attempt's, a back-off, or the rest before a flush.</summary>
internal enum TimerKind { Run, Attempt, Retry, Flush }

/// <summary>
/// One timer, of a node at an attempt; of a flush: the index of the database, and how many flushes have begun.
/// </summary>
internal readonly record struct Timer(TimerKind Kind, int Node, int Attempt);

/// <summary>The timers of a run. One that no longer matters is left until its time comes or it stands first.</summary>
internal sealed class Timers(Func<Timer, bool> matters)
{
    private readonly PriorityQueue<Timer, (TimeSpan, int, int)> _queue = new();
    private TimeSpan? _asked;

    public void Set(TimeSpan at, Timer timer) => _queue.Enqueue(timer, (at, timer.Node, timer.Attempt));

    public bool TryTakeDue(TimeSpan now, out Timer timer)
    {
        if (Next() is { } at && at <= now)
        {
            timer = _queue.Dequeue();
            return true;
        }

        timer = default;
        return false;
    }

    /// <summary>A tick has come: the request for it is used up.</summary>
    public void ForgetAsked() => _asked = null;

    /// <summary>The time to ask for, if it is another one than asked for last.</summary>
    public bool TryAsk(out TimeSpan at)
    {
        var next = Next();
        at = next.GetValueOrDefault();
        if (next is null || next == _asked)
        {
            return false;
        }

        _asked = next;
        return true;
    }

    private TimeSpan? Next()
    {
        while (_queue.TryPeek(out var timer, out var key))
        {
            if (matters(timer))
            {
                return key.Item1;
            }

            _queue.Dequeue();
        }

        return null;
    }
}
