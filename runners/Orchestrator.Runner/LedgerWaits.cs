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
        notifier.HeldUp(clock.Elapsed, outside.Line(Told(hold).Says(basis.Location.Name)));

    // What keeps the lease needs the same lock, and is at its end before the wait is.
    private LedgerHold Told(LedgerHold hold) =>
        basis.Lease.LeftToEnd is { } left && basis.Request.Time.GetUtcNow() + left is var end && end < hold.Until
            ? hold with { Until = end, EndsProcess = true } : hold;
}
