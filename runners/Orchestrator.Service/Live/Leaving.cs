namespace Orchestrator.Service.Live;

/// <summary>Leaves when it is disposed, and once only. Safe for threads.</summary>
internal sealed class Leaving(Action leave) : IDisposable
{
    private int _left;

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _left, 1) == 0)
        {
            leave();
        }
    }
}
