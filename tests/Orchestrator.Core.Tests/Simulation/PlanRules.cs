using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// The rules of starting, worked out from the plan and the packages' states alone, package by package and slowly, with
/// nothing of the machine.
/// </summary>
internal sealed class PlanRules
{
    private readonly Plan _plan;
    private readonly RunMachineOptions _options;
    private readonly int[][] _levelsBefore;
    private readonly int[][] _projectsBefore;
    private readonly int[][] _inLineBefore;

    public PlanRules(Plan plan, RunMachineOptions options)
    {
        (_plan, _options) = (plan, options);
        Packages = [.. plan.Nodes.Where(node => node.Kind == NodeKind.Package).Select(node => node.Index)];
        _levelsBefore = [.. plan.Nodes.Select(node => node.Kind == NodeKind.Package
            ? Inside(Before(Above(node.Index, NodeKind.Level))) : [])];
        _projectsBefore = [.. plan.Nodes.Select(node => node.Kind == NodeKind.Package
            ? Inside(Before(Above(node.Index, NodeKind.Project))) : [])];
        _inLineBefore = [.. plan.Nodes.Select(node => InLineBefore(node))];
    }

    public int[] Packages { get; }

    public FailureHandling Handling => _options.FailFast ? FailureHandling.Stop : _plan.FailureHandling;

    public static bool HasEnded(NodeState state) =>
        state is not (NodeState.Pending or NodeState.Ready or NodeState.Held or NodeState.Running
            or NodeState.Cancelling);

    public NodeState? Preset(int package) => !_plan.Nodes[package].Enabled ? NodeState.Disabled
        : _options.Selected?.Contains(package) == false ? NodeState.Done : null;

    /// <summary>Packages that must have ended before this one may start.</summary>
    public IEnumerable<int> MustHaveEnded(int package) => _levelsBefore[package]
        .Concat(_projectsBefore[package])
        .Concat(_inLineBefore[package])
        .Concat(_plan.Nodes[_plan.Nodes[package].Parent].Constraints.Select(constraint => constraint.Node))
        .Concat(_plan.Nodes[package].Constraints.Select(constraint => constraint.Node));

    /// <summary>
    /// Whether a failure, or something that was skipped, keeps the package from starting.
    /// </summary>
    /// <param name="package">The package.</param>
    /// <param name="states">The states; what was skipped as a success is Done.</param>
    /// <param name="failures">The same, with all Done that only stands behind something that was skipped.</param>
    public bool MustNotStart(int package, NodeState[] states, NodeState[] failures)
    {
        var node = _plan.Nodes[package];
        var runsAfterFailure = _plan.Nodes[node.Parent].RunsAfterFailure;
        var passesLevels = runsAfterFailure || _plan.Nodes[Above(package, NodeKind.Level)].RunsAfterFailure;
        var passesProjects = _plan.Nodes[Above(package, NodeKind.Project)].RunsAfterFailure;
        var barriers = (passesProjects ? [] : _projectsBefore[package])
            .Concat(passesLevels ? [] : _levelsBefore[package]);
        var standsAside = node.Constraints.Concat(node.Any.SelectMany(group => group)).Any(c =>
            c.Outcome != Outcome.Success && _plan.Nodes[c.Node].Parent == node.Parent);
        return IsNotNeeded(package, states)
            || node.Constraints.Any(c => c.Outcome == Outcome.Success && IsBad(states[c.Node]))
            || (Handling != FailureHandling.DependencyChain && barriers.Any(other => IsBad(failures[other])))
            || (!standsAside && _inLineBefore[package].Any(other => IsBad(states[other])))
            || (!runsAfterFailure && node.Reads.Any(read => IsBad(states[read])
                && (Handling == FailureHandling.DependencyChain || !IsBad(failures[read]))
                && node.Constraints.All(c => c.Node != read)));
    }

    public bool IsNotNeeded(int package, NodeState[] states)
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
        [.. Packages.Where(package => groups.Contains(Above(package, NodeKind.Level))
            || groups.Contains(Above(package, NodeKind.Project)))];

    private int[] InLineBefore(PlanNode node) =>
        node.Kind == NodeKind.Package && _plan.Nodes[node.Parent].Mode == ContainerMode.Linear
            ? [.. Packages.Where(other => other < node.Index && _plan.Nodes[other].Parent == node.Parent)]
            : [];
}
