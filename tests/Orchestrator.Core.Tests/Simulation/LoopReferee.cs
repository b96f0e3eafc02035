using Orchestrator.Core.Expressions;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// Follows the turns of loops: that each row has one, with its own values and all of the template; that a loop ends
/// with all of them, and that what only stands for them never runs.
/// </summary>
/// <param name="states">The states as they are recorded.</param>
/// <param name="counted">The same; what counts as a success is Done.</param>
internal sealed class LoopReferee(
    GrowingPlan board, IReadOnlyDictionary<Expression, SimCondition> conditions, ValueReferee values,
    PerNode<NodeState> states, PerNode<NodeState> counted)
{
    private readonly Dictionary<int, List<int>> _turns = [];
    private readonly Dictionary<int, int> _rows = [];
    private readonly HashSet<string> _names =
        [.. board.Plan.Nodes.Where(node => node.Kind == NodeKind.Package).Select(node => node.Name)];

    private readonly TurnRules _rules = new(board, values);

    /// <summary>A loop starts: its rows are those of now, also where the success that set them is lost.</summary>
    public void SeeStart(int loop)
    {
        if (board.Plan.Nodes[loop].Loop!.While is null)
        {
            _rows[loop] = RowsOf(loop).Count;
        }
    }

    /// <summary>Checks the turns that come, and takes them in.</summary>
    public IEnumerable<PlanNode> See(RecordExpansion expansion)
    {
        var loop = expansion.Loop;
        var shape = board.Plan.Nodes[loop].Loop;
        Require(shape is not null && !board.IsTemplate(loop) && states[loop] == NodeState.Running,
            "turns come to a loop at work");
        var known = _turns.GetValueOrDefault(loop, []);
        var rows = shape!.While is null ? RowsOf(loop)
            : [shape.Gives.Select(column => NumberOf(column, known.Count + 1)).ToArray()];
        Require(shape.While is not null || (known.Count == 0 && expansion.Turns.Count == rows.Count),
            "each row has exactly one turn");
        Require(shape.While is null || (expansion.Turns.Count == 1 && known.Count < shape.AtMost
            && known.All(turn => PlanRules.HasEnded(states[turn]) && !PlanRules.IsBad(counted[turn]))
            && Said(loop) is true), "another turn only while the condition is true");
        for (var row = 0; row < rows.Count; row++)
        {
            var turn = expansion.Turns[row];
            _rules.Check(turn, loop, known.Count + 1, rows[row]);
            foreach (var (node, template) in turn.Nodes)
            {
                Require(node.Kind != NodeKind.Package || _names.Add(node.Name), "names are unique");
                board.Add(node, template, turn.Nodes[0].Node.Index);
                yield return node;
            }

            known.Add(turn.Nodes[0].Node.Index);
        }

        _turns[loop] = known;
    }

    /// <summary>A loop that ends has had all its turns, and ends as they did.</summary>
    public void SeeEnd(RecordTransition end)
    {
        var (loop, shape) = (end.Node, board.Plan.Nodes[end.Node].Loop!);
        var turns = _turns.GetValueOrDefault(loop, []);
        Require(turns.All(turn => PlanRules.HasEnded(states[turn])), "a loop ends behind its turns");
        var isBad = turns.Any(turn => PlanRules.IsBad(counted[turn]));
        Require(!isBad || PlanRules.IsBad(end.To), "a loop ends as its turns");
        if (states[loop] != NodeState.Running || isBad || PlanRules.IsBad(end.To))
        {
            return;
        }

        Require(shape.While is null || Said(loop) is not true, "a loop goes on while its condition is true");
        Require(shape.While is not null || turns.Count == _rows[loop], "a loop ends with all of its turns");
    }

    /// <summary>What only stands for turns ends with its loop, and does nothing before.</summary>
    public void SeeTemplate(RecordTransition end)
    {
        var loop = board.Around(end.Node).Last(above => board.Plan.Nodes[above].Loop is not null);
        Require(end.Attempt == 0 && PlanRules.HasEnded(end.To) && end.From == states[end.Node]
            && (end.From == NodeState.Pending || PlanRules.IsBad(end.To)), "a template never runs");
        Require(PlanRules.HasEnded(states[loop]), "a template ends with its loop");
    }

    /// <summary>Behind the run: whoever looks at a template only knows whether anything of its turns is left.</summary>
    public void CheckEnd()
    {
        foreach (var template in board.Plan.Nodes.Where(node => board.IsTemplate(node.Index)))
        {
            var loop = board.Around(template.Index).Last(above => board.Plan.Nodes[above].Loop is not null);
            var isBad = PlanRules.IsBad(states[template.Index]);
            Require(isBad || !board.CopiesOf(template.Index).Any(copy => PlanRules.IsBad(counted[copy])),
                "a template ends as the weightiest of its turns");
            Require(!isBad || PlanRules.IsBad(states[loop]), "a template of a loop that ended well ended well");
            Require(isBad || template.Kind != NodeKind.Package || states[template.Index] == NodeState.Disabled
                || states[template.Index] == NodeState.Done || !PlanRules.IsBad(states[loop])
                || _turns.GetValueOrDefault(loop, []).Any(turn => PlanRules.IsBad(counted[turn])),
                "of a loop that failed by itself there is something left");
        }
    }

    private static TypedValue? NumberOf(RunColumn column, int turn) =>
        TypedValue.TryParse(column.Type, $"{turn}", out var number, out _) ? number : null;

    private IReadOnlyList<IReadOnlyList<TypedValue?>> RowsOf(int loop)
    {
        var node = board.Plan.Nodes[loop];
        return node.Loop!.Known?.Rows
            ?? values.Of(node.ReadsValues.Single(read => read.Variable == node.Loop.Rows))?.Rows ?? [];
    }

    /// <summary>What the condition for a further turn comes to.</summary>
    private object? Said(int loop)
    {
        var shape = board.Plan.Nodes[loop].Loop!;
        var turns = _turns.GetValueOrDefault(loop, []);
        return conditions[shape.While!].Of(name =>
        {
            var inTurns = shape.WhileReads.Single(read => board.Plan.Variables[read.Variable].Name == name);
            var outside = board.Plan.Nodes[loop].ReadsValues.Single(read => read.Variable == inTurns.Variable);
            var latest = turns.Count == 0 ? null : values.Of(inTurns with
            {
                Setters = [.. inTurns.Setters.Select(setter => board.InTurnOf(turns[^1], setter))],
            });
            return (latest ?? values.Of(outside))?.Scalar is { } value ? decimal.Parse(value.Text) : null;
        });
    }

    private static void Require(bool holds, string rule)
    {
        if (!holds)
        {
            throw new BrokenRuleException(rule);
        }
    }
}
