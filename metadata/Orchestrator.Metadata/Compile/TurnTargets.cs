using System.Text.RegularExpressions;
using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Turns that the run has found out and that write one target because their rows say so: of those that may run side by
/// side only the first one writes it, else each would erase what the other has written.
/// </summary>
/// <param name="connections">The connections of the solution.</param>
public sealed partial class TurnTargets(IReadOnlyList<Connection> connections)
{
    // By what a package is made after, its target and the turns around the loop: the first turn that writes there.
    private readonly Dictionary<(int Template, string Target, string Around), (int Turn, string Package)> _first = [];
    private readonly Dictionary<int, string> _rivals = [];

    /// <summary>Who writes the target of a package, in a turn before its own; null = nobody.</summary>
    public string? RivalOf(int node) => _rivals.GetValueOrDefault(node);

    /// <summary>Takes in the turns of a loop.</summary>
    /// <param name="plan">The plan with these turns.</param>
    /// <param name="expansion">The turns.</param>
    public void Take(Plan plan, RecordExpansion expansion)
    {
        foreach (var (node, template) in expansion.Turns.SelectMany(turn => turn.Nodes))
        {
            if (node.Payload is ObjectDefinition { IsLoad: true, Enabled: true } definition
                && !TargetChecks.Adds(definition) && TargetOf(definition, node) is { } target)
            {
                Take(plan, node, template, target);
            }
        }
    }

    private void Take(Plan plan, PlanNode node, int template, string target)
    {
        var around = "";
        foreach (var turn in node.Turns)
        {
            var key = (template, target, around);
            if (plan.Nodes[turn.Loop].Loop is { Turns: ContainerMode.Parallel }
                && !_first.TryAdd(key, (turn.Number, node.Name)) && _first[key].Turn != turn.Number)
            {
                _rivals.TryAdd(node.Index, _first[key].Package);
            }

            around += $"/{turn.Number}";
        }
    }

    /// <summary>Where it writes; null where NULL would stand in the name, which is refused anyway.</summary>
    private string? TargetOf(ObjectDefinition definition, PlanNode node) =>
        connections.FirstOrDefault(one => one.Name == definition.Target.Connection) is { } connection
        && Put(definition.Target.Schema ?? "", node.Turns) is { } schema
        && Put(definition.Target.Name, node.Turns) is { } name
            ? TableNames.Written(connection, definition with
            {
                Name = node.Name[(node.Name.IndexOf('/', StringComparison.Ordinal) + 1)..],
                Target = definition.Target with { Schema = schema.Length == 0 ? null : schema, Name = name },
            })
            : null;

    // In one go, as the turn puts its values in: what one of them holds does not stand for another.
    private static string? Put(string text, IReadOnlyList<GivenTurn> turns)
    {
        var hasNull = false;
        var put = Variable().Replace(text, match =>
        {
            foreach (var turn in turns)
            {
                if (turn.TryFind(match.Groups["name"].Value, out var value))
                {
                    hasNull |= value is null;
                    return value?.Text ?? match.Value;
                }
            }

            return match.Value;
        });
        return hasNull ? null : put;
    }

    [GeneratedRegex(@"\$\{var:(?<name>[^}]*)\}")]
    private static partial Regex Variable();
}
