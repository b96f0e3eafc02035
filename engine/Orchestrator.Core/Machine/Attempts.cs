namespace Orchestrator.Core.Machine;

/// <summary>The life of a package from its first Ready: starts, ends, retries, time-outs, being held up.</summary>
internal sealed class Attempts(RunBoard board, Progress progress, Stops stops, Holds holds)
{
    private static readonly TimeSpan LongestBackOff = TimeSpan.FromHours(1);

    /// <summary>Starts what gate and caps let through.</summary>
    public void StartReady()
    {
        while (board.Queue.TryTake(out var package))
        {
            var run = board.Nodes[package].Package!;
            board.Queue.Leave(package, board.Now, run);
            if (progress.CauseNow(package) is >= 0 and var cause && (run.Attempt == 0 || board.HasLost))
            {
                GiveUp(package, run, cause);
            }
            else if (!board.Flushes.TryPutAside(package))
            {
                Start(package, run);
            }
        }
    }

    public void End(AttemptEnded e)
    {
        var run = AtWork(e.Node).Package!;
        if (e.Attempt != run.Attempt || e.Outcome is not (NodeState.Succeeded or NodeState.Failed
            or NodeState.Cancelled or NodeState.Abandoned) || (e.Outcome == NodeState.Failed) != e.Error.HasValue
            || !board.Values.Fit(e))
        {
            throw new InvalidOperationException(
                $"{NameOf(e.Node)} is at attempt {run.Attempt}; it cannot end as {e}");
        }

        run.GoOver(board.Now, WaitReason.Working, "");
        if (e.Outcome == NodeState.Abandoned)
        {
            board.HasOutlasted |= !board.IsHardStop;
        }
        else
        {
            board.Queue.Free(e.Node, board.Now);
        }

        run.Facts = e.Facts;
        board.Turn.Record(run.CloseAttempt(e.Node));
        Conclude(e, run);
    }

    public void HoldUp(HeldUp e)
    {
        if (e.Reason is not (WaitReason.WriterTurn or WaitReason.Claim or WaitReason.Server))
        {
            throw new InvalidOperationException($"a package at work cannot be held up by {e.Reason}");
        }

        var run = AtWork(e.Node).Package!;
        if ((run.Reason, run.Object) == (e.Reason, e.Object))
        {
            // Told once more, it is the same wait, and has lasted since it began.
            return;
        }

        run.GoOver(board.Now, e.Reason, e.Object);
        if (e.Reason == WaitReason.Claim)
        {
            board.Flushes.AskAll();
        }
    }

    public void GoOn(WentOn e)
    {
        AtWork(e.Node).Package!.GoOver(board.Now, WaitReason.Working, "");
    }

    /// <summary>What it stood aside for is over: it queues again.</summary>
    public void Requeue(int package)
    {
        var run = board.Nodes[package].Package!;
        run.GoOver(board.Now, WaitReason.Gate, "");
        board.Flushes.Queue(package);
    }

    /// <summary>Its time is up: it is asked to stop, and will end Failed, TimedOut.</summary>
    public void TimeOut(int package)
    {
        board.Nodes[package].Package!.IsTimedOut = true;
        stops.Ask(package, $"its packageTimeout of {board.Plan.Nodes[package].Timeout} is over");
    }

    private void Start(int package, PackageRun run)
    {
        run.Attempt++;
        run.IsTimedOut = false;
        run.Error = null;
        run.Await(board.Now, WaitReason.Working, "");
        board.Queue.Occupy(package, board.Now);
        var why = run.Attempt == 1 ? "a slot was free" : "the back-off is over";
        board.Move(package, NodeState.Running, run.Attempt, why);
        board.Turn.Effect(new StartPackage(package, run.Attempt) { Values = board.Values.For(package) });
        if (board.Plan.Nodes[package].Timeout is { } timeout)
        {
            board.Timers.Set(board.Now + timeout, new Timer(TimerKind.Attempt, package, run.Attempt));
        }
    }

