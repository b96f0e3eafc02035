using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Asking;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Actions;

/// <summary>What it means to pause triggers, and to let them fire again.</summary>
internal sealed class SchedulePlans(LedgerReader reader, string environment, SchedulerState? scheduler)
{
    private const string From = "/schedules";

    public ActionPlan Of(AskedAction asked)
    {
        var part = new PausedPart(environment, asked.Batch, asked.Trigger);
        var isPause = asked.Kind == ActionKind.Pause;
        var title = $"{asked.Kind} {part.Name}";
        if (!ScheduleRules.IsKnown(reader, part))
        {
            return ActionPlan.Refused(title, 404, ScheduleRules.Unknown(part), AskedAction.BatchField, From);
        }

        return new ActionPlan
        {
            Title = title,
            Consequences = [isPause
                ? "What is due until it is resumed is passed over: it is not run later. Runs at work go on."
                : "The triggers fire again from now on. What was due meanwhile was passed over."],
            NamesTitle = isPause ? "Triggers that do not fire then" : "Triggers",
            Names = [.. (scheduler?.Triggers ?? []).Select(each => each.Trigger)
                .Where(trigger => part.Has(trigger.Batch, trigger.Name))
                .Select(trigger => $"{trigger.Batch}/{trigger.Name}")],
            From = From,
            Work = order => isPause
                ? new PauseTriggers(new SchedulePause
                {
                    Of = part,
                    Paused = order.At,
                    PausedBy = order.Who,
                    Reason = asked.Reason,
                })
                : new ResumeTriggers(part),
        };
    }
}
