namespace Orchestrator.Core.Machine;

/// <summary>
/// What the machine looks up in a plan again and again: children, dependents, handlers, and an order in which the nodes
/// may start. Throws <see cref="ArgumentException"/> on a plan that is no tree in order or could never end.
/// </summary>
internal sealed class PlanGraph
{
    // Stands for each that is empty, and is never added to.
    private static readonly List<int> None = [];
    private static readonly List<(int Node, int Group)> NoneOfAny = [];

    private readonly Dictionary<int, List<(int Node, int Group)>> _any = [];
    private Plan _plan;

    public PlanGraph(Plan plan)
    {
        _plan = plan;
        Check(plan);
        Children = Group(plan.Nodes.Count, plan.Nodes.Where(node => node.Parent >= 0)
            .Select(node => (node.Parent, node.Index)));
        PlaceInParent = [.. new int[plan.Nodes.Count]];
        foreach (var children in Children)
        {
            for (var place = 0; place < children.Count; place++)
            {
                PlaceInParent[children[place]] = place;
            }
        }

        Dependents = Group(plan.Nodes.Count, plan.Nodes
            .SelectMany(node => node.Constraints.Select(constraint => (constraint.Node, node.Index))));
        foreach (var node in plan.Nodes)
        {
            AppendAny(node);
        }

        IsHandler = [.. plan.Nodes.Select(HandlesFailure)];
        StandsAside = [.. plan.Nodes.Select(AsksForMoreThanSuccessInItsGroup)];
        StartOrder = FindStartOrder();
    }

    /// <summary>Per node its children in declared order.</summary>
    public List<List<int>> Children { get; }

    /// <summary>Per node its place among its parent's children.</summary>
    public List<int> PlaceInParent { get; }

    /// <summary>Per node those with a constraint on it, once for each constraint.</summary>
    public List<List<int>> Dependents { get; }

    /// <summary>Whether a node runs only if another failed.</summary>
    public List<bool> IsHandler { get; }

    /// <summary>
    /// Whether a member of a Linear group judges a member before it by a constraint of its own (Failure, Completion),
    /// so that the group's rule "Success of the one before" does not bind it.
    /// </summary>
    public List<bool> StandsAside { get; }

    /// <summary>All nodes, each behind everything that it waits for.</summary>
    public List<int> StartOrder { get; }

    /// <summary>Whether a node is a container whose members run one after the other.</summary>
    public bool IsLinear(int node) =>
        node >= 0 && _plan.Nodes[node] is { Kind: NodeKind.Container } group
        && (group.Loop?.Turns ?? group.Mode) == ContainerMode.Linear;

    /// <summary>Whether members of a container as it was compiled follow each other: of a loop those of a turn.
    /// </summary>
    public bool IsLine(int node) =>
        node >= 0 && _plan.Nodes[node] is { Kind: NodeKind.Container, Mode: ContainerMode.Linear };

    /// <summary>The member of a Linear group that follows another; −1 = none, or the group is not Linear.</summary>
    public int NextInLine(int member)
    {
        var parent = _plan.Nodes[member].Parent;
        var next = PlaceInParent[member] + 1;
        return IsLine(parent) && next < Children[parent].Count ? Children[parent][next] : -1;
    }

    public bool IsPackage(int node) => _plan.Nodes[node].Kind == NodeKind.Package;

    /// <summary>Those with a constraint on a node in a group of which one is enough, with the place of that group.
    /// </summary>
    public List<(int Node, int Group)> AnyDependents(int node) => _any.GetValueOrDefault(node, NoneOfAny);

    /// <summary>Takes in the nodes of a plan that has grown, at a cost for each of them and for no other one.</summary>
    /// <exception cref="ArgumentException">One names what comes behind it, or does not fit into the plan.</exception>
    public void Grow(Plan plan)
    {
        _plan = plan;
        for (var index = PlaceInParent.Count; index < plan.Nodes.Count; index++)
        {
            var node = plan.Nodes[index];
            if (!FitsBehind(plan, node, index))
            {
                throw new ArgumentException($"node {index} ({node.Name}) does not fit behind the others", nameof(plan));
            }

            Children.Add(None);
            Dependents.Add(None);
            PlaceInParent.Add(Children[node.Parent].Count);
            Append(Children, node.Parent, index);
            foreach (var constraint in node.Constraints)
            {
                Append(Dependents, constraint.Node, index);
            }

            AppendAny(node);
            IsHandler.Add(HandlesFailure(node));
            StandsAside.Add(AsksForMoreThanSuccessInItsGroup(node));
            StartOrder.Add(index);
        }
    }

