using Orchestrator.Core;

namespace Orchestrator.Cli.Solutions;

/// <summary>
/// What of a plan a picture has: what was selected, and of the turns of a loop the first ones.
/// </summary>
internal sealed class DrawnNodes
{
    private readonly Dictionary<int, int> _first = [];
    private readonly Dictionary<int, int> _more = [];

    /// <param name="plan">The plan.</param>
    /// <param name="selected">Indices of the packages; null = all.</param>
    public DrawnNodes(Plan plan, IReadOnlySet<int>? selected)
    {
        PlanNode[] packages = [.. plan.Nodes.Where(node =>
            node.Kind == NodeKind.Package && selected?.Contains(node.Index) != false)];
        Lead(plan, packages);
        var hidden = Hidden(plan);
        if (hidden.Count > 0)
        {
            _first.Clear();
            Lead(plan, packages.Where(package => !hidden.Contains(package.Index)));
        }
    }

    /// <summary>The first package that is drawn of those in a node, or it itself; null = it is not drawn.</summary>
    public int? FirstPackage(int node) => _first.TryGetValue(node, out var first) ? first : null;

    /// <summary>How many turns of a loop are not drawn.</summary>
    public int More(int loop) => _more.GetValueOrDefault(loop);

    private void Lead(Plan plan, IEnumerable<PlanNode> packages)
    {
        foreach (var package in packages)
        {
            for (var at = package.Index; at >= 0 && _first.TryAdd(at, package.Index);)
            {
                at = plan.Nodes[at].Parent;
            }
        }
    }

    /// <summary>The turns behind the first ones that hold anything, and all that is in them.</summary>
    private HashSet<int> Hidden(Plan plan)
    {
        var turns = new Dictionary<int, int>();
        var hidden = new HashSet<int>();
        foreach (var node in plan.Nodes.Where(node => node.Parent >= 0 && _first.ContainsKey(node.Index)))
        {
            if (hidden.Contains(node.Parent))
            {
                hidden.Add(node.Index);
            }
            else if (IsTurn(plan, node))
            {
                var count = turns[node.Parent] = turns.GetValueOrDefault(node.Parent) + 1;
                if (count > LoopState.ListedMax)
                {
                    hidden.Add(node.Index);
                    _more[node.Parent] = count - LoopState.ListedMax;
                }
            }
        }

        return hidden;
    }

    /// <summary>Whether a node is a turn: it is called as what holds it, with a key. What holds turns holds nothing
    /// else; a turn may hold loops, and what finds out their turns.</summary>
    public static bool IsTurn(Plan plan, PlanNode node) => node.Kind == NodeKind.Container && node.Parent >= 0
        && plan.Nodes[node.Parent] is { Kind: NodeKind.Container } loop
        && LoopTemplates.BareName(node.Name) == LoopTemplates.BareName(loop.Name);
}
