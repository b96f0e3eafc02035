using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Runner.Requests;

/// <summary>What may be paused, resumed or run: the same at the command line, on the page and over the API.</summary>
public static class ScheduleRules
{
    /// <summary>
    /// Whether a service has ever seen it: what none has may be a slip of the finger, and would be paused for nobody.
    /// </summary>
    public static bool IsKnown(LedgerReader reader, PausedPart part) => part.Batch.Length == 0
        || (part.Trigger.Length == 0 && reader.Runs(part.Batch, part.Environment, 1).Count > 0)
        || reader.ScheduleStates(part.Environment).Any(one => one.Batch == part.Batch
            && (part.Trigger.Length == 0 || one.Trigger == part.Trigger));

    /// <summary>Why it may not be asked for; without a hint.</summary>
    public static string Unknown(PausedPart part) =>
        $"no service has seen a batch or trigger '{part.Name}' in the environment '{part.Environment}'";
}
