using Orchestrator.Core.Expressions;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Machine;

/// <summary>Whether a loop has another turn: its condition, asked before the first turn and behind each.</summary>
internal sealed class LoopConditions(RunBoard board)
{
    private ConditionFacts? _facts;

    public bool? IsTrue(int loop, out string? fault)
    {
        _facts ??= new ConditionFacts(board);
        var when = board.Plan.Nodes[loop].Loop!.While!;
        var result = when.Evaluate(reference => Of(loop, reference));
        fault = result.Fault is { } wrong
            ? $"{MachineCodes.NoValue} {ConditionFacts.Named(when)} has no value: {wrong.Message}"
            : null;
        return result.Holds;
    }

    /// <summary>Of what is set in the turns the value of the latest one; else what the loop itself reads.</summary>
    private TypedValue? Of(int loop, ExpressionReference reference)
    {
        var latest = board.Loops.LatestOf(loop);
        foreach (var read in latest < 0 || reference.Word != "var" ? [] : board.Plan.Nodes[loop].Loop!.WhileReads
            .Where(read => board.Plan.Variables[read.Variable].Name == reference.Name))
        {
            foreach (var setter in read.Setters)
            {
                if (board.Values.Of(board.Loops.InTurnOf(latest, setter), read.Variable) is { } value)
                {
                    return value.Scalar;
                }
            }
        }

        return _facts!.Of(board.Plan.Nodes[loop], reference);
    }
}
