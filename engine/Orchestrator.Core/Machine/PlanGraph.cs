namespace Orchestrator.Core.Machine;

/// <summary>
/// What the machine looks up in a plan again and again: children, dependents, handlers, and an order in which the nodes
/// may start. Throws <see cref="ArgumentException"/> on a plan that is no tree in order or could never end.
/// </summary>
internal sealed class PlanGraph
{
    private readonly Plan _plan;

    public PlanGraph(Plan plan)
    {
        _plan = plan;
        Check(plan);
        Children = Group(plan.Nodes.Count, plan.Nodes.Where(node => node.Parent >= 0)
            .Select(node => (node.Parent, node.Index)));
        PlaceInParent = new int[plan.Nodes.Count];
        foreach (var children in Children)
        {
            for (var place = 0; place < children.Length; place++)
            {
                PlaceInParent[children[place]] = place;
            }
        }

        Dependents = Group(plan.Nodes.Count, plan.Nodes
            .SelectMany(node => node.Constraints.Select(constraint => (constraint.Node, node.Index))));
        HasAny = plan.Nodes.Any(node => node.Any.Count > 0);
        AnyDependents = (HasAny ? plan.Nodes : []).SelectMany(AnyOf).ToLookup(one => one.Before, one => one.Behind);
        IsHandler = [.. plan.Nodes.Select(node => node.Constraints.Any(one => one.Outcome == Outcome.Failure))];
        StandsAside = [.. plan.Nodes.Select(AsksForMoreThanSuccessInItsGroup)];
        StartOrder = FindStartOrder();
    }

    /// <summary>Per node its children in declared order.</summary>
    public int[][] Children { get; }

    /// <summary>Per node its place among its parent's children.</summary>
    public int[] PlaceInParent { get; }

    /// <summary>Per node those with a constraint on it, once for each constraint.</summary>
    public int[][] Dependents { get; }

    /// <summary>Whether any node has constraints of which one is enough.</summary>
    public bool HasAny { get; }

    /// <summary>Per node those with such a constraint on it, with the place of its group.</summary>
    public ILookup<int, (int Node, int Group)> AnyDependents { get; }

    /// <summary>Whether a node runs only if another failed.</summary>
    public bool[] IsHandler { get; }

    /// <summary>
    /// Whether a member of a Linear group judges a member before it by a constraint of its own (Failure, Completion),
    /// so that the group's rule "Success of the one before" does not bind it.
    /// </summary>
    public bool[] StandsAside { get; }

    /// <summary>All nodes, each behind everything that it waits for.</summary>
    public int[] StartOrder { get; }

    /// <summary>Whether a node is a container whose members run one after the other.</summary>
    public bool IsLinear(int node) =>
        node >= 0 && _plan.Nodes[node] is { Kind: NodeKind.Container, Mode: ContainerMode.Linear };

    /// <summary>The member of a Linear group that follows a package; −1 = none, or the group is not Linear.</summary>
    public int NextInLine(int package)
    {
        var parent = _plan.Nodes[package].Parent;
        var next = PlaceInParent[package] + 1;
        return IsLinear(parent) && next < Children[parent].Length ? Children[parent][next] : -1;
    }

    public bool IsPackage(int node) => _plan.Nodes[node].Kind == NodeKind.Package;

    private static void Check(Plan plan)
    {
        for (var i = 0; i < plan.Nodes.Count; i++)
        {
            var node = plan.Nodes[i];
            var isRoot = i == 0 && node.Kind == NodeKind.Batch && node.Parent == -1;
            var isChild = i > 0 && node.Parent >= 0 && node.Parent < i
                && plan.Nodes[node.Parent].Kind == node.Kind - 1;
            var others = node.Constraints.Concat(node.Any.SelectMany(group => group))
                .Select(constraint => constraint.Node).Concat(node.Reads);
            if (node.Index != i || !(isRoot || isChild)
                || others.Any(other => other <= 0 || other >= plan.Nodes.Count || other == i)
                || node.Caps.Any(cap => cap < 0 || cap >= plan.Caps.Count)
                || node.ReadsRelaxed.Any(one => one < 0 || one >= plan.Relaxed.Count)
                || node.Relaxed < -1 || node.Relaxed >= plan.Relaxed.Count || !KnowsItsValues(plan, node)
                || (node.Any.Count > 0 && node.Kind != NodeKind.Package) || node.Any.Any(group => group.Count == 0))
            {
                throw new ArgumentException($"node {i} ({node.Name}) does not fit into the plan", nameof(plan));
            }
        }

        if (plan.Nodes.Count == 0 || plan.Caps.Any(cap => cap.MaxConcurrency < 1))
        {
            throw new ArgumentException("a plan needs a batch, and a cap at least 1", nameof(plan));
        }
    }

    /// <summary>Whether what it sets and reads is declared, and it waits for each setter of what it reads.</summary>
    private static bool KnowsItsValues(Plan plan, PlanNode node) =>
        node.Sets.All(variable => variable >= 0 && variable < plan.Variables.Count)
        && node.ReadsValues.All(read => read.Setters.Count > 0 && read.Setters.All(setter =>
            node.Constraints.Any(constraint => constraint.Node == setter)
            && plan.Nodes[setter].Sets.Contains(read.Variable)));

    private static int[][] Group(int count, IEnumerable<(int Key, int Value)> pairs)
    {
        var lists = new List<int>[count];
        foreach (var (key, value) in pairs)
        {
            (lists[key] ??= []).Add(value);
        }

        return [.. lists.Select(list => list?.ToArray() ?? [])];
    }

    private bool AsksForMoreThanSuccessInItsGroup(PlanNode node) =>
        node.Constraints.Concat(node.Any.SelectMany(group => group)).Any(constraint =>
            constraint.Outcome != Outcome.Success && _plan.Nodes[constraint.Node].Parent == node.Parent);

    private static IEnumerable<(int Before, (int Node, int Group) Behind)> AnyOf(PlanNode node) =>
        node.Any.Index().SelectMany(group => group.Item.Select(constraint => constraint.Node).Distinct()
            .Select(before => (before, (node.Index, group.Index))));

    /// <summary>Starts and ends every node once, as a run without failures and limits would.</summary>
    private int[] FindStartOrder()
    {
        var order = new StartWalk(_plan, this).Run();
        if (order.Count < _plan.Nodes.Count)
        {
            var stuck = _plan.Nodes.First(node => !order.Contains(node.Index));
            throw new ArgumentException($"the plan holds a cycle: {stuck.Name} waits for itself", nameof(Plan));
        }

        return [.. order];
    }
}
