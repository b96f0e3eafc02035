using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger;

/// <summary>The batch and environment whose lease whoever writes must still have.</summary>
public sealed record LeaseFence(string Batch, string Environment);

/// <summary>One commit over a connection of its own, beside those of a run's <see cref="LedgerWriter"/>.</summary>
internal static class SingleCommit
{
    /// <summary>Does it, and returns when it is on disk.</summary>
    /// <param name="location">The ledger.</param>
    /// <param name="time">The clock.</param>
    /// <param name="fence">Nothing is written without that lease; null = whoever writes is no run.</param>
    /// <param name="write">Writes, inside the transaction.</param>
    /// <param name="heldUp">Told of a second's wait for a file that another process has locked, on any thread.</param>
    /// <exception cref="LedgerException">
    /// The ledger cannot be opened or written. ORC4120: the lease is another's.
    /// </exception>
    public static T Do<T>(
        LedgerLocation location, TimeProvider time, LeaseFence? fence, Func<StatementCache, T> write,
        Action<LedgerHold>? heldUp = null)
    {
        using var database = location.OpenForWriting(
            time, new LedgerWait(new LedgerPatience { Told = heldUp }, time));
        return LedgerFaults.Guarded(location, () => Commit(database, fence, write), LedgerFaults.CannotChange);
    }

    private static T Commit<T>(ILedgerDatabase database, LeaseFence? fence, Func<StatementCache, T> write)
    {
        using var statements = new StatementCache(database);
        try
        {
            database.BeginWriting(CancellationToken.None);
            if (fence is not null && !LeaseStatements.Lock(database, statements, fence))
            {
                throw new LedgerException(LedgerCodes.LockLost,
                    $"This run no longer has the lease of '{fence.Batch}', and another one may be at work by now. It "
                    + "stops, because two runs of a batch must not work at a time.");
            }

            var result = write(statements);
            database.Commit();
            return result;
        }
        finally
        {
            database.Rollback();
        }
    }
}
