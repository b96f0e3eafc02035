namespace Orchestrator.Ledger.Purging;

/// <summary>
/// Does steps in short transactions, so that a run at work never waits long for its own. One that somebody was in the
/// way of, as a server says of two who wait for each other, is done again from its beginning.
/// </summary>
internal sealed class PurgeBatches(ILedgerDatabase database, TimeProvider time, CancellationToken cancellation)
{
    private const int CheckpointEvery = 16;
    private const int TriesMax = 10;

    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan PauseBeforeNextTry = TimeSpan.FromMilliseconds(20);

    private int _done;

    /// <param name="steps">The steps, each of which may be done again.</param>
    /// <param name="isAlone">Whether no run may begin beside one of the transactions.</param>
    /// <exception cref="OperationCanceledException">It was stopped.</exception>
    public void Do(IEnumerable<Action> steps, bool isAlone = false)
    {
        using var each = steps.GetEnumerator();
        while (each.MoveNext())
        {
            cancellation.ThrowIfCancellationRequested();
            InOneTransaction(each, isAlone ? database.BeginAlone : database.BeginWriting);
            if (++_done % CheckpointEvery == 0)
            {
                database.Checkpoint(isDue: true);
            }

            cancellation.WaitHandle.WaitOne(Pause);
        }
    }

    private void InOneTransaction(IEnumerator<Action> steps, Action<CancellationToken> begin)
    {
        List<Action> taken = [];
        for (var tries = 1; !IsDone(steps, begin, taken, isLast: tries == TriesMax); tries++)
        {
            cancellation.WaitHandle.WaitOne(PauseBeforeNextTry);
            cancellation.ThrowIfCancellationRequested();
        }
    }

    private bool IsDone(
        IEnumerator<Action> steps, Action<CancellationToken> begin, List<Action> taken, bool isLast)
    {
        try
        {
            begin(cancellation);
            var began = time.GetTimestamp();
            taken.ForEach(step => step());
            while (taken.Count == 0 || (time.GetElapsedTime(began) < Longest && steps.MoveNext()))
            {
                taken.Add(steps.Current);
                steps.Current();
            }

            database.Commit();
            return true;
        }
        catch (Exception fault) when (!isLast && database.MayTryAgain(fault))
        {
            return false;
        }
        finally
        {
            database.Rollback();
        }
    }
}
