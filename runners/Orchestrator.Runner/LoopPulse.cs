namespace Orchestrator.Runner;

/// <summary>
/// Whether the loop of a run still turns. What it does outside of it, as flushing at the end or waiting for a screen,
/// takes its own time. Safe for threads.
/// </summary>
internal sealed class LoopPulse(TimeProvider time)
{
    private long _turned;

    /// <summary>How long ago it has turned; null = it is at something else.</summary>
    public TimeSpan? SinceTurn =>
        Interlocked.Read(ref _turned) is var turned and > 0 ? time.GetElapsedTime(turned) : null;

    public void Turn() => Interlocked.Exchange(ref _turned, Math.Max(1, time.GetTimestamp()));

    /// <summary>The loop is over.</summary>
    public void Rest() => Interlocked.Exchange(ref _turned, 0);

    /// <summary>Does something that may take long although nothing is stuck.</summary>
    public void Outside(Action work) => Outside(() =>
    {
        work();
        return true;
    });

    /// <summary>Does something that may take long although nothing is stuck.</summary>
    public T Outside<T>(Func<T> work)
    {
        var wasTurning = SinceTurn is not null;
        Rest();
        try
        {
            return work();
        }
        finally
        {
            if (wasTurning)
            {
                Turn();
            }
        }
    }
}
