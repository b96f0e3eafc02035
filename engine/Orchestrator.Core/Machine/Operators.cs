namespace Orchestrator.Core.Machine;

/// <summary>Carries out what people ask of a run at work, and says in one sentence what came of it.</summary>
internal sealed class Operators(RunBoard board, Progress progress, Stops stops, Holds holds)
{
    public void Take(OperatorRequest request)
    {
        board.Who = request.By;
        var (isDone, text) = request switch
        {
            HoldRequested hold => Hold(hold),
            ReleaseRequested release => Release(release),
            SkipRequested skip => Skip(skip),
            CancelNodeRequested { Node: 0 } cancel => CancelRun(cancel),
            CancelNodeRequested cancel => Cancel(cancel),
            PrioritiseRequested prioritise => Prioritise(prioritise),
            _ => throw new InvalidOperationException($"{request.GetType().Name} is no request of an operator"),
        };
        board.Who = "";
        board.Turn.Record(new RecordAnswer(board.Now, request.Request, isDone, text));
    }

    private (bool IsDone, string Text) Hold(HoldRequested e)
    {
        var open = Open(e.Node);
        var fresh = open.Where(package => board.Nodes[package].Package!.Hold is null).ToArray();
        if (fresh.Length == 0)
        {
            return open.Length == 0 ? Ended(e.Node)
                : (true, $"{Name(e.Node)} is held already, by {board.Nodes[open[0]].Package!.Hold!.By}");
        }

        foreach (var package in fresh)
        {
            holds.Set(package, new Hold(e.By, e.Why("held"), board.Now));
        }

        var atWork = fresh.Count(IsUnderWay);
        return (true, (fresh.Length - atWork, atWork) switch
        {
            (0, 1) when fresh[0] == e.Node =>
                $"{Name(e.Node)} is at work and is not touched; only a further attempt of it is held",
            (1, 0) when fresh[0] == e.Node => $"{Name(e.Node)} is held",
            (0, var working) => $"nothing of {Name(e.Node)} is held: {Packages(working)} that "
                + $"{(working == 1 ? "has" : "have")} not ended {Are(working)} at work and not touched, only further "
                + "attempts are held",
            (var held, 0) => $"{Packages(held)} of {Name(e.Node)} {Are(held)} held",
            var (held, working) => $"{Packages(held)} of {Name(e.Node)} {Are(held)} held; {working} at work "
                + $"{Are(working)} not touched, only further attempts are held",
        });
    }

    private (bool IsDone, string Text) Release(ReleaseRequested e)
    {
        var held = Open(e.Node).Where(package => board.Nodes[package].Package!.Hold is not null).ToArray();
        foreach (var package in held)
        {
            holds.Release(package, e.Why("released"));
        }

        return held.Length == 0 ? (false, $"nothing of {Name(e.Node)} is held")
            : held[0] == e.Node ? (true, $"{Name(e.Node)} is released")
            : (true, $"{Packages(held.Length)} of {Name(e.Node)} {Are(held.Length)} released");
    }

    private (bool IsDone, string Text) Skip(SkipRequested e)
    {
        var open = Open(e.Node);
        var skipped = open.Where(package => !IsUnderWay(package)).ToArray();
        if (skipped.Length == 0)
        {
            return open.Length == 0 ? Ended(e.Node)
                : (false, $"{Name(e.Node)} is at work, so that it cannot be skipped; it can be cancelled");
        }

        var blocked = e.AsSuccess && skipped.All(package => board.Plan.Nodes[package].Sets.Count == 0) ? 0
            : new SkipForecast(board, skipped, e.AsSuccess).Count();
        foreach (var package in skipped)
        {
            board.HasSkipped = true;
            board.Nodes[package].CountsAsSuccess = e.AsSuccess;
            EndUnstarted(package, NodeState.SkippedByOperator, e.Why("skipped"), e.AsSuccess ? -1 : package);
        }

        board.Who = "";
        progress.Drain();
        var what = skipped[0] == e.Node ? $"{Name(e.Node)} is skipped"
            : $"{Packages(skipped.Length)} of {Name(e.Node)} {Are(skipped.Length)} skipped";
        var left = open.Length - skipped.Length;
        return (true, $"{what}{(e.AsSuccess ? " and counts as a success" : "")}: "
            + $"{Packages(board.Turn.BecameReady)} released, {blocked} blocked"
            + (left == 0 ? "" : $"; {left} at work {Are(left)} not touched"));
    }

