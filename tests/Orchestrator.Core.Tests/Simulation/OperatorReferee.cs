using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>Follows what people ask of a run, and that it is done at once, to all that it concerns and to nothing else.
/// </summary>
internal sealed class OperatorReferee(GrowingPlan board, PlanRules rules)
{
    private readonly HashSet<int> _held = [];
    private readonly HashSet<int> _cancelled = [];
    private readonly HashSet<int> _first = [];
    private readonly HashSet<int> _successes = [];
    private readonly List<int> _toEnd = [];
    private OperatorRequest? _request;

    /// <summary>Whether somebody keeps anything from starting.</summary>
    public bool HoldsAny => _held.Count > 0;

    /// <summary>Whether somebody keeps it from starting.</summary>
    public bool IsHeld(int package) => _held.Contains(package);

    /// <summary>Whether somebody cancelled just this package.</summary>
    public bool IsCancelled(int package) => _cancelled.Contains(package);

    /// <summary>Whether a skip of it counts as a success.</summary>
    public bool CountsAsSuccess(int package) => _successes.Contains(package);

    /// <summary>The packages that were put before all others.</summary>
    public IEnumerable<int> First => _first;

    public void See(RunEvent e, PerNode<NodeState> states)
    {
        _toEnd.Clear();
        _request = e as OperatorRequest;
        if (_request is null)
        {
            return;
        }

        int[] open = [.. rules.Packages.Where(package =>
            !PlanRules.HasEnded(states[package]) && board.IsIn(package, _request.Node))];
        int[] notAtWork = [.. open.Where(package =>
            states[package] is NodeState.Pending or NodeState.Ready or NodeState.Held)];
        switch (_request)
        {
            case HoldRequested:
                _held.UnionWith(rules.Packages.Where(package => board.IsIn(package, _request.Node)));
                break;
            case ReleaseRequested:
                _held.ExceptWith(rules.Packages.Where(package => board.IsIn(package, _request.Node)));
                break;
            case SkipRequested skip:
                _toEnd.AddRange(notAtWork);
                _successes.UnionWith(skip.AsSuccess ? notAtWork : []);
                break;
            case CancelNodeRequested { Node: not 0 }:
                _cancelled.UnionWith(open);
                _toEnd.AddRange(notAtWork);
                break;
            case PrioritiseRequested:
                // Those put first before may come behind these now.
                _first.Clear();
                _first.UnionWith(notAtWork);
                break;
            default:
                break;
        }
    }

    public void See(RecordTransition transition)
    {
        Require(transition.To != NodeState.SkippedByOperator
            || board.Plan.Nodes[transition.Node].Kind != NodeKind.Package
            || (_request is SkipRequested && _toEnd.Contains(transition.Node)), "SkippedByOperator only as asked");
        Require(transition.To == NodeState.Held ? transition.Who.Length > 0
            : transition.Who.Length == 0 || transition.Who == _request?.By, "a transition names who asked for it");
    }

    public void See(RecordAnswer answer)
    {
        Require(answer.Request == _request?.Request && answer.Text.Length > 0, "an answer belongs to its request");
        _request = null;
    }

    public void CheckTurn(PerNode<NodeState> states)
    {
        Require(_request is null, "each request is answered in its turn");
        foreach (var package in rules.Packages)
        {
            var isHeld = IsHeld(package);
            Require(states[package] != NodeState.Held || isHeld, "Held only while somebody holds it");
            Require(states[package] != NodeState.Ready || !isHeld, "what is held does not start");
        }

        Require(_toEnd.All(package => PlanRules.HasEnded(states[package])),
            "what is skipped or cancelled ends at once");
        Require(_cancelled.All(package => states[package] != NodeState.Running), "what is cancelled is asked to stop");
    }

    private static void Require(bool holds, string rule)
    {
        if (!holds)
        {
            throw new BrokenRuleException(rule);
        }
    }
}
