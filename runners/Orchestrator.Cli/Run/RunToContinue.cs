using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Ledger;
using Orchestrator.Runner;
using Orchestrator.Runner.Replay;
using Orchestrator.Runner.Requests;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Cli.Run;

/// <summary>Which run a call wants to continue: always the last of those that continue each other.</summary>
internal static class RunToContinue
{
    private const int LookedAt = 200;
    private const int NamedMax = 10;
    private const string NoEnvironment = "default";

    /// <exception cref="UsageException">There is none, or several may be meant.</exception>
    public static RunRecord Find(Call call, LedgerReader reader, string? name)
    {
        var environment = call.EnvironmentName ?? NoEnvironment;
        if (name is null)
        {
            return OfItself(reader, environment);
        }

        var found = CallLedger.Find(reader, name, environment);
        if (found.Environment != environment)
        {
            throw new UsageException($"run {found.Number} ran in the environment '{found.Environment}'",
                found.Environment == NoEnvironment
                    ? "leave --environment out" : $"name it: --environment {found.Environment}");
        }

        if (RetryRules.OfReplay(reader, found) is { } refusal)
        {
            var package = ReplayPlan.PackageOf(reader, found)!;
            throw new UsageException(refusal, $"`orchestrator {ReplayPlan.Again(package)}` loads what is left");
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
    /// Where a night has been loaded since, what is left of the run would be loaded after it: that is asked, unless
    /// somebody who knew of it has said yes, or nothing is left.
    /// </summary>
    /// <exception cref="UsageException">Nobody said yes.</exception>
    public static void Confirm(
        Call call, LedgerReader reader, RunRecord run, RunRequest request, DateTimeOffset? confirmed)
    {
        if (RetryRules.NightSince(reader, run) is not { } newest || newest.Ended <= confirmed)
        {
            return;
        }

        var names = ToRun(reader, request);
        if (names.Count > 0 && !Consent.Given(call, request.Solution,
            $"run {newest.Number} of {run.Batch} has run since, and going on with run {run.Number} runs after it: "
            + Words.First(NamedMax, names)))
        {
            throw new UsageException("nothing was run");
        }
    }

    private static IReadOnlyList<string> ToRun(LedgerReader reader, RunRequest request)
    {
        try
        {
            return RetryRules.ToRun(reader, request);
        }
        catch (FormatException unreadable)
        {
            throw new UsageException(
                $"what differs from run {request.Continues!.Run} cannot be told: {unreadable.Message}");
        }
    }

    private static RunRecord OfItself(LedgerReader reader, string environment)
    {
        var newest = NewestRuns.Of(
            reader, reader.Runs(environment: environment, limit: LookedAt), run => run.Batch).ToArray();
        var needed = newest.Where(run => run.Verdict is not null && RetryRules.IsNotDone(reader, run)).ToArray();
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
}
