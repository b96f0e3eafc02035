using Orchestrator.Cli.Grammar;
using Orchestrator.Engine;
using Orchestrator.Engine.Machine;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Replay;

namespace Orchestrator.Cli.Verbs;

/// <summary>Which run a call wants to continue: always the last of those that continue each other.</summary>
internal static class RunToContinue
{
    private const int LookedAt = 200;
    private const string NoEnvironment = "default";

    /// <exception cref="UsageException">There is none, or several may be meant.</exception>
    public static RunRecord Find(Call call, LedgerReader reader, string? name)
    {
        var environment = call.EnvironmentName ?? NoEnvironment;
        if (name is null)
        {
            return OfItself(reader, environment);
        }

        var found = LedgerAtHand.Find(reader, name, environment);
        if (found.Environment != environment)
        {
            throw new UsageException($"run {found.Number} ran in the environment '{found.Environment}'",
                found.Environment == NoEnvironment
                    ? "leave --environment out" : $"name it: --environment {found.Environment}");
        }

        if (ReplayPlan.PackageOf(reader, found) is { } package)
        {
            throw new UsageException($"run {found.Number} loaded what {package} had rejected, which no retry continues",
                $"`orchestrator {ReplayPlan.Again(package)}` loads what is left");
        }

        var last = found;
        while (reader.ContinuedBy(last.Number) is { } next)
        {
            last = reader.Run(next)!;
        }

        if (last.Number != found.Number)
        {
            call.Say($"run {found.Number} was continued by run {last.Number}, which is continued here");
        }

        return last;
    }

    /// <summary>
    /// The newest run of its batch. Where that is none of those that continue each other, a night has been loaded
    /// since, and the question is asked.
    /// </summary>
    /// <exception cref="UsageException">Nobody said yes.</exception>
    public static long Newest(Call call, LedgerReader reader, RunRecord run, Solution solution)
    {
        var all = reader.Runs(run.Batch, run.Environment, LookedAt);
        var newest = ReplayPlan.NewestOf(reader, all, each => each.Batch).FirstOrDefault() ?? all[0];
        if (newest.Number != run.Number && newest.Verdict is not null && !Consent.Given(call, solution,
            $"run {newest.Number} of {run.Batch} has run since, and what run {run.Number} has not done is loaded again "
            + "after it"))
        {
            throw new UsageException("nothing was run");
        }

        return all[0].Number;
    }

    private static RunRecord OfItself(LedgerReader reader, string environment)
    {
        var newest = ReplayPlan.NewestOf(
            reader, reader.Runs(environment: environment, limit: LookedAt), run => run.Batch).ToArray();
        var needed = newest.Where(run => run.Verdict is not null && IsNotDone(reader, run)).ToArray();
        return needed switch
        {
            [var only] => only,
            [] => newest.FirstOrDefault(run => run.Verdict is null) ?? newest.FirstOrDefault()
                ?? throw new UsageException(
                    $"there is nothing to continue: nothing has run yet in the environment '{environment}'"),
            _ => throw new UsageException("which run? Several batches are not done", string.Join(", ", needed.Select(
                run => $"{run.Number} ({run.Batch}, {Words.Of(run.Verdict!.Value)})"))),
        };
    }

    /// <summary>Whether a run failed, or continued one and left something of it out.</summary>
    private static bool IsNotDone(LedgerReader reader, RunRecord run) =>
        run.Verdict is not (RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings)
        || (run.Continues is not null && reader.Nodes(run.Number).Any(node => node.Kind == NodeKind.Package
            && node is { State: NodeState.Done, Why: RunMachineOptions.NotSelected }));
}
