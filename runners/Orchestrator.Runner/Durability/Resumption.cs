using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Ledger;
using Orchestrator.Runner.Retry;

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
        var past = RunChain.Of(reader, reader.Run(run)!, plan.Nodes);
        return ResumePoint.Of(plan, index => past.TryGetValue(plan.Nodes[index].Name, out var one)
            ? new PastOutcome(one.State, one.Run)
            : default);
    }
}
