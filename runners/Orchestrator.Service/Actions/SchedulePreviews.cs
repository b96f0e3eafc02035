using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Requests;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Actions;

/// <summary>What it means to pause triggers, and to let them fire again.</summary>
internal sealed class SchedulePreviews(LedgerReader reader, string environment, SchedulerState? scheduler)
{
    private const string From = "/schedules";

    public RequestPreview Of(ActionRequest request)
    {
        var part = new PausedPart(environment, request.Batch, request.Trigger);
        var isPause = request.Kind == RequestKind.Pause;
        var title = $"{request.Kind} {part.Name}";
        if (!ScheduleRules.IsKnown(reader, part))
        {
            return RequestPreview.Refused(title, 404, ScheduleRules.Unknown(part), ActionRequest.BatchField, From);
        }

        return new RequestPreview
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
            Work = stamp => isPause
                ? new PauseTriggers(new SchedulePause
                {
                    Of = part,
                    Paused = stamp.At,
                    PausedBy = stamp.Who,
                    Reason = request.Reason,
                })
                : new ResumeTriggers(part),
        };
    }
}
