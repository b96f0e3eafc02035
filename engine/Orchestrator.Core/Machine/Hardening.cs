namespace Orchestrator.Core.Machine;

/// <summary>What the end of a flush means for the packages that it was for, and for those that waited for it.</summary>
internal sealed class Hardening(RunBoard board, Progress progress, Stops stops, Attempts attempts)
{
    private readonly Losses _losses = new(board);

    public void End(HardeningEnded e)
    {
        var database = board.Flushes.UnderWay(e.Database);
        var flushed = database.End();
        var lost = e.Lost.ToDictionary(one => (one.Node, one.Attempt), one => one);
        if (lost.Keys.Except(flushed).Any())
        {
            throw new InvalidOperationException($"{e} names an attempt that the flush was not for");
        }

        foreach (var one in flushed)
        {
            board.Flushes.Remove(database, one.Node);
            if (lost.TryGetValue(one, out var which))
            {
                Lose(which, $"was lost: {which.Why}");
            }
            else
            {
                Harden(one.Node, one.Attempt);
            }
        }

        board.Flushes.Rearm(database);
        GoOn(database);
    }

    private void Harden(int package, int attempt)
    {
        const string why = "its commits are on disk";
        if (board.Nodes[package].HasEnded)
        {
            board.Revise(package, NodeState.Hardened, attempt, why);
        }
        else
        {
            board.Nodes[package].Package!.GoOver(board.Now, WaitReason.Working, "");
            progress.End(package, NodeState.Hardened, attempt, why);
        }
    }

    private void Lose(Lost lost, string why)
    {
        var (package, attempt) = (lost.Node, lost.Attempt);
        var run = board.Nodes[package].Package!;
        board.Warned -= run.Warned ? 1 : 0;
        run.Warned = false;
        if (board.Nodes[package].HasEnded)
        {
            run.Error = lost.Error;
            board.Revise(package, NodeState.Failed, attempt, $"it {why}", lost.Error);
            _losses.Spread(package);
            stops.AfterFailure(package);
        }
        else
        {
            run.GoOver(board.Now, WaitReason.Working, "");
            attempts.Fail(package, run, lost.Error, why);
        }
    }

    /// <summary>Who waited for this database looks again; the queue judges it afresh.</summary>
    private void GoOn(DatabaseRun database)
    {
        int[] readers = [.. database.Readers];
        database.Readers.Clear();
        foreach (var reader in readers.Where(reader => !board.Nodes[reader].HasEnded))
        {
            attempts.Requeue(reader);
        }

        foreach (var group in board.Flushes.TakeHeld())
        {
            progress.EndGroup(group);
        }
    }
}
