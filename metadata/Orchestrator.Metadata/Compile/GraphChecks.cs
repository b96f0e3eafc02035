using Orchestrator.Core;

namespace Orchestrator.Metadata.Compile;

/// <summary>What can be wrong with a plan as a whole.</summary>
internal static class GraphChecks
{
    private const int NamesShown = 5;

    public static void Run(PlanDraft draft)
    {
        if (CycleChecks.Run(draft))
        {
            TargetChecks.Run(draft);
        }

        CheckContainers(draft);
        CheckDisabled(draft);
        CheckHandlers(draft);
    }

    private static void CheckContainers(PlanDraft draft)
    {
        var members = draft.Packages.Values.ToLookup(node => node.Parent);
        var withLoops = draft.Nodes.Where(node => node.Kind == NodeKind.Container).Select(node => node.Parent)
            .ToHashSet();
        foreach (var node in draft.Nodes.Where(node => HoldsPackages(node) && !withLoops.Contains(node)))
        {
            if (!members[node].Any())
            {
                draft.Warning("ORC2008", node.Container!.At, $"container {node.Name} is empty",
                    "Put objects into it (by their 'container' or its 'members'), or take it out.");
            }
            else if (members[node].All(member => !member.Definition!.Enabled))
            {
                draft.Warning("ORC2009", node.Container!.At, $"every object of container {node.Name} is disabled",
                    "Enable one of them, or take the container out.");
            }
        }
    }

    private static bool HoldsPackages(DraftNode node) =>
        node is { Kind: NodeKind.Container, Hooks: null, HoldsTurns: false, Turn: null }
        && !node.Container!.TellsTurns;

    private static void CheckDisabled(PlanDraft draft)
    {
        var readers = draft.Packages.Values
            .Where(node => node.Definition!.Enabled)
            .SelectMany(node => node.Reads.Union(node.Constraints.Keys).Select(index => (Read: index, Node: node)))
            .ToLookup(edge => edge.Read, edge => edge.Node);
        foreach (var node in draft.Nodes.Where(node => node.Definition is { Enabled: false }))
        {
            var names = readers[node.Index].OrderBy(reader => reader.Index).Select(reader => reader.Name).ToList();
            if (names.Count > 0)
            {
                draft.Warning("ORC2012", node.Definition!.At,
                    $"{node.Name} is disabled, but needed by {Words.First(NamesShown, names)}",
                    "They run with what its table holds already. Disable them as well, or enable it.");
            }
        }
    }

    /// <summary>A handler behind the barrier that the failure closes never gets its turn.</summary>
    private static void CheckHandlers(PlanDraft draft)
    {
        if (draft.Batch.FailureHandling == FailureHandling.DependencyChain)
        {
            return;
        }

        var stops = draft.Batch.FailureHandling == FailureHandling.Stop;
        foreach (var node in draft.Nodes.Where(node => node.Definition is not null))
        {
            foreach (var (index, outcome) in node.Constraints.Where(c => c.Value == Outcome.Failure))
            {
                var other = draft.Nodes[index];
                var passes = node.Container!.RunsAfterFailure && node.Project == other.Project;
                if (stops || (draft.BarrierBetween(other, node) && !passes))
                {
                    var at = node.Definition!.DependsOn is [var first, ..] ? first.At : node.Definition.At;
                    draft.Warning("ORC2014", at,
                        $"{node.Name} waits for the {outcome} of {other.Name}, but is then blocked by failureHandling "
                        + draft.Batch.FailureHandling,
                        "Put it into the same level, or into a container with 'precedenceConstraint: Completion' "
                        + "under failureHandling Level, or use failureHandling DependencyChain.");
                }
            }
        }
    }
}
