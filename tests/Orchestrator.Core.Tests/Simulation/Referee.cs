using Orchestrator.Core.Expressions;
using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// Follows a run by its events and commands only, and says what they broke. It keeps its own states, slots and times;
/// the machine's queries are looked at by <see cref="ReasonReferee"/>.
/// </summary>
internal sealed class Referee
{
    private static readonly HashSet<(NodeState, NodeState)> Legal =
    [
        (NodeState.Pending, NodeState.Ready), (NodeState.Pending, NodeState.Blocked),
        (NodeState.Pending, NodeState.NotNeeded), (NodeState.Pending, NodeState.Done),
        (NodeState.Pending, NodeState.Disabled), (NodeState.Pending, NodeState.Cancelled),
        (NodeState.Ready, NodeState.Running), (NodeState.Ready, NodeState.Blocked),
        (NodeState.Ready, NodeState.Cancelled), (NodeState.Ready, NodeState.Failed),
        (NodeState.Running, NodeState.Cancelling), (NodeState.Failed, NodeState.Ready),
        (NodeState.Running, NodeState.Succeeded), (NodeState.Cancelling, NodeState.Succeeded),
        (NodeState.Running, NodeState.Failed), (NodeState.Cancelling, NodeState.Failed),
        (NodeState.Running, NodeState.Cancelled), (NodeState.Cancelling, NodeState.Cancelled),
        (NodeState.Running, NodeState.Abandoned), (NodeState.Cancelling, NodeState.Abandoned),
        (NodeState.Succeeded, NodeState.Hardened), (NodeState.Succeeded, NodeState.Failed),
        (NodeState.Ready, NodeState.Held), (NodeState.Held, NodeState.Ready),
        (NodeState.Held, NodeState.Blocked), (NodeState.Held, NodeState.Cancelled), (NodeState.Held, NodeState.Failed),
        (NodeState.Pending, NodeState.SkippedByOperator), (NodeState.Ready, NodeState.SkippedByOperator),
        (NodeState.Held, NodeState.SkippedByOperator), (NodeState.Pending, NodeState.Failed),
    ];

    private readonly GrowingPlan _board;
    private readonly Plan _plan;
    private readonly RunMachineOptions _options;
    private readonly PlanRules _rules;
    private readonly AttemptReferee _attempts;
    private readonly FlushReferee _flushes;
    private readonly OperatorReferee _operators;
    private readonly ValueReferee _values;
    private readonly ConditionRules _conditions;
    private readonly LoopReferee _loops;
    private readonly PerNode<NodeState> _states = new();
    private readonly PerNode<NodeState> _failures = new();
    private bool _isCancelled;
    private bool _isStopped;
    private bool _hasOutlasted;
    private RunVerdict? _verdict;

    /// <param name="conditions">What each condition of the plan has to come to; null = it has none.</param>
    public Referee(GrowingPlan board, RunMachineOptions options,
        IReadOnlyDictionary<Expression, SimCondition>? conditions = null)
    {
        conditions ??= new Dictionary<Expression, SimCondition>();
        (_board, _plan, _options, _rules) = (board, board.Plan, options, new PlanRules(board, options));
        _flushes = new FlushReferee(_plan, options, _rules);
        _attempts = new AttemptReferee(_plan, _flushes);
        _operators = new OperatorReferee(board, _rules);
        _values = new ValueReferee(_plan, options, States);
        _conditions = new ConditionRules(board, options, conditions, _values, States, _states, IsEnded);
        _loops = new LoopReferee(board, conditions, _values, States, _states);
    }

    public PerNode<NodeState> States { get; } = new();

    /// <summary>What has been set.</summary>
    public ValueReferee Values => _values;

    public bool IsTemplate(int node) => _board.IsTemplate(node);

    public IReadOnlyList<int> Around(int node) => _board.Around(node);

    public bool HasEnded => _verdict is not null;

    /// <summary>Packages that hold a slot: what ended Abandoned keeps its own.</summary>
    public IEnumerable<int> HoldSlots => _rules.Packages.Where(package =>
        States[package] is NodeState.Running or NodeState.Cancelling or NodeState.Abandoned);

    public bool IsFull(int cap) =>
        HoldSlots.Count(package => _plan.Nodes[package].Caps.Contains(cap)) >= _plan.Caps[cap].MaxConcurrency;

    public bool IsGateClosed => HoldSlots.Count() >= _options.Slots;

    public bool AwaitsRetry(int package, TimeSpan now) => _attempts.NotBefore(package) > now;

    public FlushReferee Flushes => _flushes;

    public OperatorReferee Operators => _operators;

