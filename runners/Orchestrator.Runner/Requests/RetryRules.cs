using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Runner.Replay;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Runner.Requests;

/// <summary>Which runs are gone on with: the same at the command line, on the page and over the API.</summary>
public static class RetryRules
{
    private const int LookedAt = 200;

    /// <summary>
    /// Why nobody goes on with a run that is meant itself, and no later one in its place; null = somebody may, also
    /// where it has died and nobody has noticed.
    /// </summary>
    public static string? Refusal(LedgerReader reader, RunRecord run) =>
        OfReplay(reader, run)
        ?? (reader.ContinuedBy(run.Number) is { } next ? $"run {run.Number} was continued by run {next}"
            : run.Verdict is not { } verdict
                ? (reader.SilentFor(run) is null ? $"run {run.Number} is still at work" : null)
            : !IsNotDone(reader, run) ? $"run {run.Number} {Words.Of(verdict)}: it has nothing left to do"
            : null);

    /// <summary>Why a run that loaded rejected rows is continued by nobody; null = it is none.</summary>
    public static string? OfReplay(LedgerReader reader, RunRecord run) =>
        ReplayPlan.PackageOf(reader, run) is { } package
            ? $"run {run.Number} loaded what {package} had rejected, which no retry continues" : null;

    /// <summary>Whether a run failed, or continued one and left something of it out.</summary>
    public static bool IsNotDone(LedgerReader reader, RunRecord run) =>
        run.Verdict is not (RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings)
        || (run.Continues is not null && reader.Nodes(run.Number)
            .Any(node => node is { Kind: NodeKind.Package, IsLeftOut: true }));

    /// <summary>
    /// The newest run of its batch, where that has ended and is another one: a night has been loaded since, after which
    /// what the run has not done would be loaded. Null = there is none.
    /// </summary>
    public static RunRecord? NightSince(LedgerReader reader, RunRecord run)
    {
        var all = reader.Runs(run.Batch, run.Environment, LookedAt);
        var newest = NewestRuns.WithParts(reader, all, each => each.Batch).FirstOrDefault() ?? all[0];
        return newest.Number != run.Number && newest.Verdict is not null ? newest : null;
    }

    /// <summary>
    /// What going on with a run would run by what the ledger knows now, the packages before the hooks. What the run
    /// left relaxed is looked for only once it begins.
    /// </summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="request">What is asked for, which continues the run.</param>
    /// <exception cref="FormatException">The plan of an earlier run cannot be read.</exception>
    public static IReadOnlyList<string> ToRun(LedgerReader reader, RunRequest request)
    {
        var run = reader.Run(request.Continues!.Run)!;
        var toRun = new ResumedPlan(reader, request, run).Continuation().ToRun;
        return [.. request.Plan.Nodes.Where(node => toRun.Contains(node.Index)).OrderBy(node => node.IsHook)
            .Select(node => node.Name)];
    }
}
