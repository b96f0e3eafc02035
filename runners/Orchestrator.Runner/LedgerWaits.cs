using Orchestrator.Ledger;
using Orchestrator.Runner.Composition;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner;

/// <summary>
/// Says that a run waits for its ledger's file while no loop of it turns: before its first package, and behind its
/// last one. While the loop turns it says itself that the ledger takes nothing, with what is at work.
/// </summary>
internal sealed class LedgerWaits(RunBasis basis, RunNotifier notifier, RunClock clock, OutsideText outside)
{
    /// <summary>Another process has the file locked; from any thread.</summary>
    public void HeldUp(LedgerHold hold) =>
        notifier.HeldUp(clock.Elapsed, outside.Line(
            hold.EndedBy(basis.Lease.LeftToEnd, basis.Request.Time.GetUtcNow()).Says(basis.Location.Name)));
}
