namespace Orchestrator.Data;

/// <summary>
/// Waits for a table in short tries: who waits for the whole lock holds up every reader that comes after, so each try
/// gives way.
/// </summary>
public static class LockTries
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    /// <summary>Tries until the lock is there; who holds it is told while it is not.</summary>
    /// <param name="use">The clock, who is told, and what stops the waiting.</param>
    /// <param name="tryTake">One try; false = it gave way. What it is handed tells whether it still may.</param>
    /// <param name="holders">Who holds the table.</param>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public static void Take(TableName table, DatabaseUse use, Func<Func<bool>, bool> tryTake, Func<string> holders)
    {
        var begun = use.Time.GetTimestamp();
        var isHeldUp = false;
        try
        {
            while (!tryTake(() => use.Time.GetElapsedTime(begun) < Patience))
            {
                if (!isHeldUp)
                {
                    use.HeldUp?.Invoke($"lock of {table}, held by {holders()}");
                    isHeldUp = true;
                }

                use.Cancellation.WaitHandle.WaitOne(Pause);
                use.Cancellation.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            if (isHeldUp)
            {
                use.HeldUp?.Invoke(null);
            }
        }
    }
}