    /// <summary>A package that is flushed on its own has not ended before that.</summary>
    public bool IsEnded(int node) => PlanRules.HasEnded(States[node])
        && !(_plan.Nodes[node].Kind == NodeKind.Package && _flushes.IsOpen(node, States[node]));

    /// <summary>Throws an AssertionException that names the rule which this turn broke.</summary>
    public void Watch(RunEvent e, IReadOnlyList<RunCommand> commands)
    {
        Require(!HasEnded || commands.Count == 0, "nothing after the end");
        _flushes.See(e, States);
        _operators.See(e, States);
        _attempts.See(e, States);
        _values.See(e);
        _conditions.See(e);
        var isTimedOut = _plan.Timeout is { } limit && e.At >= limit;
        _isCancelled |= e is CancelRequested or CancelNodeRequested { Node: 0 };
        foreach (var command in commands)
        {
            switch (command)
            {
                case RecordTransition transition: See(transition, isTimedOut, e.At); break;
                case RecordExpansion expansion: See(expansion); break;
                case RecordAnswer answer: _operators.See(answer); break;
                case RecordTimes times: _attempts.See(times, e.At); break;
                case RecordValue value: _values.See(value); break;
                case HardenDatabase flush: _flushes.See(flush); break;
                case StartPackage start: SeeStart(start, e.At); break;
                case EndRun end: SeeEnd(end, isTimedOut); break;
                default: break;
            }
        }

        _isCancelled |= isTimedOut;
        CheckTurn(e.At);
    }

    private void See(RecordExpansion expansion)
    {
        foreach (var node in _loops.See(expansion))
        {
            _rules.Take(node);
            _values.Take(node);
        }
    }

    /// <summary>What only stands for the turns of a loop.</summary>
    private void SeeTemplate(RecordTransition transition)
    {
        var (node, to) = (transition.Node, transition.To);
        _loops.SeeTemplate(transition);
        var loop = _board.Around(node).Last(above => _plan.Nodes[above].Loop is not null);
        var copies = _board.CopiesOf(node).ToArray();
        var isFailure = PlanRules.IsBad(_failures[loop]) && (copies.Length == 0 || States[loop] == NodeState.Failed
            || copies.Any(copy => PlanRules.IsBad(_failures[copy])));
        States[node] = _states[node] = to;
        _failures[node] = isFailure ? to : NodeState.Done;
    }

    private void See(RecordTransition transition, bool isTimedOut, TimeSpan now)
    {
        var (node, from, to) = (transition.Node, transition.From, transition.To);
        Require(node < _plan.Nodes.Count, "what comes in a loop is recorded before anything happens to it");
        if (_board.IsTemplate(node))
        {
            SeeTemplate(transition);
            return;
        }

        Require(States[node] == from, "each transition begins where the last one ended");
        SeeLoop(transition);
        var isPackage = _plan.Nodes[node].Kind == NodeKind.Package;
        if (isPackage)
        {
            Require(Legal.Contains((from, to)), $"no way from {from} to {to}");
            Require(to != NodeState.Cancelled || _isCancelled || isTimedOut || transition.Attempt > 0
                || _operators.IsCancelled(node),
                "Cancelled only in a cancelled run");
            CheckUnstarted(transition);
            CheckOrder(transition, now);
            _attempts.See(transition);
        }

        _flushes.See(transition);
        _operators.See(transition);
        _values.See(transition);
        var (counts, isLeftOut) = (CountsAsSuccess(transition), IsLeftOut(transition));
        _failures[node] = isLeftOut || counts ? NodeState.Done : to;
        _states[node] = counts ? NodeState.Done : to;
        States[node] = to;
        _isStopped |= to == NodeState.Abandoned;
        _hasOutlasted |= to == NodeState.Abandoned && !_flushes.IsHardStop;
    }

    private void SeeLoop(RecordTransition transition)
    {
        var (node, from, to) = (transition.Node, transition.From, transition.To);
        if (_plan.Nodes[node].Loop is not null && to == NodeState.Running)
        {
            Require(_conditions.OfGroup(node) == Asked.Goes && !_rules.MustNotRun(node, _states, _failures)
                && !Stops() && !_isCancelled, "no loop starts behind its failure, or against its condition");
            _loops.SeeStart(node);
        }
        else if (_plan.Nodes[node].Loop is not null && !PlanRules.HasEnded(from))
        {
            _loops.SeeEnd(transition);
        }
    }

