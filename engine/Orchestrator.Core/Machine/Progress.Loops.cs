namespace Orchestrator.Core.Machine;

/// <summary>Loops: their turns come to the board once nothing that has ended is still to be carried on.</summary>
internal sealed partial class Progress
{
    private readonly Queue<int> _toGrow = new();
    private readonly LoopConditions _loops = new(board);

    /// <summary>
    /// A loop that has started finds out its turns as soon as the rest of this step is done. One that is left out or
    /// blocked has none, nor has one that has nothing to run.
    /// </summary>
    private void DecideLoop(int index)
    {
        var node = board.Nodes[index];
        if (board.Plan.Nodes[index].Loop is null || node.Unfinished == 0)
        {
            return;
        }

        if (node.IsBlocked || node.Fate is not null)
        {
            node.Unfinished = 0;
        }
        else
        {
            _toGrow.Enqueue(index);
        }
    }

    private void Expand(int loop)
    {
        var node = board.Nodes[loop];
        var turns = board.Plan.Nodes[loop].Loop!.While is null
            ? board.Loops.OfRows(loop, out var problem) : NextTurn(loop, out problem);
        if (problem is not null)
        {
            (node.Fate, node.FateWhy, node.Cause, node.HasFailed) = (NodeState.Failed, problem, loop, true);
        }
        else if (turns.Count > 0)
        {
            board.Turn.Record(new RecordExpansion(board.Now, loop, turns));
            Grow([.. turns.SelectMany(turn => turn.Nodes)]);
        }
        else if (node.Weightiest is null)
        {
            (node.Fate, node.FateWhy) = (NodeState.Succeeded, "it has no turn");
        }

        if (--node.Unfinished == 0)
        {
            EndGroup(loop);
        }

        if (problem is not null)
        {
            WhenFailed(loop);
        }
    }

    /// <summary>The next turn while the condition is true; none where it is not.</summary>
    private IReadOnlyList<GrownTurn> NextTurn(int loop, out string? problem)
    {
        var number = board.Nodes[loop].TurnsMade + 1;
        if (_loops.IsTrue(loop, out problem) != true || problem is not null)
        {
            var failsOnNone = number == 1 && board.Plan.Nodes[loop].Loop!.FailsOnNone;
            problem ??= failsOnNone ? $"{MachineCodes.NoTurn} its condition is not true, so that it has no turn" : null;
            return [];
        }

        var turn = board.Loops.Next(loop, number, out problem);
        board.Nodes[loop].TurnsMade += turn is null ? 0 : 1;
        return turn is null ? [] : [turn];
    }

    /// <summary>Whether a loop with a condition asks for a further turn, all of its turns having ended well.</summary>
    private bool AsksAgain(int index)
    {
        var node = board.Nodes[index];
        if (board.Plan.Nodes[index].Loop?.While is null || node.TurnsMade == 0 || node.IsBlocked
            || node.Fate is not null || node.Cause >= 0 || board.Cancelled is not null || board.StoppedBy >= 0)
        {
            return false;
        }

        node.Unfinished = 1;
        _toGrow.Enqueue(index);
        return true;
    }

    /// <summary>What only stood for the turns of a loop ends with it, as the weightiest of what was made after it.
    /// </summary>
    private void EndTemplates(int loop)
    {
        if (board.Plan.Nodes[loop].Loop is null || board.IsGrown(loop) || board.IsTemplate(loop))
        {
            return;
        }

        var weightiest = board.WeightiestOfTurns(loop);
        for (var index = loop + 1; index < board.Written; index++)
        {
            if (board.IsTemplate(index) && board.IsIn(index, loop))
            {
                var (state, why) = weightiest.TryGetValue(index, out var its) ? (its, "its turns have ended")
                    : board.Graph.IsPackage(index) && board.PresetOf(index) is { } preset
                        ? (preset, board.WhyPreset(index))
                    : (WithoutTurns(board.Nodes[loop].State), board.Nodes[loop].FateWhy is { Length: > 0 } fate
                        ? fate : "it has no turn");
                board.Revise(index, state, 0, why);
                board.Nodes[index].EndedAt = board.Now;
                board.Nodes[index].Cause = board.Nodes[loop].Cause;
            }
        }
    }

    private static NodeState WithoutTurns(NodeState loop) => loop switch
    {
        NodeState.Failed => NodeState.Blocked,
        NodeState.Succeeded => NodeState.NotNeeded,
        _ => loop,
    };
}
