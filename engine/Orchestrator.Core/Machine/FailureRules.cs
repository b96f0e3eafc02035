namespace Orchestrator.Core.Machine;

/// <summary>What becomes of a node once all that it waits for has ended, and which package is to blame.</summary>
internal readonly record struct Judgement(NodeState State, int Cause = -1, bool IsTainted = false)
{
    /// <summary>Why it is not needed, or has failed; null = what it handles did not happen.</summary>
    public string? Why { get; init; }

    /// <summary>Not needed, and what waits for its success goes on.</summary>
    public bool CountsAsSuccess { get; init; }

    /// <summary>It starts: a group runs, a package is Ready.</summary>
    public static Judgement Start { get; } = new(NodeState.Ready);
}

/// <summary>
/// The table of failure handling. A node is judged once, when its parent is decided and its constraints have ended, so
/// that the judgement depends on outcomes only and never on which of them came first.
/// </summary>
internal sealed class FailureRules(RunBoard board)
{
    private readonly NodeConditions _conditions = new(board);

    /// <summary>What keeps a Success constraint from holding.</summary>
    public static bool IsBad(NodeState state) => state is NodeState.Failed or NodeState.Cancelled
        or NodeState.EndedUnexpectedly or NodeState.Abandoned or NodeState.Blocked or NodeState.SkippedByOperator;

    /// <summary>The same of a node, which somebody may have skipped as a success.</summary>
    public static bool IsBad(NodeRun node) => IsBad(node.State) && !node.CountsAsSuccess;

    /// <summary>
    /// A barrier (constraint of a group on a group) holds when the group has ended. Under Level a failure before it
    /// blocks what is behind it, but for containers that ask only for Completion of the level before; a blocked project
    /// blocks all in it. Under DependencyChain it opens and the packages are judged one by one.
    /// </summary>
    public Judgement JudgeGroup(int index)
    {
        var node = board.Plan.Nodes[index];
        var parent = node.Parent < 0 ? null : board.Nodes[node.Parent];
        if (board.Cancelled is not null)
        {
            return new Judgement(NodeState.Cancelled);
        }

        if (board.StoppedBy >= 0)
        {
            return new Judgement(NodeState.Blocked, board.StoppedBy);
        }

        if (parent is { IsBlocked: true })
        {
            return new Judgement(NodeState.Blocked, parent.Cause);
        }

        if (parent is { Fate: NodeState.NotNeeded })
        {
            return new Judgement(NodeState.NotNeeded)
            {
                Why = parent.FateWhy,
                CountsAsSuccess = parent.CountsAsSuccess,
            };
        }

        if (CauseBehindLoss(index) is >= 0 and var lost)
        {
            return new Judgement(NodeState.Blocked, lost);
        }

        // Where nothing in it is left to run, nobody asks for what its condition reads.
        if (board.Nodes[index].Unfinished > 0
            && FailureFirst(isSkip => CauseAmongSetters(node, isSkip)) is >= 0 and var setter)
        {
            return new Judgement(NodeState.Blocked, setter);
        }

        if (FailureFirst(isSkip => CauseInLine(index, isSkip)) is >= 0 and var before)
        {
            return new Judgement(NodeState.Blocked, before);
        }

        var cause = parent is { IsTainted: true } ? parent.Cause : CauseBefore(node);
        return cause < 0 || node.RunsAfterFailure ? AskGroup(index)
            : node.Kind == NodeKind.Level && HoldsWhatRunsAfterFailure(index)
                ? new Judgement(NodeState.Ready, cause, IsTainted: true)
            : new Judgement(NodeState.Blocked, cause);
    }

    /// <summary>Where nothing in it is left to run, nobody asks.</summary>
    private Judgement AskGroup(int index) =>
        board.Nodes[index].Unfinished == 0 ? Judgement.Start : _conditions.Judge(index);

    public Judgement JudgePackage(int index)
    {
        var node = board.Plan.Nodes[index];
        if (!ConditionOccurred(node))
        {
            return new Judgement(NodeState.NotNeeded);
        }

        var cause = CauseOf(index);
        return cause < 0 ? _conditions.Judge(index) : new Judgement(NodeState.Blocked, cause);
    }

    /// <summary>What keeps a ready package from starting after all; −1 = nothing.</summary>
    public int CauseNow(int index)
    {
        var cause = FailureFirst(isSkip => board.HasLost ? CauseOf(index, isSkip) : CauseAmongRead(index, isSkip));
        return cause < 0 && board.HasLost ? _conditions.CauseAmongAny(index) : cause;
    }

    /// <inheritdoc cref="NodeConditions.IsOpen"/>
    public bool IsOpen(int index, int group) => _conditions.IsOpen(index, group);

    private int CauseOf(int index) => FailureFirst(isSkip => CauseOf(index, isSkip));

    /// <summary>
    /// A failure is named before something that was skipped: who stands behind a skip only keeps no barrier closed.
    /// </summary>
    private int FailureFirst(Func<bool, int> causeOf)
    {
        var cause = causeOf(false);
        return cause >= 0 || !board.HasSkipped ? cause : causeOf(true);
    }

