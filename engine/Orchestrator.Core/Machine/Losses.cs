namespace Orchestrator.Core.Machine;

/// <summary>
/// What a success that is lost changes where it had counted already: the groups around it fail as they would have, and
/// what has started behind them stands behind a failure, so that nothing more starts there.
/// </summary>
internal sealed class Losses(RunBoard board)
{
    public void Spread(int package)
    {
        board.HasLost = true;
        board.Nodes[package].Cause = package;
        var failed = new Queue<int>();
        for (var child = package; board.Plan.Nodes[child].Parent is >= 0 and var group; child = group)
        {
            Fail(group, child, package);
            failed.Enqueue(group);
        }

        for (var node = package; board.IsGrown(node); node = board.Plan.Nodes[node].Parent)
        {
            FailTemplate(board.TemplateOf(node), package);
        }

        if (board.Handling != FailureHandling.DependencyChain)
        {
            MarkBehind(failed, package);
        }
    }

    private void Fail(int index, int child, int package)
    {
        var group = board.Nodes[index];
        group.Weightiest = NodeState.Failed;
        group.HasFailed = true;
        group.Cause = group.Cause < 0 || board.IsSkipped(group.Cause) ? package : group.Cause;
        group.Broken = board.Graph.IsLinear(index)
            ? group.Broken.Or(board.Graph.PlaceInParent[child], package) : group.Broken;
        if (group.HasEnded && !group.State.IsFailure())
        {
            board.Revise(index, NodeState.Failed, 0, $"{board.Plan.Nodes[package].Name} was lost");
        }
    }

    /// <summary>What ended as the weightiest of its turns ends as this one: there is something left of it.</summary>
    private void FailTemplate(int template, int package)
    {
        var node = board.Nodes[template];
        if (board.IsTemplate(template) && node.State != NodeState.Pending && !node.State.IsFailure())
        {
            node.Cause = package;
            board.Revise(template, NodeState.Failed, 0, $"{board.Plan.Nodes[package].Name} was lost");
        }
    }

    private void MarkBehind(Queue<int> failed, int package)
    {
        while (failed.TryDequeue(out var before))
        {
            foreach (var behind in board.Graph.Dependents[before].Where(StartedInGoodFaith))
            {
                var group = board.Nodes[behind];
                group.IsTainted = true;
                group.Cause = group.Cause < 0 ? package : group.Cause;
                failed.Enqueue(behind);
            }
        }
    }

    private bool StartedInGoodFaith(int index) => !board.Graph.IsPackage(index)
        && board.Nodes[index] is { IsDecided: true, IsBlocked: false, IsTainted: false }
        && !board.Plan.Nodes[index].RunsAfterFailure;
}
