namespace Orchestrator.Core.Tests.Simulation;

/// <summary>A plan and what has come to it in loops, as the referees follow it.</summary>
internal sealed class GrowingPlan
{
    private readonly List<PlanNode> _nodes;
    private readonly List<int> _templates = [];
    private readonly Dictionary<int, Dictionary<int, int>> _copies = [];
    private readonly List<int[]> _around = [];
    private readonly bool[] _isTemplate;
    private readonly int _written;

    public GrowingPlan(Plan plan)
    {
        _nodes = [.. plan.Nodes];
        _written = plan.Nodes.Count;
        Plan = plan with { Nodes = _nodes };
        _nodes.ForEach(TakeAround);
        _isTemplate = [.. _around.Select(around => around.Any(above => _nodes[above].Loop is not null))];
    }

    /// <summary>All nodes that there are by now.</summary>
    public Plan Plan { get; }

    public bool IsGrown(int node) => node >= _written;

    /// <summary>Whether a node only stands for what is in the turns of a loop.</summary>
    public bool IsTemplate(int node) => node < _written && _isTemplate[node];

    /// <summary>The node as it was compiled that one is made after: mostly itself.</summary>
    public int TemplateOf(int node) => node < _written ? node : _templates[node - _written];

    /// <summary>The groups around a node, the innermost first.</summary>
    public IReadOnlyList<int> Around(int node) => _around[node];

    /// <summary>Whether a node is, or stands in, what another one is or what is made after that.</summary>
    public bool IsIn(int node, int group) => IsTemplate(group)
        ? IsWithin(TemplateOf(node), group) && (IsGrown(node) || IsTemplate(node)) : IsWithin(node, group);

    /// <summary>What a turn has, besides its container: of a loop within it only that one.</summary>
    public IEnumerable<int> MembersOf(int template) => _nodes.Take(_written)
        .Where(node => node.Index != template && IsWithin(node.Index, template)
            && Around(node.Index).TakeWhile(above => above != template).All(above => _nodes[above].Loop is null))
        .Select(node => node.Index);

    /// <summary>Where a node that a template names is, for somebody who may stand in turns.</summary>
    public int InTurnOf(int node, int other)
    {
        foreach (var above in Around(node).Prepend(node))
        {
            if (_copies.TryGetValue(above, out var copies) && copies.TryGetValue(other, out var copy))
            {
                return copy;
            }
        }

        return other;
    }

    /// <summary>Takes in what comes in a turn.</summary>
    /// <param name="node">The node.</param>
    /// <param name="template">What it is made after.</param>
    /// <param name="turn">The container of its turn, perhaps itself.</param>
    public void Add(PlanNode node, int template, int turn)
    {
        _nodes.Add(node);
        TakeAround(node);
        _templates.Add(template);
        if (!_copies.TryGetValue(turn, out var copies))
        {
            _copies.Add(turn, copies = []);
        }

        copies.Add(template, node.Index);
    }

    /// <summary>All that is made after a node.</summary>
    public IEnumerable<int> CopiesOf(int template) =>
        Enumerable.Range(_written, _nodes.Count - _written).Where(node => TemplateOf(node) == template);

    private void TakeAround(PlanNode node) =>
        _around.Add(node.Parent < 0 ? [] : [node.Parent, .. _around[node.Parent]]);

    private bool IsWithin(int node, int group) => node == group || Around(node).Contains(group);
}