    private int CauseOf(int index, bool isSkip)
    {
        var node = board.Plan.Nodes[index];
        var cause = board.StoppedBy >= 0 ? board.StoppedBy
            : board.Nodes[node.Parent].IsBlocked ? board.Nodes[node.Parent].Cause
            : CauseAmong(node, isSkip);
        cause = cause < 0 ? CauseBehindLoss(index) : cause;
        var line = isSkip ? board.Nodes[node.Parent].Gap : board.Nodes[node.Parent].Broken;
        cause = cause < 0 && !board.Graph.StandsAside[index]
            ? line.CauseFor(board.Graph.PlaceInParent[index]) : cause;
        return cause < 0 ? CauseAmongRead(index, isSkip) : cause;
    }

    /// <summary>
    /// Under DependencyChain the failure behind the rows that a package reads, under any handling what was skipped
    /// there. Where it has a constraint of its own on what it reads, that one rules; a container that asks only for
    /// Completion runs on whatever rows there are.
    /// </summary>
    private int CauseAmongRead(int index, bool isSkip)
    {
        var node = board.Plan.Nodes[index];
        if ((board.Handling != FailureHandling.DependencyChain && !isSkip)
            || board.Plan.Nodes[node.Parent].RunsAfterFailure)
        {
            return -1;
        }

        foreach (var read in node.Reads)
        {
            if (IsBad(board.Nodes[read]) && board.Nodes[read].HasEnded && board.IsLeftOut(read) == isSkip
                && !node.Constraints.Any(constraint => constraint.Node == read))
            {
                return board.Nodes[read].Cause;
            }
        }

        return -1;
    }

    /// <summary>
    /// A handler is needed if what it watches failed; what waits for a handler that was not needed is not either. A
    /// hook watches all of its group at once.
    /// </summary>
    private bool ConditionOccurred(PlanNode node)
    {
        if (node.IsHook)
        {
            var watched = node.Constraints.Where(constraint => constraint.Outcome == Outcome.Failure);
            return !watched.Any() || watched.Any(constraint => HasFailed(node, constraint.Node));
        }

        foreach (var (other, outcome) in node.Constraints)
        {
            var before = board.Nodes[other];
            if ((outcome == Outcome.Failure && !HasFailed(node, other))
                || (outcome == Outcome.Success && before is { State: NodeState.NotNeeded, CountsAsSuccess: false }))
            {
                return false;
            }
        }

        return true;
    }

    private bool HasFailed(PlanNode handler, int subject) => board.Nodes[subject].State.IsFailure()
        || board.HasFailedThen(handler, subject);

    private int CauseAmong(PlanNode node, bool isSkip)
    {
        foreach (var (other, outcome) in node.Constraints)
        {
            if (outcome == Outcome.Success && IsBad(board.Nodes[other]) && board.IsLeftOut(other) == isSkip)
            {
                return board.Nodes[other].Cause;
            }
        }

        return -1;
    }

    /// <summary>A group waits for packages only where its condition asks for what they set or did.</summary>
    private int CauseAmongSetters(PlanNode group, bool isSkip)
    {
        foreach (var (other, outcome) in group.Constraints)
        {
            if (outcome == Outcome.Success && board.Graph.IsPackage(other) && IsBad(board.Nodes[other])
                && board.IsLeftOut(other) == isSkip)
            {
                return board.Nodes[other].Cause;
            }
        }

        return -1;
    }

    /// <summary>Turns that follow each other end with the first that did not end well.</summary>
    private int CauseInLine(int index, bool isSkip)
    {
        var parent = board.Plan.Nodes[index].Parent;
        return !board.Graph.IsLinear(parent) ? -1 : (isSkip ? board.Nodes[parent].Gap : board.Nodes[parent].Broken)
            .CauseFor(board.Graph.PlaceInParent[index]);
    }

    /// <summary>
    /// A level that ran although one before it failed passes that failure on; one in which something was only skipped
    /// holds up nobody. A container waits by itself only for what its condition asks about, and that may be a failure.
    /// </summary>
    private int CauseBefore(PlanNode group)
    {
        if (group.Kind == NodeKind.Container)
        {
            return -1;
        }

        foreach (var (other, _) in group.Constraints)
        {
            var before = board.Nodes[other];
            if (board.Handling != FailureHandling.DependencyChain
                && ((IsBad(before) && before.HasFailed) || before.IsTainted))
            {
                return board.Nodes[other].Cause;
            }
        }

        return -1;
    }

    /// <summary>
    /// The failure before a level, a project or a turn above it that was not known when that one started.
    /// </summary>
    private int CauseBehindLoss(int index)
    {
        var passesLevels = false;
        for (var above = index; above >= 0 && board.HasLost; above = board.Plan.Nodes[above].Parent)
        {
            var node = board.Plan.Nodes[above];
            passesLevels |= node is { Kind: NodeKind.Container, RunsAfterFailure: true };
            if (board.Nodes[above].IsTainted && (node.Kind == NodeKind.Project || !passesLevels))
            {
                return board.Nodes[above].Cause;
            }

            if (node.Kind == NodeKind.Container && CauseInLine(above, isSkip: false) is >= 0 and var turn)
            {
                return turn;
            }
        }

        return -1;
    }

    private bool HoldsWhatRunsAfterFailure(int level) =>
        board.Graph.Children[level].Any(container => board.Plan.Nodes[container].RunsAfterFailure);
}
