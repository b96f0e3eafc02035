namespace Orchestrator.Core.Machine;

/// <summary>
/// Says why a node is not further. The answer is worked out when asked, from the times at which things ended, so that
/// waiting costs nothing.
/// </summary>
internal sealed class Reasons(RunBoard board)
{
    private readonly HashSet<int> _held = [];

    /// <summary>
    /// Behind each event: a group that was held and is no more works since now, and not since it began.
    /// </summary>
    public void Settle()
    {
        if (!board.HasHeld)
        {
            return;
        }

        foreach (var group in board.Groups)
        {
            if (Of(group) is { Reason: WaitReason.Held })
            {
                _held.Add(group);
            }
            else if (_held.Remove(group))
            {
                board.Nodes[group].WentOnAt = board.Now;
            }
        }
    }

    public NodeReason? Of(int index)
    {
        var node = board.Nodes[index];
        return node switch
        {
            { HasEnded: true } => null,
            { Package.Hold: { } hold, State: NodeState.Pending } =>
                new NodeReason(WaitReason.Held, hold.By, hold.Since),
            { Package: { } run, State: NodeState.Ready } => run.IsAside
                ? new NodeReason(run.Reason, run.Object, run.Since)
                : board.Queue.ReasonOf(index, run),
            { Package: { } run } when node.IsAtWork || node.State is NodeState.Held or NodeState.Succeeded =>
                new NodeReason(run.Reason, run.Object, run.Since),
            { State: NodeState.Running, HeldSince: { } held } => new NodeReason(WaitReason.Flush, node.HeldBy, held),
            { State: NodeState.Running } => (board.HasHeld ? Held(index) : null)
                ?? new NodeReason(WaitReason.Working, "", node.WentOnAt ?? node.DecidedAt),
            { IsDecided: true } => new NodeReason(WaitReason.Predecessor, FirstUnfinished(index), node.DecidedAt),
            _ => Pending(index),
        };
    }

    /// <summary>What a node not yet judged waits for: the outermost thing in its way.</summary>
    private NodeReason Pending(int index)
    {
        var waiting = index;
        for (var above = index; above >= 0; above = board.Plan.Nodes[above].Parent)
        {
            waiting = board.Nodes[above].IsDecided ? waiting : above;
        }

        var node = board.Plan.Nodes[waiting];
        var since = node.Parent < 0 ? TimeSpan.Zero : board.Nodes[node.Parent].DecidedAt;
        foreach (var (other, _) in node.Constraints)
        {
            if (!board.Nodes[other].HasEnded)
            {
                var isOwn = node.Kind == NodeKind.Package || board.Graph.IsPackage(other);
                return new NodeReason(isOwn ? WaitReason.Predecessor : WaitReason.Barrier, NameOf(other), since);
            }

            since = Later(since, board.Nodes[other].EndedAt);
        }

        foreach (var (place, group) in node.Any.Index())
        {
            if (board.Nodes[waiting].Opened?[place] != true)
            {
                var open = group.First(constraint => !board.Nodes[constraint.Node].HasEnded);
                return new NodeReason(WaitReason.Predecessor, NameOf(open.Node), since);
            }
        }

        return node.Parent < 0 ? new NodeReason(WaitReason.Parent, "", since) : InLine(node, since);
    }

    /// <summary>
    /// Of a group that has started: who holds it, where nothing in it is left but what is held and what waits for that;
    /// since the last of the rest was held or ended.
    /// </summary>
    private NodeReason? Held(int group)
    {
        NodeReason? held = null;
        var since = board.Nodes[group].DecidedAt;
        return IsStill(group, ref held, ref since) && held is { } found ? found with { Since = since } : null;
    }

    private bool IsStill(int index, ref NodeReason? held, ref TimeSpan since)
    {
        var node = board.Nodes[index];
        if (node.HasEnded)
        {
            since = Later(since, node.EndedAt);
            return true;
        }

        if (node.Package is { } run)
        {
            var isStill = node.State is NodeState.Pending or NodeState.Held;
            if (isStill && run.Hold is not null && Of(index) is { } hold)
            {
                held ??= hold;
                since = Later(since, hold.Since);
            }

            return isStill;
        }

        var children = node.HeldSince is null ? board.Graph.Children[index] : null;
        for (var place = 0; place < children?.Count; place++)
        {
            if (!IsStill(children[place], ref held, ref since))
            {
                return false;
            }
        }

        return children is not null;
    }

    private NodeReason InLine(PlanNode node, TimeSpan since)
    {
        var line = board.Nodes[node.Parent];
        if (!board.Graph.IsLinear(node.Parent) || line.Turn >= board.Graph.PlaceInParent[node.Index])
        {
            throw new InvalidOperationException($"{node.Name} waits for nothing");
        }

        var first = board.Graph.Children[node.Parent][line.Turn];
        return new NodeReason(WaitReason.Linear, NameOf(first), Later(since, line.TurnSince));
    }

    private string FirstUnfinished(int group) =>
        NameOf(board.Graph.Children[group].First(child => !board.Nodes[child].HasEnded));

    private string NameOf(int node) => board.Plan.Nodes[node].Name;

    private static TimeSpan Later(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
