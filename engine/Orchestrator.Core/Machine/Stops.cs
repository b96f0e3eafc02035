namespace Orchestrator.Core.Machine;

/// <summary>
/// The two ways in which a run ends early. Stopped (failure handling Stop, or an abandoned attempt): nothing starts
/// any more, what is at work goes on. Cancelled (somebody asked, or the run's time is up): what is at work is asked to
/// stop.
/// </summary>
internal sealed class Stops(RunBoard board, Progress progress)
{
    /// <summary>Asks a package at work to stop, once.</summary>
    public void Ask(int package, string why)
    {
        if (board.Nodes[package].State == NodeState.Running)
        {
            var attempt = board.Nodes[package].Package!.Attempt;
            board.Move(package, NodeState.Cancelling, attempt, why);
            board.Turn.Effect(new CancelPackage(package, attempt, why));
        }
    }

    public void AfterFailure(int package)
    {
        var stops = board.Handling == FailureHandling.Stop || board.HasOutlasted;
        if (stops && board.StoppedBy < 0 && board.Cancelled is null)
        {
            board.StoppedBy = package;
            Sweep(Stop);
        }
    }

    /// <summary>Nothing new starts; a second request only says that nobody waits any more.</summary>
    public void Cancel(string why, bool isHard = false)
    {
        board.IsHardStop |= isHard;
        if (board.Cancelled is null)
        {
            board.Cancelled = why;
            Sweep(package => progress.End(package, NodeState.Cancelled, 0, why));
            foreach (var package in board.Packages)
            {
                Ask(package, why);
            }
        }

        if (board.IsHardStop)
        {
            LetGo();
        }
    }

    /// <summary>What only waits for a flush ends as it is.</summary>
    private void LetGo()
    {
        foreach (var package in board.Packages.Where(package =>
            board.Nodes[package] is { HasEnded: false, State: NodeState.Succeeded }))
        {
            progress.Settle(package);
        }

        foreach (var group in board.Flushes.TakeHeld())
        {
            progress.EndGroup(group);
        }
    }

    private void Sweep(Action<int> end)
    {
        foreach (var package in board.Packages)
        {
            var node = board.Nodes[package];
            if (!node.HasEnded && node.State is NodeState.Ready or NodeState.Held)
            {
                LeaveQueue(package, node.Package!);
                end(package);
            }
            else if (!node.HasEnded && node.State == NodeState.Pending)
            {
                end(package);
            }
        }

        board.Queue.Clear();
    }

    /// <summary>
    /// What has failed before gets no further attempt; the rest is blocked. A pending handler waits until it is known
    /// whether it would have been needed.
    /// </summary>
    private void Stop(int package)
    {
        var run = board.Nodes[package].Package!;
        if (run.Attempt > 0)
        {
            var why = $"no further attempt after {board.Plan.Nodes[board.StoppedBy].Name} failed";
            progress.End(package, NodeState.Failed, 0, why, run.Error, cause: package);
        }
        else if (board.Nodes[package].State is NodeState.Ready or NodeState.Held || !board.Graph.IsHandler[package])
        {
            progress.Block(package, board.StoppedBy);
        }
    }

    private void LeaveQueue(int package, PackageRun run)
    {
        if (run.IsAside || board.Nodes[package].State == NodeState.Held)
        {
            run.GoOver(board.Now, WaitReason.Working, "");
            (run.AwaitsRetry, run.AwaitsFlush) = (false, false);
        }
        else
        {
            board.Queue.Leave(package, board.Now, run);
        }

        run.CloseAttempt(package);
    }
}
