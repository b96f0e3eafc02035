using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger;

/// <summary>
/// The right to run a batch in an environment. It ends with the process whatever happens to it. Dispose releases it.
/// </summary>
public abstract class RunLock : IDisposable
{
    protected RunLock(string batch, string environment) => (Batch, Environment) = (batch, environment);

    public string Batch { get; }

    public string Environment { get; }

    /// <summary>Takes the lock, also from a holder whose lease is over: that one is ended first.</summary>
    /// <exception cref="LedgerException">ORC4105: another run holds it (the message says who); exit code 3.
    /// ORC4102: it cannot be asked for. ORC4107: file locks are switched off.</exception>
    public static RunLock Acquire(LedgerLocation location, string batch, string environment) =>
        new TakeOver(location, batch, environment).Acquire();

    /// <summary>Whether a living run holds the lock. Writes nothing.</summary>
    /// <exception cref="LedgerException">ORC4102: it cannot be asked for.</exception>
    public static bool IsHeld(LedgerLocation location, string batch, string environment) =>
        location.Platform.IsLocked(location, batch, environment);

    /// <summary>Makes sure of a lock that a session holds, and takes it again where the session was lost. From
    /// any thread.</summary>
    /// <returns>Whether it is ours.</returns>
    public virtual bool Renew() => true;

    public abstract void Dispose();
}
