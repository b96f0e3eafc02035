using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Requests;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Actions;

/// <summary>What it means to ask the service for a run: of a batch, as a trigger would, or going on with one.</summary>
internal sealed class RunPreviews(LedgerReader reader, string environment, SchedulerState? scheduler)
{
    public RequestPreview OfBatch(ActionRequest request)
    {
        var part = new PausedPart(environment, request.Batch, request.Trigger);
        var title = $"Run {part.Name}";
        var from = request.Kind == RequestKind.Run ? "/" : "/schedules";
        var batch = scheduler?.Batches.FirstOrDefault(each => each.Name == request.Batch);
        if (scheduler is null ? !ScheduleRules.IsKnown(reader, part) : batch is null || !IsThere(part))
        {
            return RequestPreview.Refused(title, 404, $"there is no batch or trigger '{part.Name}' in what is in force",
                ActionRequest.BatchField, from);
        }

        return new RequestPreview
        {
            Title = title,
            Consequences =
            [
                "The service begins a run with the metadata in force"
                    + (scheduler is { Commit.Length: > 0 } known ? $", commit {known.Commit}" : "")
                    + (request.Trigger.Length > 0 ? ", for the date of today in the zone of the trigger." : "."),
                .. Beside(request.Batch),
            ],
            NamesTitle = "Packages of the batch",
            Names = batch?.Packages ?? [],
            From = from,
            Work = stamp => new RequestToStart(Start(stamp, request.Batch) with { Trigger = request.Trigger }),
        };
    }

    public RequestPreview OfRetry(ActionRequest request)
    {
        var number = request.Run!.Value;
        var title = $"Retry run {number}";
        if (reader.Run(number) is not { } run || run.Environment != environment)
        {
            return RequestPreview.Refused(title, 404, $"there is no run {number} in this environment");
        }

        if (RetryRules.Refusal(reader, run) is { } refusal)
        {
            return RequestPreview.Refused(title, 409, refusal, from: Paths.Run(number));
        }

        if (scheduler is not null && scheduler.Batches.All(batch => batch.Name != run.Batch))
        {
            return RequestPreview.Refused(title, 409, $"there is no batch '{run.Batch}' in what is in force",
                from: Paths.Run(number));
        }

        return new RequestPreview
        {
            Title = $"Retry run {number} of {run.Batch}",
            Consequences = [.. Consequences(run), .. Beside(run.Batch)],
            NamesTitle = $"Not done in run {number}",
            Names = [.. reader.Nodes(number)
                .Where(node => node is { Kind: NodeKind.Package, IsTemplate: false } && !IsDone(node.State))
                .Select(node => node.Name)],
            From = Paths.Run(number),
            Work = stamp => new RequestToStart(Start(stamp, run.Batch) with { Continues = number }),
        };
    }

    private IEnumerable<string> Consequences(RunRecord run)
    {
        yield return $"The service begins a new run, which does what run {run.Number} has not done, with the metadata "
            + "in force. What succeeded stays, unless the metadata have changed since in a way that changes its rows.";
        if (RetryRules.NightSince(reader, run) is { } since)
        {
            yield return $"Run {since.Number} of {run.Batch} has run since ({Words.Of(since.Verdict!.Value)}): what "
                + $"run {run.Number} has not done is loaded again after it.";
        }
    }

    private IEnumerable<string> Beside(string batch) =>
        reader.NotEnded().Any(run => (run.Batch, run.Environment, run.Verdict) == (batch, environment, null))
        || reader.FiringsNotEnded(environment).Any(firing => firing.Batch == batch)
            ? ["A run of the batch is at work or about to begin: this one waits until that has ended."] : [];

    private bool IsThere(PausedPart part) => part.Trigger.Length == 0 || scheduler!.Triggers.Any(
        each => (each.Trigger.Batch, each.Trigger.Name) == (part.Batch, part.Trigger));

    private StartRequest Start(RequestStamp stamp, string batch) => new()
    {
        Environment = environment,
        Batch = batch,
        Key = stamp.Key,
        Who = stamp.Who,
        Asked = stamp.At,
    };

    private static bool IsDone(NodeState state) => state is NodeState.Succeeded or NodeState.Hardened or NodeState.Done
        or NodeState.Disabled or NodeState.NotNeeded;
}