    /// <summary>
    /// Whether what waits for its success goes on, because somebody skipped it so or a condition of its own leaves it
    /// out; also of a container that its condition leaves out, with all in it.
    /// </summary>
    private bool CountsAsSuccess(RecordTransition transition) => transition.To switch
    {
        NodeState.SkippedByOperator => _operators.CountsAsSuccess(transition.Node),
        NodeState.NotNeeded when _plan.Nodes[transition.Node].Kind != NodeKind.Package =>
            _conditions.OfGroup(transition.Node) != Asked.WayClosed,
        NodeState.NotNeeded => _conditions.OfContainer(transition.Node) == Asked.NotNeeded
            || (!_rules.IsNotNeeded(transition.Node, _states) && _conditions.Of(transition.Node) == Asked.NotNeeded),
        _ => false,
    };

    /// <summary>Whether something ends badly only because it, or what it needs, was skipped.</summary>
    private bool IsLeftOut(RecordTransition transition)
    {
        var (node, from, to) = (transition.Node, transition.From, transition.To);
        return to == NodeState.SkippedByOperator || (to == NodeState.Blocked
            && (_plan.Nodes[node].Kind == NodeKind.Package
                ? !Stops() && (IsLeftOutWithContainer(node)
                    || (!_rules.IsKept(node, _failures, _failures) && !StandsBehindFault(node)))
                : (from == NodeState.Running || (_plan.Nodes[node].Kind == NodeKind.Container && !Stops()
                        && !_rules.MustNotRun(node, _failures, _failures))) && !_plan.Nodes.Any(child =>
                    child.Parent == node && PlanRules.IsBad(_failures[child.Index]))
                    && !_rules.InTurnsBefore(node).Any(other => PlanRules.IsBad(_failures[other]))));
    }

    /// <summary>
    /// Whether its container is blocked by what somebody skipped: then that is so, whatever it waits for itself.
    /// </summary>
    private bool IsLeftOutWithContainer(int package)
    {
        var container = _plan.Nodes[_plan.Nodes[package].Parent];
        return _conditions.OfContainer(package) == Asked.Blocked && States[container.Index] == NodeState.Pending
            && !_rules.MustNotRun(container.Index, _failures, _failures);
    }

    /// <summary>
    /// Whether its container failed by its condition, or by what that reads; or what was enough for it was lost.
    /// </summary>
    private bool StandsBehindFault(int package) => _conditions.OfContainer(package) == Asked.Fails
        || _plan.Nodes[_plan.Nodes[package].Parent].Constraints.Any(one => PlanRules.IsBad(_failures[one.Node]))
        || (_conditions.OfContainer(package) == Asked.Goes && !_rules.MustNotStart(package, _states, _failures)
            && _conditions.HasNone(package));

    /// <summary>What was put first starts before all others that gate and caps would let through.</summary>
    private void CheckOrder(RecordTransition transition, TimeSpan now)
    {
        Require(transition.To != NodeState.Running || _operators.First.Contains(transition.Node)
            || !_operators.First.Any(first => States[first] == NodeState.Ready && !AwaitsRetry(first, now)
                && !_flushes.MustWait(first) && !_plan.Nodes[first].Caps.Any(IsFull)),
            "what was prioritised starts first");
    }

    private void CheckUnstarted(RecordTransition transition)
    {
        var node = transition.Node;
        switch (transition.To)
        {
            case NodeState.Ready when transition.From == NodeState.Pending:
                CheckMayStart(node);
                Require(!_rules.MustNotStart(node, _states, _failures), "nothing starts behind its failure");
                Require(_conditions.Of(node) == Asked.Goes, "nothing is ready against its conditions");
                break;
            // Not when it is told to start: what comes behind it in the same turn was not known yet.
            case NodeState.Running when transition.Attempt == 1:
                Require(!_rules.MustNotStart(node, _states, _failures), "nothing starts behind its failure");
                break;
            case NodeState.Blocked:
                Require(Stops() || _rules.MustNotStart(node, _states, _failures)
                    || _conditions.Of(node) == Asked.Blocked
                    || (transition.From != NodeState.Pending && _conditions.HasNone(node)),
                    "Blocked only by the table of failure handling");
                Require(!_rules.IsHandler(node) || !_rules.IsNotNeeded(node, _states), "an idle handler is NotNeeded");
                break;
            case NodeState.NotNeeded:
                Require(_rules.IsNotNeeded(node, _states)
                    || _conditions.Of(node) is Asked.WayClosed or Asked.NotNeeded,
                    "NotNeeded only if the condition did not occur");
                break;
            case NodeState.Failed when transition.From == NodeState.Pending:
                Require(_conditions.Of(node) == Asked.Fails, "what never started failed by its conditions only");
                break;
            case NodeState.Done or NodeState.Disabled:
                Require(_rules.Preset(node) == transition.To, "Done and Disabled only as told");
                break;
            default:
                break;
        }
    }

