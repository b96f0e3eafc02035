using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Retry;

/// <summary>
/// What a chain of runs has done in turns of loops: known by the names of the packages there, and by what the turns
/// around them were given.
/// </summary>
internal sealed class TurnsOfThen(
    LedgerReader reader, Plan plan, IReadOnlySet<int> toRun, Func<string, IReadOnlySet<string>> changesSince,
    IReadOnlyDictionary<int, IReadOnlyList<string>> selectedTurns)
{
    private readonly IReadOnlyList<bool> _isTemplate = LoopTemplates.Of(plan.Nodes);
    private readonly Dictionary<string, PlanNode> _madeAfter = new(StringComparer.Ordinal);
    private readonly Dictionary<string, PlanNode> _templates = plan.Nodes
        .Where(node => node.Kind == NodeKind.Package).ToDictionary(node => node.Name, StringComparer.Ordinal);

    /// <summary>What need not run again, by its name. What is made after a template is not done where that says
    /// something else now, or reads what runs again.</summary>
    public IReadOnlyDictionary<string, PastTurn> Of(RunRecord last)
    {
        var done = new Dictionary<string, PastTurn>(StringComparer.Ordinal);
        if (!_isTemplate.Contains(true))
        {
            return done;
        }

        var seen = new HashSet<string>(StringComparer.Ordinal);
        for (var run = last; run is not null; run = run.Continues is { } before ? reader.Run(before) : null)
        {
            var nodes = reader.Nodes(run.Number);
            var rows = reader.Turns(run.Number).ToDictionary(turn => turn.Container, turn => turn.Row);
            foreach (var node in nodes.Where(node => node is { Kind: NodeKind.Package, Template: >= 0 }))
            {
                var isFromBefore = node.State == NodeState.Done && run.Continues is not null;
                if (!isFromBefore && seen.Add(node.Name) && (IsDone(node, nodes[node.Template].Name, run)
                    || IsOutOfScope(node, nodes[node.Template])))
                {
                    _madeAfter[node.Name] = _templates[nodes[node.Template].Name];
                    done.Add(node.Name, Past(node, nodes, rows, run.Number));
                }
            }
        }

        Spread(done);
        return done;
    }

    private bool IsDone(NodeRecord node, string template, RunRecord run) =>
        (node.State is NodeState.Hardened or NodeState.NotNeeded or NodeState.Done
            || (node.State == NodeState.Succeeded && node.Last?.Scope is null))
        && !node.IsNotSelected && _templates.TryGetValue(template, out var today)
        && !changesSince(run.PlanHash).Contains(template)
        && !today.Reads.Any(read => !_isTemplate[read] && toRun.Contains(read));

    /// <summary>Whether the first run of the chain has left out just this turn, and nobody asks for it now.</summary>
    private bool IsOutOfScope(NodeRecord node, NodeRecord template) => node.IsLeftOut
        && template.State != NodeState.Done && _templates.TryGetValue(template.Name, out var today)
        && !(selectedTurns.TryGetValue(today.Index, out var meant)
            && TurnSelection.IsAmong(meant, KeysIn(node.Name, today)));

    private static string KeysIn(string name, PlanNode template) => name[(template.Name.TrimEnd(']').Length + 1)..^1];

    private PastTurn Past(
        NodeRecord node, IReadOnlyList<NodeRecord> nodes, Dictionary<int, string> rows, long run)
    {
        var around = new List<string>();
        for (var above = node.Parent; above >= 0; above = nodes[above].Parent)
        {
            if (rows.TryGetValue(above, out var row))
            {
                around.Insert(0, row);
            }
        }

        var why = node.IsLeftOut ? RunMachineOptions.NotSelected : "done";
        return new PastTurn($"{why} in run {run}", around) { Values = ValuesOf(node) };
    }

    private Dictionary<int, RunValue> ValuesOf(NodeRecord node)
    {
        var values = new Dictionary<int, RunValue>();
        foreach (var set in node.Last is { } attempt ? reader.ValuesOf(attempt.Id) : [])
        {
            for (var variable = 0; variable < plan.Variables.Count; variable++)
            {
                if (plan.Variables[variable].Name == set.Variable
                    && plan.Variables[variable].Type.Equals(set.Value.Type))
                {
                    values[variable] = set.Value;
                }
            }
        }

        return values;
    }

    /// <summary>Who reads in the same turn what runs again there runs again as well, and so on.</summary>
    private void Spread(Dictionary<string, PastTurn> done)
    {
        var isMore = true;
        while (isMore)
        {
            isMore = false;
            foreach (var name in done.Keys.Where(name => !IsWhole(name, done)).ToArray())
            {
                isMore |= done.Remove(name);
            }
        }
    }

    private bool IsWhole(string name, Dictionary<string, PastTurn> done)
    {
        var template = _madeAfter[name];
        var keys = KeysIn(name, template);
        return RunMachineOptions.IsNotSelected(done[name].Why) || (template.Sets.All(done[name].Values.ContainsKey)
            && template.Reads.Where(read => _isTemplate[read] && toRun.Contains(read)).All(read =>
                KeysOf(plan.Nodes[read], template, keys).Any(its =>
                    done.ContainsKey(LoopTemplates.NameIn(plan.Nodes[read].Name, its)))));
    }

    /// <summary>The keys that what a package reads may have: what stands in an outer loop has fewer of them.</summary>
    private IEnumerable<string> KeysOf(PlanNode read, PlanNode reader, string keys)
    {
        var all = keys.Split(',');
        return Depth(read) == Depth(reader) ? [keys]
            : Enumerable.Range(1, all.Length - 1).Select(count => string.Join(',', all.Take(count)));
    }

    private int Depth(PlanNode node)
    {
        var depth = 0;
        for (var above = node.Parent; above >= 0; above = plan.Nodes[above].Parent)
        {
            depth += plan.Nodes[above].Loop is null ? 0 : 1;
        }

        return depth;
    }
}
