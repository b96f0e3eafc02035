namespace Orchestrator.Core.Machine;

/// <summary>How groups end: as the weightiest of what is in them.</summary>
internal sealed partial class Progress
{
    private void Weigh(int parentIndex, int index)
    {
        var (parent, child) = (board.Nodes[parentIndex], board.Nodes[index]);
        var state = child.State is NodeState.NotNeeded or NodeState.Hardened ? NodeState.Succeeded
            : child.CountsAsSuccess ? NodeState.Done
            : child.State.IsFailure() ? NodeState.Failed
            : child.State;
        if (parent.Weightiest is null || StateWeights.Of(state) > StateWeights.Of(parent.Weightiest.Value))
        {
            parent.Weightiest = state;
        }

        if (FailureRules.IsBad(child))
        {
            var isFailure = !board.IsLeftOut(index);
            parent.Cause = Weightier(parent.Cause, child.Cause, isFailure);
            parent.HasFailed |= isFailure;
            if (board.Graph.IsLinear(parentIndex))
            {
                Break(parent, board.Graph.PlaceInParent[index], child.Cause, isFailure);
            }
        }
    }

    private static void Break(NodeRun line, int place, int cause, bool isFailure)
    {
        line.Broken = isFailure ? line.Broken.Or(place, cause) : line.Broken;
        line.Gap = isFailure ? line.Gap : line.Gap.Or(place, cause);
    }

    /// <summary>The first cause counts, but a failure before what was skipped.</summary>
    private int Weightier(int known, int further, bool isFailure) =>
        known < 0 || (isFailure && board.IsSkipped(known)) ? further : known;

    private string Blame(int cause) =>
        $"{board.Plan.Nodes[cause].Name} {(board.IsSkipped(cause) ? "was skipped" : "did not succeed")}";

    /// <summary>Ends a group all of whose children have ended, unless their commits must be on disk first.</summary>
    public void EndGroup(int index)
    {
        if (board.Flushes.Holds(index))
        {
            return;
        }

        var node = board.Nodes[index];
        if (node is { Fate: NodeState.NotNeeded, Weightiest: NodeState.Cancelled })
        {
            // What somebody has cancelled before in it is not undone by that.
            (node.Fate, node.CountsAsSuccess) = (null, false);
        }

        var state = node.Fate is { } fate ? fate
            : node.IsBlocked ? board.Cancelled is null ? NodeState.Blocked : NodeState.Cancelled
            : index == 0 && board.IsTimedOut ? NodeState.Failed
            : node.Weightiest ?? NodeState.Done;
        var why = node.Fate is not null ? node.FateWhy
            : node.Cause >= 0 ? Blame(node.Cause) : "all in it has ended";
        End(index, state, 0, board.Cancelled ?? why, node.Fate == NodeState.Failed ? ErrorClass.Data : null);
        EndTemplates(index);
    }
}
