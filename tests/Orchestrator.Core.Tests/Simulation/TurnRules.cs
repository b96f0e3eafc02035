using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>What has to be in a turn, worked out from the template and nothing of the machine.</summary>
internal sealed class TurnRules(GrowingPlan board, ValueReferee values)
{
    public void Check(GrownTurn turn, int loop, int number, IReadOnlyList<TypedValue?> row)
    {
        var first = board.Plan.Nodes.Count;
        var container = turn.Nodes[0];
        var copies = turn.Nodes.Select((one, place) => (one.Template, Index: first + place))
            .ToLookup(one => one.Template, one => one.Index);
        Require(container.Template == board.TemplateOf(loop) && container.Node.Parent == loop
            && turn.Nodes.Skip(1).Select(one => one.Template).Order()
                .SequenceEqual(board.MembersOf(board.TemplateOf(loop)).Order()),
            "a turn has all of its template, and nothing else");
        Require(turn.Given.Number == number && SameValues(turn.Given.Values, row), "a turn is given its own row");
        GivenTurn[] turns = [.. board.Plan.Nodes[loop].Turns, turn.Given];
        for (var place = 0; place < turn.Nodes.Count; place++)
        {
            var (node, template) = turn.Nodes[place];
            Require(node.Index == first + place, "what comes stands behind what there was");
            Require(node.Turns.SequenceEqual(turns), "a turn is given its own row");
            if (place > 0)
            {
                Check(node, board.Plan.Nodes[template],
                    other => copies.Contains(other) ? copies[other].First() : board.InTurnOf(loop, other), loop);
            }
        }
    }

    private static bool SameValues(IReadOnlyList<TypedValue?> given, IReadOnlyList<TypedValue?> row) =>
        given.Select(value => value?.Text).SequenceEqual(row.Select(value => value?.Text));

    private void Check(PlanNode node, PlanNode template, Func<int, int> inTurn, int loop)
    {
        PrecedenceConstraint In(PrecedenceConstraint one) => one with { Node = inTurn(one.Node) };
        var wanted = template.Constraints.Select(In).ToHashSet();
        var further = node.Constraints.Where(one => !wanted.Contains(one)).ToArray();
        Require(node.Parent == inTurn(template.Parent) && wanted.IsSubsetOf(node.Constraints)
            && node.Any.SelectMany(group => group).SequenceEqual(template.Any.SelectMany(group => group).Select(In))
            && node.Reads.Order().SequenceEqual(template.Reads.Select(inTurn).Order())
            && node.ReadsValues.Count == template.ReadsValues.Count
            && node.ReadsValues.Zip(template.ReadsValues).All(pair => pair.First.Variable == pair.Second.Variable
                && pair.First.Setters.SequenceEqual(pair.Second.Setters.Select(inTurn))),
            "what the template names of itself is the same turn");
        var asTemplate = node with
        {
            Index = template.Index,
            Name = template.Name,
            Parent = template.Parent,
            Constraints = template.Constraints,
            Any = template.Any,
            Reads = template.Reads,
            ReadsValues = template.ReadsValues,
            ReadsFacts = template.ReadsFacts,
            ReadsRelaxed = template.ReadsRelaxed,
            Turns = template.Turns,
            TurnKeys = template.TurnKeys,
        };
        Require(asTemplate == template, "what is in a turn is as the template says");
        if (node.Kind == NodeKind.Package)
        {
            var setters = SettersAround(loop).ToHashSet();
            Require(setters.All(setter => node.Constraints.Any(one => one.Node == setter))
                && further.All(one => one.Outcome == Outcome.Success && setters.Contains(one.Node)),
                "a turn stands behind what has said its rows");
        }
    }

    /// <summary>Who has said the rows of the loops around a turn.</summary>
    private IEnumerable<int> SettersAround(int loop) => board.Around(loop).Prepend(loop)
        .Select(above => board.Plan.Nodes[above]).Where(node => node.Loop is { Known: null, While: null })
        .Select(node => node.ReadsValues.Single(read => read.Variable == node.Loop!.Rows))
        .SelectMany(read => read.Setters.Where(setter => values.Of(setter, read.Variable) is not null).Take(1));

    private static void Require(bool holds, string rule)
    {
        if (!holds)
        {
            throw new BrokenRuleException(rule);
        }
    }
}
