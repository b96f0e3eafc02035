using Orchestrator.Engine;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Report;
using Orchestrator.Runner.Asking;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Actions;

/// <summary>What it means to ask the service for a run: of a batch, as a trigger would, or going on with one.</summary>
internal sealed class WishPlans(LedgerReader reader, string environment, SchedulerState? scheduler)
{
    public ActionPlan OfBatch(AskedAction asked)
    {
        var part = new PausedPart(environment, asked.Batch, asked.Trigger);
        var title = $"Run {part.Name}";
        var from = asked.Kind == ActionKind.Run ? "/" : "/schedules";
        var batch = scheduler?.Batches.FirstOrDefault(each => each.Name == asked.Batch);
        if (scheduler is null ? !ScheduleRules.IsKnown(reader, part) : batch is null || !IsThere(part))
        {
            return ActionPlan.Refused(title, 404, $"there is no batch or trigger '{part.Name}' in what is in force",
                AskedAction.BatchField, from);
        }

        return new ActionPlan
        {
            Title = title,
            Consequences =
            [
                "The service begins a run with the metadata in force"
                    + (scheduler is { Commit.Length: > 0 } known ? $", commit {known.Commit}" : "")
                    + (asked.Trigger.Length > 0 ? ", for the date of today in the zone of the trigger." : "."),
                .. Beside(asked.Batch),
            ],
            NamesTitle = "Packages of the batch",
            Names = batch?.Packages ?? [],
            From = from,
            Work = order => new AskForRun(Wish(order, asked.Batch) with { Trigger = asked.Trigger }),
        };
    }

    public ActionPlan OfRetry(AskedAction asked)
    {
        var number = asked.Run!.Value;
        var title = $"Retry run {number}";
        if (reader.Run(number) is not { } run || run.Environment != environment)
        {
            return ActionPlan.Refused(title, 404, $"there is no run {number} in this environment");
        }

        if (RetryRules.Refusal(reader, run) is { } refusal)
        {
            return ActionPlan.Refused(title, 409, refusal, from: Paths.Run(number));
        }

        if (scheduler is not null && scheduler.Batches.All(batch => batch.Name != run.Batch))
        {
            return ActionPlan.Refused(title, 409, $"there is no batch '{run.Batch}' in what is in force",
                from: Paths.Run(number));
        }

        return new ActionPlan
        {
            Title = $"Retry run {number} of {run.Batch}",
            Consequences = [.. Consequences(run), .. Beside(run.Batch)],
            NamesTitle = $"Not done in run {number}",
            Names = [.. reader.Nodes(number)
                .Where(node => node.Kind == NodeKind.Package && !IsDone(node.State)).Select(node => node.Name)],
            From = Paths.Run(number),
            Work = order => new AskForRun(Wish(order, run.Batch) with { Continues = number }),
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

    private RunWish Wish(ActionOrder order, string batch) => new()
    {
        Environment = environment,
        Batch = batch,
        Key = order.Key,
        Who = order.Who,
        Asked = order.At,
    };

    private static bool IsDone(NodeState state) => state is NodeState.Succeeded or NodeState.Hardened or NodeState.Done
        or NodeState.Disabled or NodeState.NotNeeded;
}
