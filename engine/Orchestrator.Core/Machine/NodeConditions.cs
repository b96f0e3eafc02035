using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>
/// What a node asks once nothing that failed keeps it from starting: first the conditions of its constraints, then the
/// values that it reads, then its own condition. So the judgement depends on outcomes and values only.
/// </summary>
internal sealed class NodeConditions(RunBoard board)
{
    private readonly ConditionFacts _facts = new(board);

    public Judgement Judge(int index)
    {
        var node = board.Plan.Nodes[index];
        return AmongConstraints(node) ?? AmongAny(node) ?? AmongValues(node)
            ?? (node.When is { } when ? Ask(node, when, isOwn: true) : null) ?? Judgement.Start;
    }

    /// <summary>Whether a constraint holds, its condition left aside.</summary>
    public bool Occurred(PlanNode node, PrecedenceConstraint constraint)
    {
        var before = board.Nodes[constraint.Node];
        return before.HasEnded && constraint.Outcome switch
        {
            Outcome.Failure => before.State.IsFailure() || board.HasFailedThen(node, constraint.Node),
            Outcome.Success => !FailureRules.IsBad(before)
                && before is not { State: NodeState.NotNeeded, CountsAsSuccess: false },
            _ => true,
        };
    }

    /// <summary>
    /// Whether a node need wait no longer for a group of constraints of which one is enough: one holds, or all have
    /// ended. One whose condition reads what is still to come is not asked yet, which changes the time and no outcome.
    /// </summary>
    public bool IsOpen(int index, int group)
    {
        var node = board.Plan.Nodes[index];
        return node.Any[group].All(constraint => board.Nodes[constraint.Node].HasEnded)
            || node.Any[group].Any(constraint => Occurred(node, constraint) && (constraint.When is not { } when
                || (_facts.IsSettled(node, when) && Holds(node, when))));
    }

    /// <summary>Who stands behind a group of constraints of which none holds any more; −1 = each has one.</summary>
    public int CauseAmongAny(int index)
    {
        var node = board.Plan.Nodes[index];
        foreach (var group in node.Any)
        {
            if (!group.Any(constraint => Occurred(node, constraint)) && BadOf(group) is >= 0 and var cause)
            {
                return cause;
            }
        }

        return -1;
    }

    /// <summary>Constraints that held without a condition which is not true: the way was not taken.</summary>
    private Judgement? AmongConstraints(PlanNode node)
    {
        foreach (var constraint in node.Constraints)
        {
            if (constraint.When is { } when && Occurred(node, constraint) && _facts.CanRead(node, when)
                && Ask(node, when, isOwn: false) is { } refused)
            {
                return refused;
            }
        }

        return null;
    }

    private Judgement? AmongAny(PlanNode node)
    {
        foreach (var group in node.Any)
        {
            if (!group.Any(constraint =>
                Occurred(node, constraint) && (constraint.When is not { } when || Holds(node, when))))
            {
                return NoneOf(node, group);
            }
        }

        return null;
    }

    /// <summary>None of these holds. Where one did that was lost since, others may not have ended.</summary>
    private Judgement NoneOf(PlanNode node, IReadOnlyList<PrecedenceConstraint> group)
    {
        if (!group.All(constraint => board.Nodes[constraint.Node].HasEnded) && BadOf(group) is >= 0 and var cause)
        {
            return new Judgement(NodeState.Blocked, cause);
        }

        foreach (var constraint in group)
        {
            if (constraint.When is { } when && Occurred(node, constraint) && _facts.CanRead(node, when)
                && Ask(node, when, isOwn: false) is { State: NodeState.Failed } fault)
            {
                return fault;
            }
        }

        return new Judgement(NodeState.NotNeeded)
        {
            Why = "none of these came as it is waited for: "
                + string.Join(", ", group.Select(constraint => board.Plan.Nodes[constraint.Node].Name).Distinct()),
        };
    }

    private Judgement? AmongValues(PlanNode node)
    {
        foreach (var read in node.ReadsValues)
        {
            if (board.Values.Of(read) is null)
            {
                return WithoutValue(node, read);
            }
        }

        return null;
    }

    /// <summary>
    /// Who reads what nobody has set cannot start. Where somebody skipped the setter, that is to blame even if it
    /// counts as a success; where the setter was not needed, neither is who reads it.
    /// </summary>
    private Judgement WithoutValue(PlanNode node, ValueRead read)
    {
        var skipped = First(read, NodeState.SkippedByOperator);
        if (skipped >= 0)
        {
            return new Judgement(NodeState.Blocked, skipped);
        }

        var name = board.Plan.Variables[read.Variable].Name;
        var idle = First(read, NodeState.NotNeeded);
        return idle < 0
            ? new Judgement(NodeState.Failed, node.Index)
            {
                Why = $"{MachineCodes.UnsetValue} {name} has no value: "
                    + $"{board.Plan.Nodes[read.Setters[0]].Name} has set none",
            }
            : new Judgement(NodeState.NotNeeded)
            {
                Why = $"{name} has no value: {board.Plan.Nodes[idle].Name} was not needed",
                CountsAsSuccess = board.Nodes[idle].CountsAsSuccess,
            };
    }

    /// <summary>What a condition means that is not true; null = it is.</summary>
    private Judgement? Ask(PlanNode node, Expression when, bool isOwn)
    {
        var result = _facts.Evaluate(node, when);
        return result switch
        {
            { Fault: { } fault } => new Judgement(NodeState.Failed, node.Index)
            {
                Why = $"{MachineCodes.NoValue} {ConditionFacts.Named(when)} has no value: "
                    + $"{fault.Message}{_facts.Shown(node, when)}",
            },
            { Holds: true } => null,
            _ => new Judgement(NodeState.NotNeeded)
            {
                Why = $"\"{ConditionFacts.Told(when)}\" is not true{_facts.Shown(node, when)}",
                CountsAsSuccess = isOwn,
            },
        };
    }

    private bool Holds(PlanNode node, Expression when) =>
        _facts.CanRead(node, when) && _facts.Evaluate(node, when).Holds == true;

    /// <summary>Who failed among these; −1 = nobody, or somebody was only skipped.</summary>
    private int BadOf(IReadOnlyList<PrecedenceConstraint> group)
    {
        foreach (var constraint in group)
        {
            var before = board.Nodes[constraint.Node];
            if (before.HasEnded && FailureRules.IsBad(before) && !board.IsLeftOut(constraint.Node))
            {
                return before.Cause;
            }
        }

        return -1;
    }

    private int First(ValueRead read, NodeState state) =>
        read.Setters.FirstOrDefault(setter => board.Nodes[setter].State == state, -1);
}
