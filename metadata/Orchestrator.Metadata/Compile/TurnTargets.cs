using System.Text.RegularExpressions;
using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Turns that the run has found out and that write one target because their rows say so: of those that may run side by
/// side only the first one writes it, else each would erase what the other has written. So do the turns of two loops,
/// and a turn and a package outside of any.
/// </summary>
public sealed partial class TurnTargets
{
    // By what a package is made after, its target and the turns around it, as far in as is asked: the first one there.
    private readonly Dictionary<(int Template, string Target, string Turns), Writer> _first = [];
    private readonly Dictionary<string, List<int>> _writers = new(StringComparer.Ordinal);
    private readonly Dictionary<int, string> _rivals = [];
    private readonly IReadOnlyList<Connection> _connections;
    private readonly PlanOrder _order;
    private readonly Func<PlanNode, int, bool> _isLeftOut;

    /// <param name="connections">The connections of the solution.</param>
    /// <param name="plan">The plan as it was compiled.</param>
    /// <param name="isLeftOut">Whether the run leaves out a package, by it and what it is made after, so that it writes
    /// nothing; null = the run has all of them.</param>
    public TurnTargets(
        IReadOnlyList<Connection> connections, Plan plan, Func<PlanNode, int, bool>? isLeftOut = null)
    {
        (_connections, _order) = (connections, new PlanOrder(plan));
        _isLeftOut = isLeftOut ?? ((_, _) => false);
        var isTemplate = LoopTemplates.Of(plan.Nodes);
        foreach (var node in plan.Nodes.Any(node => node.Loop is not null) ? plan.Nodes : [])
        {
            if (!isTemplate[node.Index])
            {
                Take(plan, node, node.Index);
            }
        }
    }

    /// <summary>Who writes the target of a package, in a turn or loop before its own; null = nobody.</summary>
    public string? RivalOf(int node) => _rivals.GetValueOrDefault(node);

    /// <summary>Takes in the turns of a loop.</summary>
    /// <param name="plan">The plan with these turns.</param>
    /// <param name="expansion">The turns.</param>
    public void Take(Plan plan, RecordExpansion expansion)
    {
        foreach (var (node, template) in expansion.Turns.SelectMany(turn => turn.Nodes))
        {
            Take(plan, node, template);
        }
    }

    private void Take(Plan plan, PlanNode node, int template)
    {
        if (node.IsHook || node.Payload is not ObjectDefinition { IsLoad: true, Enabled: true } definition
            || _isLeftOut(node, template) || TargetOf(definition, node) is not { } target)
        {
            return;
        }

        string[] turns = [.. TurnsAround(node)];
        if (!_writers.TryGetValue(target, out var writers))
        {
            _writers[target] = writers = [];
        }

        var writer = new Writer(node, template, !TargetChecks.Adds(definition));
        // What was known before the run was held against each other when the plan was compiled.
        if (node.Turns.Count > 0 && writers
            .SelectMany(other => turns.Select(around => _first.GetValueOrDefault((other, target, around))))
            .FirstOrDefault(other => other is not null && AreRivals(plan, other, writer)) is { } first)
        {
            _rivals.TryAdd(node.Index, first.Node.Name);
        }

        foreach (var around in turns)
        {
            _first.TryAdd((template, target, around), writer);
        }

        if (!writers.Contains(template))
        {
            writers.Add(template);
        }
    }

    /// <summary>Whether one of two would erase what the other has written, and may be at work beside it.</summary>
    private bool AreRivals(Plan plan, Writer first, Writer second)
    {
        if (!first.Erases && !second.Erases)
        {
            return false;
        }

        foreach (var (one, other) in first.Node.Turns.Zip(second.Node.Turns)
            .TakeWhile(pair => pair.First.Loop == pair.Second.Loop))
        {
            if (one.Number != other.Number)
            {
                return plan.Nodes[one.Loop].Loop is { Turns: ContainerMode.Parallel };
            }
        }

        return first.Template != second.Template && !_order.Holds(first.Template, second.Template);
    }

    /// <summary>The turns around a package: none of them, the outermost, that with the next one in it, and so on.
    /// </summary>
    private static IEnumerable<string> TurnsAround(PlanNode node)
    {
        var around = "";
        yield return around;
        foreach (var turn in node.Turns)
        {
            around += $"/{turn.Number}";
            yield return around;
        }
    }

    /// <summary>Where it writes; null where NULL would stand in the name, which is refused anyway.</summary>
    private string? TargetOf(ObjectDefinition definition, PlanNode node) =>
        _connections.FirstOrDefault(one => one.Name == definition.Target.Connection) is { } connection
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

    private sealed record Writer(PlanNode Node, int Template, bool Erases);
}