    private (bool IsDone, string Text) CancelRun(CancelNodeRequested e)
    {
        if (board.Cancelled is { } known)
        {
            return (false, $"the run is stopping already: {known}");
        }

        stops.Cancel(e.Why("cancelled"));
        var stopping = board.Packages.Count(package => board.Nodes[package].State == NodeState.Cancelling);
        return (true, stopping == 0 ? "the run stops" : $"the run stops: {Packages(stopping)} at work "
            + $"{Are(stopping)} asked to stop");
    }

    private (bool IsDone, string Text) Cancel(CancelNodeRequested e)
    {
        var open = Open(e.Node).Where(package => board.Nodes[package].State != NodeState.Succeeded).ToArray();
        if (open.Length == 0)
        {
            return Ended(e.Node);
        }

        var why = e.Why("cancelled");
        int[] atWork = [.. open.Where(IsUnderWay)];
        foreach (var package in open)
        {
            board.Nodes[package].Package!.Cancelled = why;
            stops.Ask(package, why);
        }

        foreach (var package in open.Except(atWork).Where(package => !board.Nodes[package].HasEnded))
        {
            EndUnstarted(package, NodeState.Cancelled, why, package);
            stops.AfterFailure(package);
        }

        return (true, (open.Length - atWork.Length, atWork.Length) switch
        {
            (0, 1) when open[0] == e.Node => $"{Name(e.Node)} is asked to stop",
            (1, 0) when open[0] == e.Node => $"{Name(e.Node)} is cancelled before it began",
            var (ended, asked) => $"{Packages(ended)} of {Name(e.Node)} {Are(ended)} cancelled, {asked} at work "
                + $"{Are(asked)} asked to stop",
        });
    }

    private (bool IsDone, string Text) Prioritise(PrioritiseRequested e)
    {
        var open = Open(e.Node);
        var first = open.Where(package => !IsUnderWay(package)).ToArray();
        if (first.Length == 0)
        {
            return open.Length == 0 ? Ended(e.Node) : (false, $"{Name(e.Node)} is at work already");
        }

        board.Queue.Prioritise(first, package =>
            board.Nodes[package] is { State: NodeState.Ready, Package.IsAside: false });
        return (true, first[0] == e.Node ? $"{Name(e.Node)} goes before all others that are ready"
            : $"{Packages(first.Length)} of {Name(e.Node)} {(first.Length == 1 ? "goes" : "go")} before all others "
            + "that are ready");
    }

    private void EndUnstarted(int package, NodeState state, string why, int cause)
    {
        if (board.Nodes[package].State != NodeState.Pending)
        {
            board.StepOut(package);
            board.Nodes[package].Package!.CloseAttempt(package);
        }

        progress.End(package, state, 0, why, cause: cause);
    }

    /// <summary>The packages of a node, or itself, that have not ended; of what only stands for what is in the turns
    /// of a loop that.</summary>
    private int[] Open(int node) => [.. board.Packages.Where(package => !board.Nodes[package].HasEnded
        && IsIn(board.IsTemplate(node) ? board.TemplateOf(package) : package, node))];

    private bool IsIn(int package, int node) => package == node || board.IsIn(package, node);

    /// <summary>At work, or done with it and waiting to be on disk.</summary>
    private bool IsUnderWay(int package) =>
        board.Nodes[package] is { IsAtWork: true } or { State: NodeState.Succeeded };

    private bool HasNoTurnsYet(int node) => board.Nodes[node].State == NodeState.Pending
        && (board.IsTemplate(node) || board.Plan.Nodes[node].Loop is not null);

    private (bool IsDone, string Text) Ended(int node) => HasNoTurnsYet(node)
        ? (false, $"nothing of {Name(node)} is there that has not ended: its loop may still find out turns")
        : board.Nodes[node].State is NodeState.Succeeded
        && !board.Nodes[node].HasEnded
        ? (false, $"{Name(node)} has done its work and waits to be on disk")
        : !board.Nodes[node].HasEnded ? (false, $"every package of {Name(node)} has ended already")
        : (false, $"{Name(node)} has ended already: {board.Nodes[node].State}");

    private string Name(int node) => node == 0 ? "the run" : board.Plan.Nodes[node].Name;

    private static string Packages(int count) => count == 1 ? "1 package" : $"{count} packages";

    private static string Are(int count) => count == 1 ? "is" : "are";
}
