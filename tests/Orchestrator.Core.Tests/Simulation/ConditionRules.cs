using Orchestrator.Core.Expressions;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Tests.Expressions;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// The rules of conditions, worked out from the plan, the packages' states and what is recorded, with three values of
/// truth of its own and nothing of the machine.
/// </summary>
/// <param name="states">The states as they are recorded.</param>
/// <param name="counted">The same; what counts as a success is Done.</param>
internal sealed class ConditionRules(
    GrowingPlan board, RunMachineOptions options, IReadOnlyDictionary<Expression, SimCondition> conditions,
    ValueReferee values, PerNode<NodeState> states, PerNode<NodeState> counted, Func<int, bool> isEnded)
{
    private readonly Plan _plan = board.Plan;
    private readonly Dictionary<string, int> _packages = board.Plan.Nodes.Where(node => node.Kind == NodeKind.Package)
        .ToDictionary(node => node.Name, node => node.Index, StringComparer.Ordinal);

    private readonly Dictionary<int, long> _rows = [];

    public void See(RunEvent e)
    {
        if (e is AttemptEnded ended)
        {
            _rows.Remove(ended.Node);
            if (ended.Facts.Read is { } read)
            {
                _rows.Add(ended.Node, read);
            }
        }
    }

    /// <summary>What is said of a package by its container and by itself.</summary>
    public Asked Of(int package) => OfContainer(package) switch
    {
        Asked.Goes => Own(_plan.Nodes[package]),
        Asked.Fails => Asked.Blocked,
        var said => said,
    };

    /// <summary>What is said of a group by what it reads and its own condition.</summary>
    public Asked OfGroup(int group) => Own(_plan.Nodes[group]);

    /// <summary>What the condition of the container around a package says.</summary>
    public Asked OfContainer(int package)
    {
        var container = _plan.Nodes[_plan.Nodes[package].Parent];
        return container.When is null ? Asked.Goes
            : container.Constraints.Any(one => PlanRules.IsBad(counted[one.Node])) ? Asked.Blocked
            : Own(container);
    }

    /// <summary>Whether of constraints of which one is enough none holds.</summary>
    public bool HasNone(int package) => NoneOf(_plan.Nodes[package]) is not null;

    private Asked Own(PlanNode node)
    {
        foreach (var constraint in node.Constraints.Where(one => one.When is not null && Occurred(node, one)))
        {
            var said = HasAll(node, constraint.When!) ? Said(node, constraint.When!, Asked.WayClosed) : Asked.Goes;
            if (said != Asked.Goes)
            {
                return said;
            }
        }

        if (NoneOf(node) is { } group)
        {
            return !group.All(one => isEnded(one.Node)) ? Asked.Blocked
                : group.Any(one => Occurred(node, one) && one.When is not null && HasAll(node, one.When)
                    && Said(node, one.When, Asked.WayClosed) == Asked.Fails) ? Asked.Fails
                : Asked.WayClosed;
        }

        return values.Missing(node.Index) is { } missing ? Without(missing)
            : node.When is null ? Asked.Goes
            : Said(node, node.When, Asked.NotNeeded);
    }

    private IReadOnlyList<PrecedenceConstraint>? NoneOf(PlanNode node) =>
        node.Any.FirstOrDefault(group => !group.Any(one => Holds(node, one)));

    private Asked Without(ValueRead read) =>
        read.Setters.Any(setter => states[setter] == NodeState.SkippedByOperator) ? Asked.Blocked
        : read.Setters.Cast<int?>().FirstOrDefault(setter => states[setter!.Value] == NodeState.NotNeeded) is { } idle
            ? counted[idle] == NodeState.Done ? Asked.NotNeeded : Asked.WayClosed
        : Asked.Fails;

    private bool Holds(PlanNode node, PrecedenceConstraint one) => Occurred(node, one)
        && (one.When is null || (HasAll(node, one.When) && Said(node, one.When, Asked.WayClosed) == Asked.Goes));

    private bool Occurred(PlanNode node, PrecedenceConstraint one) => isEnded(one.Node) && one.Outcome switch
    {
        Outcome.Failure => states[one.Node] is NodeState.Failed or NodeState.Abandoned
            || options.PastFailures.Contains((node.Index, one.Node)),
        Outcome.Success => !PlanRules.IsBad(counted[one.Node]) && counted[one.Node] != NodeState.NotNeeded,
        _ => true,
    };

    private bool HasAll(PlanNode node, Expression when) => conditions[when].Reads.All(name =>
        TurnOf(node, name) is not null
        || (ReadOf(node, name) is { } read ? values.Of(read) is not null : isEnded(SubjectOf(node, name))));

    private Asked Said(PlanNode node, Expression when, Asked isNot)
    {
        var value = conditions[when].Of(name => Value(node, name));
        return ReferenceEquals(value, Sample.Fault) ? Asked.Fails : value is true ? Asked.Goes : isNot;
    }

    private object? Value(PlanNode node, string name)
    {
        if (TurnOf(node, name) is { } turn)
        {
            return turn.TryFind(name, out var given) ? Plain(given) : null;
        }

        if (ReadOf(node, name) is { } read)
        {
            return Plain(values.Of(read)!.Scalar);
        }

        var subject = SubjectOf(node, name);
        return name.StartsWith("${rows", StringComparison.Ordinal)
            ? _rows.TryGetValue(subject, out var rows) ? (decimal)rows : null
            : StateOf(subject).ToString();
    }

    private NodeState StateOf(int subject) => states[subject] == NodeState.Hardened
        || (states[subject] == NodeState.Done && IsOfThen(subject)) ? NodeState.Succeeded : states[subject];

    private bool IsOfThen(int subject) => options.Done.ContainsKey(board.TemplateOf(subject))
        || (board.IsGrown(subject) && options.DoneByName.ContainsKey(_plan.Nodes[subject].Name));

    private static object? Plain(TypedValue? value) => value is null ? null
        : value.Type.Kind == SqlTypeKind.NVarChar ? value.Text : (object)decimal.Parse(value.Text);

    private static GivenTurn? TurnOf(PlanNode node, string name) =>
        node.Turns.LastOrDefault(turn => turn.Columns.Any(column => column.Name == name));

    private ValueRead? ReadOf(PlanNode node, string name) =>
        node.ReadsValues.FirstOrDefault(read => _plan.Variables[read.Variable].Name == name);

    private int SubjectOf(PlanNode node, string name) => board.InTurnOf(node.Index,
        _packages[name[(name.IndexOf(':') + 1)..^1].Replace(".read", "", StringComparison.Ordinal)]);
}
