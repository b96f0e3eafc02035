namespace Orchestrator.Core.Machine;

/// <summary>Who keeps a package from starting, and since when.</summary>
internal sealed record Hold(string By, string Why, TimeSpan Since);

/// <summary>
/// Packages that somebody keeps from starting. The mark is put on a package in any state; it is Held only where it
/// would be Ready.
/// </summary>
internal sealed class Holds(RunBoard board)
{
    /// <summary>Marks a package, and takes it out of the queue where it is ready.</summary>
    public void Set(int package, Hold hold)
    {
        var node = board.Nodes[package];
        node.Package!.Hold = hold;
        board.HasHeld = true;
        if (node.State == NodeState.Ready)
        {
            board.StepOut(package);
            Keep(package);
        }
    }

    /// <summary>A marked package that has become ready, and is in no queue, is Held.</summary>
    public void Keep(int package)
    {
        var run = board.Nodes[package].Package!;
        var asking = board.Who;
        board.Who = run.Hold!.By;
        board.Move(package, NodeState.Held, 0, run.Hold.Why);
        board.Who = asking;
        run.Await(board.Now, WaitReason.Held, run.Hold.By);
    }

    /// <summary>Takes the mark away; what was Held queues, or waits for the rest of its back-off.</summary>
    public void Release(int package, string why)
    {
        var run = board.Nodes[package].Package!;
        run.Hold = null;
        if (board.Nodes[package].State != NodeState.Held)
        {
            return;
        }

        board.StepOut(package);
        board.Move(package, NodeState.Ready, 0, why);
        if (run.RetryDue > board.Now)
        {
            AwaitRetry(package);
        }
        else
        {
            board.Flushes.Queue(package);
        }
    }

    /// <summary>Puts a package aside until its next attempt is due; holds no slot.</summary>
    public void AwaitRetry(int package)
    {
        var run = board.Nodes[package].Package!;
        run.AwaitsRetry = true;
        run.Await(board.Now, WaitReason.RetryAt, run.RetryDue.ToString());
        board.Timers.Set(run.RetryDue, new Timer(TimerKind.Retry, package, run.Attempt));
    }
}