    private void SeeStart(StartPackage start, TimeSpan now)
    {
        Require(!_board.IsTemplate(start.Node), "a template never runs");
        Require(States[start.Node] == NodeState.Running, "Running is recorded before the start");
        Require(!_isCancelled, "nothing starts once the run is cancelled");
        Require(!Stops(), "nothing starts after a failure under Stop");
        Require(!_operators.IsHeld(start.Node), "what is held does not start");
        Require(!_operators.IsCancelled(start.Node), "what was cancelled does not start again");
        Require(_attempts.NotBefore(start.Node) <= now, "no retry before its back-off is over");
        CheckMayStart(start.Node);
        _values.See(start);
    }

    private void CheckMayStart(int package)
    {
        Require(!_rules.IsDone(package), "a retry repeats nothing that is done");
        Require(_rules.Preset(package) is null, "what is disabled or not selected never starts");
        Require(_rules.MustHaveEnded(package).All(IsEnded),
            "constraints, barriers and the line hold before a start");
    }

    private void CheckTurn(TimeSpan now)
    {
        var holding = HoldSlots.ToArray();
        Require(holding.Length <= _options.Slots, "the gate");
        for (var cap = 0; cap < _plan.Caps.Count; cap++)
        {
            var count = holding.Count(package => _plan.Nodes[package].Caps.Contains(cap));
            Require(count <= _plan.Caps[cap].MaxConcurrency, "each cap");
        }

        foreach (var package in _rules.Packages.Where(package => States[package] == NodeState.Ready))
        {
            Require(_flushes.MustWait(package) || IsHeldElsewhere(package),
                "unheld ready work starts within one turn of an open gate");
        }

        _operators.CheckTurn(States);
        _values.CheckTurn();

        bool IsHeldElsewhere(int package) =>
            AwaitsRetry(package, now) || IsGateClosed || _plan.Nodes[package].Caps.Any(IsFull);
        _flushes.CheckTurn(States, IsHeldElsewhere);

        Require(!_isCancelled || _rules.Packages.All(package =>
            States[package] == NodeState.Cancelling || PlanRules.HasEnded(States[package])),
            "a cancelled run asks everything at work to stop");
        CheckGroups();
    }

    private void CheckGroups()
    {
        foreach (var package in _rules.Packages.Where(package => !IsEnded(package)))
        {
            for (var group = _plan.Nodes[package].Parent; group >= 0; group = _plan.Nodes[group].Parent)
            {
                Require(!PlanRules.HasEnded(States[group]), "no group ends before what it holds");
            }
        }
    }

    private void SeeEnd(EndRun end, bool isTimedOut)
    {
        _flushes.SeeEnd();
        Require(_plan.Nodes.All(node => PlanRules.HasEnded(States[node.Index])),
            "the run ends when every node has ended");
        _loops.CheckEnd();
        var packages = _rules.Packages.Select(package => _states[package]).ToArray();
        var hasSkipped = _rules.Packages.Any(package => States[package] == NodeState.SkippedByOperator);
        var expected = _hasOutlasted ? RunVerdict.Failed
            : _isCancelled && end.Verdict == RunVerdict.Cancelled ? RunVerdict.Cancelled
            : packages.Any(state => state != NodeState.SkippedByOperator && PlanRules.IsBad(state))
                || (isTimedOut && end.Verdict == RunVerdict.Failed)
                || _plan.Nodes.Any(node => node.Kind == NodeKind.Container && States[node.Index] == NodeState.Failed)
                || _plan.Nodes.Any(node => node.Loop is not null && States[node.Index] == NodeState.Blocked)
                ? RunVerdict.Failed
            : _attempts.HasWarned || hasSkipped ? RunVerdict.SucceededWithWarnings
            : RunVerdict.Succeeded;
        Require(end.Verdict == expected, $"the verdict is true: {expected}, not {end.Verdict}");
        _verdict = end.Verdict;
    }

    /// <summary>Whether something has failed for good in a run that stops at that.</summary>
    private bool Stops() => _isStopped || (_rules.Handling == FailureHandling.Stop
        && (_rules.Packages.Any(package => PlanRules.IsBad(_failures[package])) || FailedLoops().Any()));

    /// <summary>Loops that failed by themselves or by what is in them.</summary>
    private IEnumerable<int> FailedLoops() => _rules.Loops.Where(loop => States[loop] == NodeState.Failed);

    private static void Require(bool holds, string rule)
    {
        if (!holds)
        {
            throw new BrokenRuleException(rule);
        }
    }
}
