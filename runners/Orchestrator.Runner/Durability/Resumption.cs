using Orchestrator.Engine;
using Orchestrator.Engine.Durability;
using Orchestrator.Ledger;
using Orchestrator.Packages.Load;

namespace Orchestrator.Runner.Durability;

/// <summary>From where a run can go on that has ended, whatever way.</summary>
public static class Resumption
{
    /// <summary>
    /// What a further run of a plan has to do, so that it ends as the one before would have: its packages are compared
    /// by name. Ask once the scopes of the run before are closed; until then what was not flushed counts as not done.
    /// </summary>
    /// <remarks>
    /// A load whose target a crash of the server empties is never done, whether or not there was a crash: its commits
    /// are on disk, and its rows may be gone. One that only adds rows is, as it would add them once more where they are
    /// still there, and nobody knows.
    /// </remarks>
    public static ResumePoint Of(Plan plan, LedgerReader reader, long run)
    {
        var lost = reader.Warnings(run).Where(warning => CrashWarning.Is(warning.Text))
            .Select(warning => warning.AttemptId).ToHashSet();
        var past = reader.Nodes(run).Where(IsDone).ToDictionary(
            node => node.Name, node => node.Last is { } last && lost.Contains(last.Id), StringComparer.Ordinal);
        return ResumePoint.Of(plan, index => past.TryGetValue(plan.Nodes[index].Name, out var mayBeEmptied)
            && !(mayBeEmptied && CrashWarning.MayRunAgain(plan.Nodes[index])));
    }

    private static bool IsDone(NodeRecord node) => node.Kind == NodeKind.Package && node.State switch
    {
        NodeState.Succeeded => node.Last?.Scope is null,
        var state => state is NodeState.Hardened or NodeState.Done or NodeState.Disabled or NodeState.NotNeeded,
    };
}
