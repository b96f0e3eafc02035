using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Runner.Retry;

/// <summary>
/// What a chain of runs has done in turns of loops: known by the names of the packages there, and by what the turns
/// around them were given.
/// </summary>
/// <param name="reader">The ledger.</param>
/// <param name="plan">The plan of today.</param>
/// <param name="toRun">What is to run of it.</param>
/// <param name="saysTheSame">Whether what a package is made after says today what it said in the plan of then, of which
/// the hash is given, for one that ended in that state.</param>
/// <param name="addsTwice">Whether what is made after it would add rows a second time, which are there.</param>
/// <param name="selectedTurns">The turns that are asked for now, by what is made in them.</param>
internal sealed class TurnsOfThen(
    LedgerReader reader, Plan plan, IReadOnlySet<int> toRun, Func<PlanNode, NodeState, string, bool> saysTheSame,
    Func<PlanNode, bool> addsTwice, IReadOnlyDictionary<int, IReadOnlyList<string>> selectedTurns)
{
    private readonly IReadOnlyList<bool> _isTemplate = LoopTemplates.Of(plan.Nodes);

    /// <summary>What need not run again, by its name.</summary>
    public IReadOnlyDictionary<string, PastTurn> Of(RunRecord last)
    {
        var templates = plan.Nodes.Where(node => node.Kind == NodeKind.Package && _isTemplate[node.Index])
            .ToDictionary(node => node.Name, StringComparer.Ordinal);
        var done = new TurnsDone(plan, toRun, addsTwice);
        for (var run = templates.Count > 0 ? last : null; run is not null;)
        {
            var before = run.Continues is { } number ? reader.Run(number) : null;
            var judged = new JudgedRun(reader, run);
            var rows = reader.Turns(run.Number).ToDictionary(turn => turn.Container, turn => turn.Row);
            foreach (var node in judged.Nodes.Where(node => node is { Kind: NodeKind.Package, Template: >= 0 }))
            {
                var isFromBefore = node.State == NodeState.Done && before is not null;
                if (!isFromBefore && templates.TryGetValue(judged.Nodes[node.Template].Name, out var template))
                {
                    done.Take(node.Name, template, () => IsDone(judged, node, template, run.PlanHash)
                        || IsOutOfScope(node, judged.Nodes[node.Template], template)
                        ? Past(judged.Nodes, node, template, rows, run.Number) : null);
                }
            }

            run = before;
        }

        return done.Whole();
    }

    // What was disabled then is asked again.
    private bool IsDone(JudgedRun judged, NodeRecord node, PlanNode template, string planHash)
    {
        var state = judged.StateOf(node, CrashWarning.MayRunAgain(template));
        var isLoaded = state == PastState.Loaded || node.State == NodeState.SkippedByOperator;
        return state is PastState.Loaded or PastState.Settled && node.State != NodeState.Disabled
            && ((isLoaded && addsTwice(template)) || saysTheSame(template, node.State, planHash));
    }

    /// <summary>Whether the first run of the chain has left out just this turn, and nobody asks for it now.</summary>
    private bool IsOutOfScope(NodeRecord node, NodeRecord then, PlanNode template) => node.IsLeftOut
        && then.State != NodeState.Done
        && !(selectedTurns.TryGetValue(template.Index, out var meant)
            && TurnSelection.IsAmong(meant, TurnsDone.KeysOf(node.Name, template)));

    private PastTurn Past(IReadOnlyList<NodeRecord> nodes, NodeRecord node, PlanNode template,
        Dictionary<int, string> rows, long run)
    {
        var around = new List<string>();
        for (var above = node.Parent; above >= 0; above = nodes[above].Parent)
        {
            if (rows.TryGetValue(above, out var row))
            {
                around.Insert(0, row);
            }
        }

        return new PastTurn($"{(node.IsLeftOut ? RunMachineOptions.NotSelected : "done")} in run {run}", around)
        {
            Facts = JudgedRun.FactsOf(node),
            // Who sets none is not asked for any: of ten thousand turns each would be a question to the ledger.
            Values = template.Sets.Count > 0 ? ValuesOf(node) : [],
        };
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
}
