using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// The rules of starting, worked out from the plan and the packages' states alone, package by package and slowly, with
/// nothing of the machine.
/// </summary>
internal sealed class PlanRules
{
    private readonly GrowingPlan _board;
    private readonly Plan _plan;
    private readonly RunMachineOptions _options;
    private readonly int[] _written;
    private readonly List<int[]> _levelsBefore = [];
    private readonly List<int[]> _projectsBefore = [];
    private readonly List<int[]> _inLineBefore = [];

    public PlanRules(GrowingPlan board, RunMachineOptions options)
    {
        (_board, _plan, _options) = (board, board.Plan, options);
        _written = [.. _plan.Nodes.Where(node => node.Kind == NodeKind.Package || IsLoop(node.Index))
            .Select(node => node.Index)];
        foreach (var node in _plan.Nodes)
        {
            Take(node);
        }
    }

    /// <summary>All packages by now, but those that only stand for what is in turns.</summary>
    public List<int> Packages { get; } = [];

    /// <summary>All loops by now, those in turns among them.</summary>
    public List<int> Loops { get; } = [];

    public FailureHandling Handling => _options.FailFast ? FailureHandling.Stop : _plan.FailureHandling;

    public static bool HasEnded(NodeState state) =>
        state is not (NodeState.Pending or NodeState.Ready or NodeState.Held or NodeState.Running
            or NodeState.Cancelling);

    public NodeState? Preset(int package) => !_plan.Nodes[package].Enabled ? NodeState.Disabled
        : !IsToRun(package) || IsDone(package) ? NodeState.Done : null;

    /// <summary>
    /// Whether the run is asked for it. Who goes on with another one is asked for what is left, and has in a turn that
    /// was not there then also what all of those have done that were.
    /// </summary>
    private bool IsToRun(int package) => IsInSelectedTurn(package)
        && (_options.Selected?.Contains(_board.TemplateOf(package)) != false
            || (_board.IsGrown(package) && _options.Done.ContainsKey(_board.TemplateOf(package))
            && _options.DoneByName.Count > 0));

    private bool IsInSelectedTurn(int package) => !_board.IsGrown(package)
        || !_options.SelectedTurns.TryGetValue(_board.TemplateOf(package), out var meant)
        || meant.Contains(_plan.Nodes[package].Turns[0].Key);

    /// <summary>Whether an earlier run has done it, in a turn with the values of then.</summary>
    public bool IsDone(int package) => !_board.IsGrown(package) ? _options.Done.ContainsKey(package)
        : _options.DoneByName.TryGetValue(_plan.Nodes[package].Name, out var past)
            && past.Rows.SequenceEqual(_plan.Nodes[package].Turns.Select(turn => turn.Row));

    /// <summary>Takes in a node.</summary>
    public void Take(PlanNode node)
    {
        var isPackage = node.Kind == NodeKind.Package;
        _levelsBefore.Add(isPackage ? Inside(Before(Above(node.Index, NodeKind.Level))) : []);
        _projectsBefore.Add(isPackage ? Inside(Before(Above(node.Index, NodeKind.Project))) : []);
        _inLineBefore.Add(isPackage ? [.. InLineBefore(node), .. InTurnsBefore(node.Index)] : []);
        if (isPackage && !_board.IsTemplate(node.Index))
        {
            Packages.Add(node.Index);
        }

        if (IsLoop(node.Index) && !_board.IsTemplate(node.Index))
        {
            Loops.Add(node.Index);
        }
    }

    /// <summary>Packages that must have ended before this one may start.</summary>
    public IEnumerable<int> MustHaveEnded(int package) => _levelsBefore[package]
        .Concat(_projectsBefore[package])
        .Concat(_inLineBefore[package])
        .Concat(ContainersAround(package).SelectMany(one => one.Constraints).Select(constraint => constraint.Node))
        .Concat(_plan.Nodes[package].Constraints.Select(constraint => constraint.Node));

    /// <summary>
    /// Whether a failure, or something that was skipped, keeps the package from starting.
    /// </summary>
    /// <param name="package">The package.</param>
    /// <param name="states">The states; what was skipped as a success is Done.</param>
    /// <param name="failures">The same, with all Done that only stands behind something that was skipped.</param>
    public bool MustNotStart(int package, PerNode<NodeState> states, PerNode<NodeState> failures) =>
        IsNotNeeded(package, states) || IsKept(package, states, failures);

