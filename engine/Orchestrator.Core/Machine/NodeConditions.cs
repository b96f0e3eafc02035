using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>What a node asks of values once nothing that failed keeps it from starting.</summary>
internal sealed class NodeConditions(RunBoard board)
{
    public Judgement Judge(int index)
    {
        foreach (var read in board.Plan.Nodes[index].ReadsValues)
        {
            if (board.Values.Of(read) is null)
            {
                return WithoutValue(read);
            }
        }

        return Judgement.Start;
    }

    /// <summary>
    /// Who reads what nobody has set cannot start. Where somebody skipped the setter, that is to blame even if it
    /// counts as a success; where the setter was not needed, neither is who reads it.
    /// </summary>
    private Judgement WithoutValue(ValueRead read)
    {
        var skipped = First(read, NodeState.SkippedByOperator);
        if (skipped >= 0)
        {
            return new Judgement(NodeState.Blocked, skipped);
        }

        var name = board.Plan.Variables[read.Variable].Name;
        var idle = First(read, NodeState.NotNeeded);
        return idle < 0
            ? new Judgement(NodeState.Failed)
            {
                Why = $"{name} has no value: {board.Plan.Nodes[read.Setters[0]].Name} has set none",
            }
            : new Judgement(NodeState.NotNeeded)
            {
                Why = $"{name} has no value: {board.Plan.Nodes[idle].Name} was not needed",
                CountsAsSuccess = board.Nodes[idle].CountsAsSuccess,
            };
    }

    private int First(ValueRead read, NodeState state) =>
        read.Setters.FirstOrDefault(setter => board.Nodes[setter].State == state, -1);
}