    private void Conclude(AttemptEnded e, PackageRun run)
    {
        if (e.Outcome == NodeState.Succeeded)
        {
            Succeed(e, run);
        }
        else if (e.Outcome == NodeState.Failed || (e.Outcome == NodeState.Cancelled && run.IsTimedOut))
        {
            // Being late is no reason to do again what may be done.
            var error = run.IsTimedOut && e.Error != ErrorClass.OutcomeUnknown ? ErrorClass.TimedOut : e.Error!.Value;
            Fail(e.Node, run, error, $"failed ({error})");
        }
        else
        {
            var why = e.Outcome != NodeState.Abandoned ? board.Cancelled ?? run.Cancelled ?? "it was cancelled"
                : board.IsHardStop ? $"{board.Cancelled}, and after the second request nobody waited for it"
                : "it did not stop when asked";
            progress.End(e.Node, e.Outcome, run.Attempt, why, cause: e.Node);
            stops.AfterFailure(e.Node);
        }
    }

    /// <summary>A success; where it is flushed by packages, it ends only when it is hardened, without its
    /// slot.</summary>
    private void Succeed(AttemptEnded e, PackageRun run)
    {
        run.Warned = e.Warned;
        board.Warned += e.Warned ? 1 : 0;
        var why = e.Warned ? "it succeeded with warnings" : "it succeeded";
        board.Values.Keep(e);
        var database = board.Flushes.WrittenBy(e.Node);
        if (database is { Flush: FlushWhen.Package } && !board.IsHardStop)
        {
            board.Move(e.Node, NodeState.Succeeded, run.Attempt, why);
            run.Await(board.Now, WaitReason.Flush, database.Connection);
        }
        else
        {
            progress.End(e.Node, NodeState.Succeeded, run.Attempt, why);
        }

        if (database is not null)
        {
            board.Flushes.Add(database, e.Node, run.Attempt);
        }
    }

    /// <summary>What it would build on has failed, or was lost, since it became ready.</summary>
    private void GiveUp(int package, PackageRun run, int cause)
    {
        run.CloseAttempt(package);
        if (run.Attempt == 0)
        {
            progress.Block(package, cause);
        }
        else
        {
            var why = $"no further attempt after {NameOf(cause)} was lost";
            progress.End(package, NodeState.Failed, 0, why, run.Error, cause);
            stops.AfterFailure(package);
        }

        progress.Drain();
    }

    /// <summary>A failed attempt: tried again, or the end of the package.</summary>
    public void Fail(int package, PackageRun run, ErrorClass error, string what)
    {
        run.Error = error;
        var policy = board.Plan.Nodes[package].Retry;
        var why = $"attempt {run.Attempt} of {policy.Count + 1} {what}";
        if (run.Attempt > policy.Count || !policy.Errors.Contains(error)
            || board.StoppedBy >= 0 || board.Cancelled is not null || run.Cancelled is not null)
        {
            progress.End(package, NodeState.Failed, run.Attempt, why, error, cause: package);
            stops.AfterFailure(package);
            return;
        }

        var at = board.Now + BackOff(policy, run.Attempt);
        board.Move(package, NodeState.Failed, run.Attempt, why, error);
        board.Move(package, NodeState.Ready, 0, $"retry {run.Attempt} of {policy.Count} at {at} after {error}");
        run.RetryDue = at;
        if (run.Hold is null)
        {
            holds.AwaitRetry(package);
        }
        else
        {
            holds.Keep(package);
        }
    }

    /// <summary>Delay, twice the delay …: at most one hour, or the delay itself where it is longer.</summary>
    private static TimeSpan BackOff(RetryPolicy policy, int failed)
    {
        var delay = policy.Delay;
        for (var i = 1; policy.Exponential && i < failed && delay < LongestBackOff; i++)
        {
            delay = delay * 2 < LongestBackOff ? delay * 2 : LongestBackOff;
        }

        return delay;
    }

    private NodeRun AtWork(int node)
    {
        if (node < 0 || node >= board.Nodes.Count || board.Nodes[node] is not { IsAtWork: true, Package: not null })
        {
            throw new InvalidOperationException($"node {node} is no package at work");
        }

        return board.Nodes[node];
    }

    private string NameOf(int node) => board.Plan.Nodes[node].Name;
}
