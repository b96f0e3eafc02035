using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// Follows what packages set: that it is recorded with the success that set it and with no other one, and that each
/// reader gets what its own setters set, never before that is recorded.
/// </summary>
internal sealed class ValueReferee(Plan plan, RunMachineOptions options, PerNode<NodeState> states)
{
    private readonly Dictionary<(int Node, int Variable), RunValue> _recorded = new(options.Values);
    private readonly Dictionary<int, RunValue> _open = [];
    private AttemptEnded? _ended;
    private int _setter = -1;

    /// <summary>What a package has set that stands; null = nothing.</summary>
    public RunValue? Of(int setter, int variable) =>
        states[setter] is NodeState.Succeeded or NodeState.Hardened or NodeState.Done
            ? _recorded.GetValueOrDefault((setter, variable)) : null;

    /// <summary>What a read comes to; null = no setter has a value.</summary>
    public RunValue? Of(ValueRead read) =>
        read.Setters.Select(setter => Of(setter, read.Variable)).FirstOrDefault(value => value is not null);

    /// <summary>The first read of a node that comes to nothing; null = it has all.</summary>
    public ValueRead? Missing(int node) => plan.Nodes[node].ReadsValues.FirstOrDefault(read => Of(read) is null);

    /// <summary>Takes in a node that comes in a turn, and what an earlier run has set there.</summary>
    public void Take(PlanNode node)
    {
        if (options.DoneByName.TryGetValue(node.Name, out var past)
            && past.Rows.SequenceEqual(node.Turns.Select(turn => turn.Row)))
        {
            foreach (var (variable, value) in past.Values)
            {
                _recorded[(node.Index, variable)] = value;
            }
        }
    }

    public void See(RunEvent e) => _ended = e as AttemptEnded;

    public void See(RecordValue value)
    {
        Require(_ended is { Outcome: NodeState.Succeeded } && _ended.Node == value.Node
            && _ended.Attempt == value.Attempt && _ended.Sets.TryGetValue(value.Variable, out var set)
            && set.Equals(value.Value), "what is recorded is what was set");
        _setter = value.Node;
        Require(_open.TryAdd(value.Variable, value.Value), "a value is recorded once");
    }

    public void See(RecordTransition transition)
    {
        var sets = transition.To == NodeState.Succeeded ? plan.Nodes[transition.Node].Sets : [];
        Require(_open.Count == sets.Count && (_open.Count == 0 || _setter == transition.Node)
            && sets.All(_open.ContainsKey), "values are recorded right before the success that set them");
        foreach (var (variable, value) in _open)
        {
            _recorded[(transition.Node, variable)] = value;
        }

        _open.Clear();
    }

    public void See(StartPackage start)
    {
        var reads = plan.Nodes[start.Node].ReadsValues;
        Require(start.Values.Count == reads.Count, "a package gets the values that it reads, and no others");
        foreach (var read in reads)
        {
            Require(read.Setters.Any(setter => Of(setter, read.Variable) is not null),
                "a value is read only once it is recorded");
            Require(start.Values.TryGetValue(read.Variable, out var value) && value.Equals(Of(read)),
                "a reader gets the value of the setter that it is bound to");
        }
    }

    public void CheckTurn() => Require(_open.Count == 0, "values are recorded right before the success that set them");

    private static void Require(bool holds, string rule)
    {
        if (!holds)
        {
            throw new BrokenRuleException(rule);
        }
    }
}
