namespace Orchestrator.Dataflow.Running;

/// <summary>
/// Waits for threads to their end, whoever interrupts the one that waits: what a flow has at work must not outlive it.
/// An interrupt that came meanwhile is not lost.
/// </summary>
internal static class Interrupts
{
    [ThreadStatic]
    private static bool _wasOne;

    /// <summary>Returns when the thread has ended, or was never started.</summary>
    public static void Await(Thread body)
    {
        while (body.IsAlive)
        {
            try
            {
                body.Join();
            }
            catch (ThreadInterruptedException)
            {
                _wasOne = true;
            }
        }
    }

    /// <summary>Whoever interrupted the calling thread while it waited, interrupts what it waits for next.</summary>
    public static void GoOn()
    {
        if (_wasOne)
        {
            _wasOne = false;
            Thread.CurrentThread.Interrupt();
        }
    }
}
