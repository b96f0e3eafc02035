namespace Orchestrator.Data.Servers;

/// <summary>A lock that a session has, which ends with it at the latest.</summary>
/// <param name="platform">Whose session it is.</param>
/// <param name="free">Gives it back.</param>
public sealed class SessionLock(IPlatform platform, Action free) : IDisposable
{
    private bool _isFree;

    /// <summary>Gives it back, once.</summary>
    public void Dispose()
    {
        if (_isFree)
        {
            return;
        }

        _isFree = true;
        try
        {
            free();
        }
        catch (Exception fault) when (
            fault is InvalidOperationException or IOException || platform.Explain(fault) is not null)
        {
            // A session that is gone holds nothing.
        }
    }
}
