using Orchestrator.Core.Expressions;
using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>One bug for each rule of conditions.</summary>
internal static class PlantedConditionBugs
{
    private const string AgainstConditions = "nothing is ready against its conditions";

    public static PlantedBug[] All { get; } =
    [
        new("conditions forgotten", AgainstConditions)
        {
            Computes = true,
            Node = node => node with { When = null },
        },
        new("a failure of an earlier run forgotten", "NotNeeded only if the condition did not occur")
        {
            Computes = true,
            Options = options => options with { PastFailures = new HashSet<(int, int)>() },
        },
        new("conditions of containers forgotten", AgainstConditions)
        {
            Computes = true,
            Node = node => node.Kind == NodeKind.Container ? node with { When = null } : node,
        },
        new("conditions of constraints forgotten", AgainstConditions)
        {
            Computes = true,
            Node = node => node with { Constraints = [.. node.Constraints.Select(one => one with { When = null })] },
        },
        new("unknown taken for true", AgainstConditions)
        {
            Computes = true,
            Node = node => node with { When = Rewritten(node.When, text => $"coalesce({text}, true)") },
        },
        new("a condition taken for its contrary", AgainstConditions)
        {
            Computes = true,
            Node = node => node with { When = Rewritten(node.When, text => $"not ({text})") },
        },
        new("a condition without a value taken for one that is not true",
            "NotNeeded only if the condition did not occur")
        {
            Computes = true,
            Command = command => command is RecordTransition { From: NodeState.Pending, To: NodeState.Failed } failed
                ? [failed with { To = NodeState.NotNeeded, Error = null }] : [command],
        },
        new("what waits behind a condition is left out, too", "NotNeeded only if the condition did not occur")
        {
            Computes = true,
            Node = node => node is { When: not null, Kind: NodeKind.Package, Constraints.Count: > 0 }
                && node.Constraints[0].When is null ? OnConstraint(node) : node,
        },
        new("what waits behind a closed way goes on", "nothing starts behind its failure")
        {
            Computes = true,
            Node = node => node.When is null && node.Constraints.FirstOrDefault(one => one.When is not null).When
                is { } when ? OnItself(node, when) : node,
        },
        new("one that ends is enough", AgainstConditions)
        {
            Computes = true,
            Node = node => node with
            {
                Any = [.. node.Any.Select(group =>
                    group.Select(one => new PrecedenceConstraint(one.Node, Outcome.Completion)).ToArray())],
            },
        },
        new("a group of which one is enough forgotten", AgainstConditions)
        {
            Computes = true,
            Node = node => node with { Any = [] },
        },
    ];

    private static PlanNode OnConstraint(PlanNode node) => node with
    {
        When = null,
        Constraints = [node.Constraints[0] with { When = node.When }, .. node.Constraints.Skip(1)],
    };

    private static PlanNode OnItself(PlanNode node, Expression when) => node with
    {
        When = when,
        Constraints = [.. node.Constraints.Select(one => ReferenceEquals(one.When, when)
            ? one with { When = null } : one)],
    };

    private static Expression? Rewritten(Expression? when, Func<string, string> rewrite) =>
        when is null ? null : Expression.ReadCondition(rewrite(when.Text), (word, name) =>
            when.References.SingleOrDefault(reference => reference.Word == word && reference.Name == name)?.Type);
}
