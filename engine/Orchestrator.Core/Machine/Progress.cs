namespace Orchestrator.Core.Machine;

/// <summary>
/// Carries each end on to whoever waited for it: dependents, the next in line, the group. Works through two queues
/// instead of calling itself, so that a chain of 10,000 packages needs no deep stack.
/// </summary>
internal sealed partial class Progress(RunBoard board, Holds holds)
{
    private readonly FailureRules _rules = new(board);
    private readonly Queue<int> _ended = new();
    private readonly Queue<int> _toJudge = new();

    /// <summary>What is to be done once a package has failed that never started.</summary>
    public Action<int> WhenFailed { get; set; } = _ => { };

    /// <summary>Settles what never runs, then starts the batch.</summary>
    public void Begin()
    {
        foreach (var package in board.Packages)
        {
            if (board.PresetOf(package) is { } state)
            {
                End(package, state, 0, board.WhyPreset(package));
            }
        }

        Release(0);
        Drain();
    }

    /// <summary>
    /// Takes in further nodes while nothing that has ended is still to be carried on: what they wait for among those
    /// that there were counts now where it has happened.
    /// </summary>
    /// <exception cref="InvalidOperationException">A group of them has ended, or was decided not to run.</exception>
    public void Grow(IReadOnlyList<GrownNode> further)
    {
        var before = board.Nodes.Count;
        if (_ended.Count > 0 || _toJudge.Count > 0)
        {
            throw new InvalidOperationException("a board grows only between two steps");
        }

        board.Grow(further);
        for (var index = before; index < board.Nodes.Count; index++)
        {
            if (board.Graph.IsPackage(index) && board.PresetOf(index) is { } state)
            {
                End(index, state, 0, board.WhyPreset(index));
            }
            else if (board.Graph.IsPackage(index) && board.Cancelled is { } why)
            {
                End(index, NodeState.Cancelled, 0, why);
            }
        }

        for (var index = before; index < board.Nodes.Count; index++)
        {
            CatchUp(index, before);
        }
    }

    /// <summary>Ends a node for good; <see cref="Drain"/> carries it on.</summary>
    public void End(int index, NodeState state, int attempt, string why, ErrorClass? error = null, int cause = -1)
    {
        board.Move(index, state, attempt, why, error);
        Settle(index, cause);
    }

    /// <summary>Ends a node in the state that it is in.</summary>
    public void Settle(int index, int cause = -1)
    {
        var node = board.Nodes[index];
        node.HasEnded = true;
        node.EndedAt = board.Now;
        if (node.Cause < 0)
        {
            node.Cause = cause;
        }

        _ended.Enqueue(index);
    }

    /// <summary>Ends a package that may not start.</summary>
    public void Block(int index, int cause) =>
        End(index, NodeState.Blocked, 0, Blame(cause), cause: cause);

    public int CauseNow(int package) => _rules.CauseNow(package);

    public void Drain()
    {
        while (true)
        {
            if (_ended.TryDequeue(out var ended))
            {
                CarryOn(ended);
            }
            else if (_toJudge.TryDequeue(out var index))
            {
                Judge(index);
            }
            else if (_toGrow.TryDequeue(out var loop))
            {
                Expand(loop);
            }
            else
            {
                return;
            }
        }
    }

    /// <summary>Counts what a new node waits for among the nodes that there were, and that has happened.</summary>
    private void CatchUp(int index, int before)
    {
        var node = board.Plan.Nodes[index];
        foreach (var constraint in node.Constraints)
        {
            if (constraint.Node < before && board.Nodes[constraint.Node].HasEnded)
            {
                Release(index);
            }
        }

        for (var group = 0; group < node.Any.Count; group++)
        {
            if (node.Any[group].Any(constraint => board.Nodes[constraint.Node].HasEnded))
            {
                Open(index, group);
            }
        }

        var parent = board.Nodes[node.Parent];
        if (node.Parent < before && parent.IsDecided)
        {
            Release(index);
            if (board.Graph.IsLinear(node.Parent) && parent.Turn == board.Graph.PlaceInParent[index])
            {
                parent.TurnSince = board.Now;
                Release(index);
            }
        }
    }

    private void CarryOn(int index)
    {
        foreach (var dependent in board.Graph.Dependents[index])
        {
            Release(dependent);
        }

        foreach (var (dependent, group) in board.Graph.AnyDependents(index))
        {
            Open(dependent, group);
        }

        var parentIndex = board.Plan.Nodes[index].Parent;
        if (parentIndex >= 0)
        {
            Weigh(parentIndex, index);
            var parent = board.Nodes[parentIndex];
            GiveTurn(parentIndex);
            if (--parent.Unfinished == 0 && parent.IsDecided && !AsksAgain(parentIndex))
            {
                EndGroup(parentIndex);
            }
        }
    }

    private void Release(int index)
    {
        if (--board.Nodes[index].Waits == 0)
        {
            _toJudge.Enqueue(index);
        }
    }

