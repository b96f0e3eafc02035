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
            var shape = board.Plan.Nodes[loop].Loop!;
            problem ??= number == 1 && shape.FailsOnNone
                ? $"{MachineCodes.NoTurn} its condition is not true, so that it has no turn"
                    + ConditionFacts.Place(shape.WrittenAt)
                : null;
            return [];
        }

        var turn = board.Loops.Next(loop, number, out problem);
        board.Nodes[loop].TurnsMade += turn is null ? 0 : 1;
        return turn is null ? [] : [turn];
    }

    /// <summary>
    /// Whether a loop with a condition asks for a further turn, all of its turns having ended well. Where nothing more
    /// starts, one that would have another turn has not done all that it is for.
    /// </summary>
    private bool AsksAgain(int index)
    {
        var node = board.Nodes[index];
        if (board.Plan.Nodes[index].Loop?.While is null || node.TurnsMade == 0 || node.IsBlocked
            || node.Fate is not null || node.Cause >= 0)
        {
            return false;
        }

        if (board.Cancelled is not null || board.StoppedBy >= 0)
        {
            if (_loops.IsTrue(index, out var fault) == true || fault is not null)
            {
                LeaveUnfinished(node);
            }

            return false;
        }

        node.Unfinished = 1;
        _toGrow.Enqueue(index);
        return true;
    }

    private void LeaveUnfinished(NodeRun loop)
    {
        loop.Fate = board.Cancelled is null ? NodeState.Blocked : NodeState.Cancelled;
        loop.FateWhy = board.Cancelled ?? Blame(board.StoppedBy);
        loop.Cause = board.Cancelled is null ? board.StoppedBy : loop.Cause;
        loop.HasFailed = true;
    }

    /// <summary>
    /// What only stood for the turns of a loop ends with it, as the weightiest of what was made after it; where a loop
    /// did not have all its turns, there is something left of it.
    /// </summary>
    private void EndTemplates(int loop)
    {
        if (board.Plan.Nodes[loop].Loop is null || board.IsGrown(loop) || board.IsTemplate(loop))
        {
            return;
        }

        var weightiest = board.WeightiestOfTurns(loop);
        int[] unfinished = [.. board.GrownIn(loop).Prepend(loop).Where(group => IsUnfinished(group, loop))
            .Select(board.TemplateOf).Distinct()];
        var leftOut = board.LeftOutInTurns(loop);
        var copies = board.HasSkipped ? board.GrownIn(loop).ToLookup(board.TemplateOf) : null;
        foreach (var index in board.TemplatesIn(loop))
        {
            var (state, why) = weightiest.TryGetValue(index, out var its) ? (its, "its turns have ended")
                : board.Graph.IsPackage(index) && board.PresetOf(index) is { } preset
                    ? (preset, board.WhyPreset(index))
                : (WithoutTurns(board.Nodes[loop].State), board.Nodes[loop].FateWhy is { Length: > 0 } fate
                    ? fate : "it has no turn");
            if (!FailureRules.IsBad(state) && state != NodeState.Disabled
                && Array.Exists(unfinished, group => board.IsIn(index, group)))
            {
                (state, why) = (WithoutTurns(NodeState.Failed), "its loop did not have all its turns");
            }

            if (!FailureRules.IsBad(state) && leftOut.Contains(index))
            {
                (state, why) = (NodeState.Done, RunMachineOptions.NotSelected);
            }

            board.Revise(index, state, 0, why);
            board.Nodes[index].EndedAt = board.Now;
            board.Nodes[index].Cause = copies is null ? board.Nodes[loop].Cause : CauseIn(loop, copies[index]);
        }
    }

    /// <summary>
    /// Whose fault it is that turns have left something: of those of one package, as others of the loop may have failed
    /// where its own were but skipped. A failure comes before a skip.
    /// </summary>
    private int CauseIn(int loop, IEnumerable<int> copies)
    {
        int[] bad = [.. copies.Where(copy => FailureRules.IsBad(board.Nodes[copy]))];
        return bad.Length == 0 || board.Nodes[loop].State == NodeState.Failed ? board.Nodes[loop].Cause
            : board.Nodes[bad.OrderBy(board.IsLeftOut).First()].Cause;
    }

    /// <summary>Whether a loop, which is this one or came in it, ended badly before it had all its turns.</summary>
    private bool IsUnfinished(int group, int loop) => board.Plan.Nodes[group].Loop is not null
        && FailureRules.IsBad(board.Nodes[group])
        && (board.Nodes[group].Fate is not null || (group != loop && board.Loops.LatestOf(group) < 0));

    private static NodeState WithoutTurns(NodeState loop) => loop switch
    {
        NodeState.Failed => NodeState.Blocked,
        NodeState.Succeeded => NodeState.NotNeeded,
        _ => loop,
    };
}