    private static void Check(Plan plan)
    {
        for (var i = 0; i < plan.Nodes.Count; i++)
        {
            var node = plan.Nodes[i];
            var isRoot = i == 0 && node.Kind == NodeKind.Batch && node.Parent == -1;
            var isChild = i > 0 && node.Parent >= 0 && node.Parent < i
                && (plan.Nodes[node.Parent].Kind == node.Kind - 1 || IsWithin(plan, node));
            if (!(isRoot || isChild) || !Fits(plan, node, i))
            {
                throw new ArgumentException($"node {i} ({node.Name}) does not fit into the plan", nameof(plan));
            }
        }

        if (plan.Nodes.Count == 0 || plan.Caps.Any(cap => cap.MaxConcurrency < 1))
        {
            throw new ArgumentException("a plan needs a batch, and a cap at least 1", nameof(plan));
        }
    }

    private static bool Fits(Plan plan, PlanNode node, int index) => node.Index == index
        && !Others(node).Any(other => other <= 0 || other >= plan.Nodes.Count || other == index)
        && !node.Caps.Any(cap => cap < 0 || cap >= plan.Caps.Count)
        && !node.ReadsRelaxed.Any(one => one < 0 || one >= plan.Relaxed.Count)
        && node.Relaxed >= -1 && node.Relaxed < plan.Relaxed.Count && KnowsItsValues(plan, node)
        && (node.Any.Count == 0 || node.Kind == NodeKind.Package) && !node.Any.Any(group => group.Count == 0);

    /// <summary>Whether it can come behind the nodes that there are.</summary>
    private static bool FitsBehind(Plan plan, PlanNode node, int index) => Fits(plan, node, index)
        && node.Parent >= 0 && node.Parent < index && !Others(node).Any(other => other > index)
        && ((node.Kind, plan.Nodes[node.Parent].Kind) is (NodeKind.Package, NodeKind.Container)
            or (NodeKind.Container, NodeKind.Level) || IsWithin(plan, node));

    /// <summary>A turn stands in its loop, and a loop may stand in a turn.</summary>
    private static bool IsWithin(Plan plan, PlanNode node) =>
        node.Kind == NodeKind.Container && plan.Nodes[node.Parent].Kind == NodeKind.Container;

    private static IEnumerable<int> Others(PlanNode node) =>
        node.AllConstraints.Select(constraint => constraint.Node).Concat(node.Reads);

    /// <summary>Whether what it sets and reads is declared, and it waits for each setter of what it reads.</summary>
    private static bool KnowsItsValues(Plan plan, PlanNode node) =>
        node.Sets.All(variable => variable >= 0 && variable < plan.Variables.Count)
        && node.ReadsValues.All(read => read.Setters.Count > 0 && read.Setters.All(setter =>
            node.Constraints.Any(constraint => constraint.Node == setter)
            && plan.Nodes[setter].Sets.Contains(read.Variable)));

    private static List<List<int>> Group(int count, IEnumerable<(int Key, int Value)> pairs)
    {
        List<List<int>> lists = [.. Enumerable.Repeat(None, count)];
        foreach (var (key, value) in pairs)
        {
            Append(lists, key, value);
        }

        return lists;
    }

    private static void Append(List<List<int>> lists, int key, int value)
    {
        if (lists[key].Count == 0)
        {
            lists[key] = [];
        }

        lists[key].Add(value);
    }

    private void AppendAny(PlanNode node)
    {
        for (var group = 0; group < node.Any.Count; group++)
        {
            foreach (var before in node.Any[group].Select(constraint => constraint.Node).Distinct())
            {
                if (!_any.TryGetValue(before, out var behind))
                {
                    _any.Add(before, behind = []);
                }

                behind.Add((node.Index, group));
            }
        }
    }

    private static bool HandlesFailure(PlanNode node) =>
        node.Constraints.Any(constraint => constraint.Outcome == Outcome.Failure);

    private bool AsksForMoreThanSuccessInItsGroup(PlanNode node) =>
        node.AllConstraints.Any(constraint => constraint.Outcome != Outcome.Success
            && _plan.Nodes[constraint.Node].Parent == node.Parent);

    /// <summary>Starts and ends every node once, as a run without failures and limits would.</summary>
    private List<int> FindStartOrder()
    {
        var order = new StartWalk(_plan, this).Run();
        if (order.Count < _plan.Nodes.Count)
        {
            var stuck = _plan.Nodes.First(node => !order.Contains(node.Index));
            throw new ArgumentException($"the plan holds a cycle: {stuck.Name} waits for itself", nameof(Plan));
        }

        return order;
    }
}