    /// <summary>Of constraints of which one is enough one has ended, perhaps the one.</summary>
    private void Open(int index, int group)
    {
        var opened = board.Nodes[index].Opened ??= new bool[board.Plan.Nodes[index].Any.Count];
        if (!opened[group] && !board.IsTemplate(index) && _rules.IsOpen(index, group))
        {
            opened[group] = true;
            Release(index);
        }
    }

    private void Judge(int index)
    {
        var node = board.Nodes[index];
        if (node.HasEnded)
        {
            return;
        }

        if (node.Package is null)
        {
            Decide(index, _rules.JudgeGroup(index));
            return;
        }

        var judgement = _rules.JudgePackage(index);
        switch (judgement.State)
        {
            case NodeState.Blocked:
                Block(index, judgement.Cause);
                break;
            case NodeState.NotNeeded:
                node.CountsAsSuccess = judgement.CountsAsSuccess;
                End(index, NodeState.NotNeeded, 0, judgement.Why ?? "what it handles did not happen");
                break;
            case NodeState.Failed:
                End(index, NodeState.Failed, 0, judgement.Why!, ErrorClass.Data, cause: index);
                WhenFailed(index);
                break;
            default:
                board.Move(index, NodeState.Ready, 0, WhyReady(index));
                Queue(index, node.Package);
                break;
        }
    }

    private void Queue(int index, PackageRun run)
    {
        if (run.Hold is null)
        {
            board.Flushes.Queue(index);
        }
        else
        {
            holds.Keep(index);
        }
    }

    private void Decide(int index, Judgement judgement)
    {
        var node = board.Nodes[index];
        (node.IsDecided, node.DecidedAt) = (true, board.Now);
        node.IsBlocked = judgement.State is not (NodeState.Ready or NodeState.NotNeeded);
        node.IsTainted = judgement.IsTainted;
        // Somebody may have skipped or cancelled what is in it before; a failure is told before a skip.
        var isSkip = board.IsSkipped(judgement.Cause);
        node.Cause = judgement.Cause < 0 || (isSkip && node.HasFailed) ? node.Cause : judgement.Cause;
        if (judgement.Why is { } why)
        {
            (node.Fate, node.FateWhy, node.CountsAsSuccess) = (judgement.State, why, judgement.CountsAsSuccess);
        }

        if (node.IsBlocked)
        {
            node.HasFailed |= !isSkip;
            BlockMembers(index, judgement.Cause);
        }
        else if (node.Fate is not null)
        {
            LeaveMembers(index);
        }
        else if (node.Unfinished > 0)
        {
            board.Move(index, NodeState.Running, 0, WhyReady(index));
        }

        DecideLoop(index);
        foreach (var child in board.Graph.Children[index])
        {
            Release(child);
        }

        GiveTurn(index);
        if (node.Unfinished == 0)
        {
            EndGroup(index);
        }

        if (node.Fate == NodeState.Failed)
        {
            WhenFailed(index);
        }
    }

    /// <summary>Nothing in it is needed, handlers neither.</summary>
    private void LeaveMembers(int index)
    {
        foreach (var child in board.Graph.Children[index])
        {
            if (board.Graph.IsPackage(child) && !board.Nodes[child].HasEnded)
            {
                board.Nodes[child].CountsAsSuccess = board.Nodes[index].CountsAsSuccess;
                End(child, NodeState.NotNeeded, 0, board.Nodes[index].FateWhy);
            }
        }
    }

    /// <summary>Nothing in it can start; only handlers wait, to learn whether they would have been needed.</summary>
    private void BlockMembers(int index, int cause)
    {
        foreach (var child in board.Graph.Children[index])
        {
            if (board.Graph.IsPackage(child) && !board.Nodes[child].HasEnded && !board.Graph.IsHandler[child])
            {
                Block(child, cause);
            }
        }
    }

    /// <summary>In a Linear group: passes the turn on to the next member that has not ended.</summary>
    private void GiveTurn(int index)
    {
        var group = board.Nodes[index];
        var members = board.Graph.Children[index];
        if (!board.Graph.IsLinear(index) || !group.IsDecided
            || (group.Turn >= 0 && group.Turn < members.Count && !board.Nodes[members[group.Turn]].HasEnded))
        {
            return;
        }

        var before = group.Turn;
        while (group.Turn < members.Count && (group.Turn < 0 || board.Nodes[members[group.Turn]].HasEnded))
        {
            group.Turn++;
        }

        if (group.Turn > before && group.Turn < members.Count)
        {
            group.TurnSince = board.Now;
            Release(members[group.Turn]);
        }
    }

    private string WhyReady(int index)
    {
        var node = board.Plan.Nodes[index];
        if (node.Constraints.Count > 0)
        {
            return $"{board.Plan.Nodes[node.Constraints[^1].Node].Name} ended";
        }

        return node.Parent < 0 ? "the run began" : $"{board.Plan.Nodes[node.Parent].Name} started";
    }
}
