using Orchestrator.Engine;
using Orchestrator.Engine.Durability;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Durability;

/// <summary>From where a run can go on that has ended, whatever way.</summary>
public static class Resumption
{
    /// <summary>
    /// What a further run of a plan has to do, so that it ends as the one before would have: its packages are compared
    /// by name. Ask once the scopes of the run before are closed; until then what was not flushed counts as not done.
    /// </summary>
    public static ResumePoint Of(Plan plan, LedgerReader reader, long run)
    {
        var done = reader.Nodes(run).Where(IsDone).Select(node => node.Name).ToHashSet(StringComparer.Ordinal);
        return ResumePoint.Of(plan, index => done.Contains(plan.Nodes[index].Name));
    }

    private static bool IsDone(NodeRecord node) => node.Kind == NodeKind.Package && node.State switch
    {
        NodeState.Succeeded => node.Last?.Scope is null,
        var state => state is NodeState.Hardened or NodeState.Done or NodeState.Disabled or NodeState.NotNeeded,
    };
}
