namespace Orchestrator.Ledger;

/// <summary>
/// The right to run a batch in an environment. It ends with the process whatever happens to it. Dispose releases it.
/// </summary>
public abstract class RunLock : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);
    private const int Tries = 60;

    /// <summary>Of a batch in an environment.</summary>
    protected RunLock(string batch, string environment) => (Batch, Environment) = (batch, environment);

    /// <summary>The batch.</summary>
    public string Batch { get; }

    /// <summary>The environment.</summary>
    public string Environment { get; }

    /// <summary>Whether it can be lost while the process lives: it is held by a session of a server.</summary>
    public virtual bool IsOfSession => false;

    /// <summary>Takes the lock.</summary>
    /// <exception cref="LedgerException">ORC4105: another run holds it (the message says who); exit code 3.
    /// ORC4102: it cannot be asked for. ORC4107: file locks are switched off.</exception>
    public static RunLock Acquire(LedgerLocation location, string batch, string environment, RunHolder holder)
    {
        // Whoever only looks whether a lock is held has it for an instant, so one refusal proves nothing.
        for (var i = 0; i < Tries; i++)
        {
            if (location.Platform.TryLock(location, batch, environment) is { } acquired)
            {
                return Announced(acquired, holder);
            }

            CancellationToken.None.WaitHandle.WaitOne(Pause);
        }

        throw new LedgerException(LedgerCodes.HeldByAnotherRun, Refusal(location, batch, environment));
    }

    /// <summary>Whether a living run holds the lock. Writes nothing.</summary>
    /// <exception cref="LedgerException">ORC4102: it cannot be asked for.</exception>
    public static bool IsHeld(LedgerLocation location, string batch, string environment) =>
        location.Platform.IsLocked(location, batch, environment);

    /// <summary>Says who holds the lock, for those who are refused; call it again once the run has a number.</summary>
    /// <exception cref="LedgerException">ORC4102: it cannot be written.</exception>
    public virtual void Announce(RunHolder holder)
    {
    }

    /// <summary>Makes sure of a lock that a session holds, and takes it again where the session was lost.</summary>
    /// <returns>Whether it is ours.</returns>
    public virtual bool Renew() => true;

    /// <inheritdoc/>
    public abstract void Dispose();

    private static RunLock Announced(RunLock acquired, RunHolder holder)
    {
        try
        {
            acquired.Announce(holder);
            return acquired;
        }
        catch
        {
            acquired.Dispose();
            throw;
        }
    }

    private static string Refusal(LedgerLocation location, string batch, string environment) =>
        $"Batch '{batch}' is already running in environment '{environment}': "
        + $"{location.Platform.HolderOf(location, batch, environment)?.ToString()
            ?? "another process, which has not said who it is"}. "
        + "Wait until that run has ended, or stop it; a batch runs once at a time in an environment.";
}
