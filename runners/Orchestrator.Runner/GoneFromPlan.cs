using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diff;
using Orchestrator.Runner.Replay;

namespace Orchestrator.Runner;

/// <summary>
/// Says which packages the run before had and this plan has no more, although what they have loaded goes on being
/// read: with `objects: "*"` a file that does not come takes its package along, and nothing fails.
/// </summary>
/// <param name="request">The run that begins.</param>
/// <param name="reader">The ledger.</param>
internal sealed class GoneFromPlan(RunRequest request, LedgerReader reader)
{
    private const int NamedMax = 5;

    /// <summary>A line for each.</summary>
    /// <param name="own">Number of the run that begins.</param>
    public IReadOnlyList<string> Lines(long own) =>
        ReplayPlan.PackageOf(request.Plan) is null && Before(own) is { } before && Earlier(before) is { } earlier
            ? [.. GoneLoads.Of(earlier, request.Plan, request.Solution).Select(gone => Line(gone, before.Number))
                .OfType<string>()]
            : [];

    private RunRecord? Before(long own) =>
        reader.Runs(request.Plan.Batch, request.Plan.Environment, limit: 2).FirstOrDefault(
            run => run.Number != own && run.Solution == request.Plan.Solution && run.PlanHash != request.Plan.Hash);

    private PlanContent? Earlier(RunRecord run)
    {
        try
        {
            if (reader.PlanJson(run.PlanHash) is not { } json)
            {
                return null;
            }

            var plan = PlanJson.Read(json);
            return plan with
            {
                Nodes = [.. plan.Nodes.Select(node => node with { Name = ReplayPlan.PackageOf(node.Name) })],
            };
        }
        catch (FormatException)
        {
            return null;
        }
    }

    // Who has never loaded leaves no rows of yesterday.
    private string? Line(GoneLoad gone, long before)
    {
        if (reader.Attempt(reader.LastLoad(request.Plan.Environment, gone.Name)) is not { } loaded)
        {
            return null;
        }

        var why = gone.IsOfListedFile ? ": its project lists files, and none is there for it" : "";
        var read = gone.Readers.Count == 0 ? ""
            : $", read by {Words.First(NamedMax, gone.Readers)} as if they were of today";
        return $"{RunCodes.GoneFromPlan} {gone.Name} was in the plan of run {before} and is not in this one{why}; "
            + $"the table '{gone.Table}' of '{gone.Connection}' keeps the rows of run {loaded.Run}{read}";
    }
}