    /// <summary>The same, needed or not: a container that is blocked does not ask.</summary>
    public bool IsKept(int package, PerNode<NodeState> states, PerNode<NodeState> failures)
    {
        var node = _plan.Nodes[package];
        var runsAfterFailure = _plan.Nodes[node.Parent].RunsAfterFailure;
        var passesLevels = runsAfterFailure || _plan.Nodes[Above(package, NodeKind.Level)].RunsAfterFailure;
        var passesProjects = _plan.Nodes[Above(package, NodeKind.Project)].RunsAfterFailure;
        var barriers = (passesProjects ? [] : _projectsBefore[package])
            .Concat(passesLevels ? [] : _levelsBefore[package]).ToArray();
        var standsAside = node.AllConstraints.Any(c => c.Outcome != Outcome.Success
            && _plan.Nodes[c.Node].Parent == node.Parent);
        return node.Constraints.Any(c => c.Outcome == Outcome.Success && IsBad(states[c.Node]))
            || (Handling != FailureHandling.DependencyChain && barriers.Any(other => IsBad(failures[other])))
            || _inLineBefore[package].Any(other => IsBad(states[other])
                && !(standsAside && _plan.Nodes[other].Parent == node.Parent))
            || (!runsAfterFailure && node.Reads.Any(read => IsBad(states[read])
                && (Handling == FailureHandling.DependencyChain || !IsBad(failures[read]))
                && node.Constraints.All(c => c.Node != read)));
    }

    public bool IsNotNeeded(int package, PerNode<NodeState> states)
    {
        var constraints = _plan.Nodes[package].Constraints;
        bool Failed(PrecedenceConstraint c) => states[c.Node] is NodeState.Failed or NodeState.Abandoned
            || _options.PastFailures.Contains((package, c.Node));
        return _plan.Nodes[package].IsHook
            ? IsHandler(package) && !constraints.Any(c => c.Outcome == Outcome.Failure && Failed(c))
            : constraints.Any(c => (c.Outcome == Outcome.Failure && !Failed(c))
                || (c.Outcome == Outcome.Success && states[c.Node] == NodeState.NotNeeded));
    }

    public bool IsHandler(int package) => _plan.Nodes[package].Constraints.Any(c => c.Outcome == Outcome.Failure);

    public static bool IsBad(NodeState state) =>
        state is NodeState.Failed or NodeState.Abandoned or NodeState.Cancelled or NodeState.Blocked
        or NodeState.SkippedByOperator;

    public int Above(int node, NodeKind kind)
    {
        while (_plan.Nodes[node].Kind != kind)
        {
            node = _plan.Nodes[node].Parent;
        }

        return node;
    }

    private HashSet<int> Before(int group)
    {
        var found = new HashSet<int>();
        var open = new Stack<int>([group]);
        while (open.TryPop(out var next))
        {
            foreach (var constraint in _plan.Nodes[next].Constraints)
            {
                if (found.Add(constraint.Node))
                {
                    open.Push(constraint.Node);
                }
            }
        }

        return found;
    }

    private int[] Inside(HashSet<int> groups) => groups.Count == 0 ? [] :
        [.. _written.Where(package => groups.Contains(Above(package, NodeKind.Level))
            || groups.Contains(Above(package, NodeKind.Project)))];

    /// <summary>
    /// Whether a failure, or something that was skipped, keeps a container from running.
    /// </summary>
    public bool MustNotRun(int container, PerNode<NodeState> states, PerNode<NodeState> failures)
    {
        var node = _plan.Nodes[container];
        var passesLevels = node.RunsAfterFailure || _plan.Nodes[Above(container, NodeKind.Level)].RunsAfterFailure;
        var barriers = (_plan.Nodes[Above(container, NodeKind.Project)].RunsAfterFailure ? []
            : Inside(Before(Above(container, NodeKind.Project))))
            .Concat(passesLevels ? [] : Inside(Before(Above(container, NodeKind.Level)))).ToArray();
        return (Handling != FailureHandling.DependencyChain && barriers.Any(other => IsBad(failures[other])))
            || node.Constraints.Any(one => one.Outcome == Outcome.Success && IsBad(states[one.Node]));
    }

    public bool IsTemplate(int node) => _board.IsTemplate(node);

    private bool IsLoop(int node) => _plan.Nodes[node].Loop is not null;

    private IEnumerable<PlanNode> ContainersAround(int package) => _board.Around(package)
        .Select(above => _plan.Nodes[above]).Where(above => above.Kind == NodeKind.Container);

    /// <summary>What stands in earlier turns of loops whose turns follow each other.</summary>
    public IEnumerable<int> InTurnsBefore(int node) => _board.Around(node).Prepend(node)
        .Where(turn => _board.IsGrown(turn)
            && _plan.Nodes[_plan.Nodes[turn].Parent].Loop is { Turns: ContainerMode.Linear })
        .SelectMany(turn => _plan.Nodes.Where(other => _board.IsGrown(other.Index) && other.Index < turn
            && (other.Kind == NodeKind.Package || other.Loop is not null)
            && _board.Around(other.Index).Contains(_plan.Nodes[turn].Parent)).Select(other => other.Index));

    private int[] InLineBefore(PlanNode node) =>
        node.Kind == NodeKind.Package && _plan.Nodes[node.Parent].Mode == ContainerMode.Linear
            ? [.. _plan.Nodes.Where(other => other.Index < node.Index && other.Kind == NodeKind.Package
                && other.Parent == node.Parent).Select(other => other.Index)]
            : [];
}
