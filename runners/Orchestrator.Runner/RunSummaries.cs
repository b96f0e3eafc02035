using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Selection;
using Orchestrator.Packages;
using Orchestrator.Runner.Replay;

namespace Orchestrator.Runner;

/// <summary>The numbers that a run ends with, from what the ledger says.</summary>
public static class RunSummaries
{
    private const int SlowestMax = 5;
    private const int NamedMax = 20;

    internal static RunSummary Of(RunHeader header, RunFacts facts, Plan plan, int signalExitCode)
    {
        var lasts = facts.Work.Where(node => node.Last is not null).Select(node => node.Last!).ToList();
        var failures = facts.Work.Where(node => node.State is NodeState.Failed or NodeState.Abandoned
                or NodeState.EndedUnexpectedly)
            .Concat(facts.FailedGroups)
            .OrderBy(node => node.Since).Select(node => FailureOf(node, facts, plan)).ToList();
        var verdict = facts.Run.Verdict ?? RunVerdict.EndedUnexpectedly;
        return new RunSummary
        {
            Header = header,
            Verdict = verdict,
            ExitCode = ExitCodeOf(verdict, failures, signalExitCode),
            Succeeded = Count(facts, NodeState.Succeeded, NodeState.Hardened),
            Hardened = Count(facts, NodeState.Hardened),
            Failed = Count(facts, NodeState.Failed, NodeState.Abandoned, NodeState.EndedUnexpectedly),
            GroupsFailed = facts.FailedGroups.Count(),
            Hooks = new HookFigures(
                facts.Work.Count(node => node is { IsHook: true, State: NodeState.Succeeded or NodeState.Hardened }),
                facts.Work.Count(node => node.IsHook && failures.Exists(failure => failure.Package == node.Name))),
            Blocked = Count(facts, NodeState.Blocked),
            Cancelled = Count(facts, NodeState.Cancelled),
            Skipped = Count(facts, NodeState.Disabled, NodeState.Done, NodeState.NotNeeded,
                NodeState.SkippedByOperator),
            NotNeeded = Count(facts, NodeState.NotNeeded),
            Rows = lasts.Aggregate(default(RowCounts), (sum, attempt) => sum + attempt.Counts),
            Wall = facts.Elapsed,
            Queued = Sum(facts, attempt => attempt.Queued),
            Waiting = Sum(facts, attempt => attempt.Waiting),
            Working = Sum(facts, attempt => attempt.Working),
            Slowest = [.. lasts.OrderByDescending(attempt => attempt.Took).Take(SlowestMax)
                .Select(attempt => new SlowPackage(
                    facts.Nodes[attempt.Node].Name, attempt.Took, attempt.Waiting, attempt.Counts.Read))],
            Failures = failures,
            Warnings =
            [
                .. facts.Warnings.Select(warning =>
                    new PackageWarning(facts.Nodes[warning.Node].Name, warning.Text)),
                .. facts.Work.Where(node => node.State == NodeState.SkippedByOperator)
                    .Select(node => new PackageWarning(node.Name, $"It was {node.Why}.")),
            ],
            NextCommand = NextCommand(facts.Run, facts.Nodes, facts.Errors, facts.Options),
        };
    }

    /// <summary>The command that goes on from a run with one package that failed and what reads it; from one that loads
    /// rejected rows, with those that are left.</summary>
    /// <param name="run">Number of the run.</param>
    /// <param name="node">The package; null = it is none.</param>
    /// <param name="purpose">What it is for.</param>
    /// <param name="error">What failed.</param>
    internal static string RunAgain(long run, string? node, PackagePurpose purpose, PackageError error) =>
        node is null ? $"retry {run}"
            : purpose == PackagePurpose.Replay ? ReplayPlan.Again(ReplayPlan.PackageOf(node))
            // Its name would say that somebody has looked which rows are there, before anybody has.
            : error.Code == PackageCodes.UnknownStart ? $"retry {run}"
            : $"retry {run} -s {ShellWord.SelectorWithReaders(node)}";

    /// <summary>The error of what fails before its first attempt, which says its code in its reason.</summary>
    internal static PackageError ErrorIn(string reason)
    {
        var (code, why) = MachineCodes.Split(reason);
        return new PackageError
        {
            Code = code ?? RunCodes.RunFailed,
            Class = code is null ? ErrorClass.Bug : ErrorClass.Data,
            Phase = "run",
            Message = why,
        };
    }

    /// <summary>The error of what fails without an attempt: a package, or a group that says a code; null = it is none.
    /// </summary>
    internal static PackageError? ErrorBefore(NodeKind kind, NodeState to, int attempt, string why) =>
        to == NodeState.Failed && attempt == 0
            && (kind == NodeKind.Package || MachineCodes.Split(why).Code is not null) ? ErrorIn(why) : null;

    private static int ExitCodeOf(RunVerdict verdict, List<FailureBlock> failures, int signalExitCode)
    {
        // Whoever sent the signal must see it in the exit code, also if the last package ended that very moment.
        return signalExitCode != 0 ? signalExitCode
            : failures.Exists(failure => failure.Error.Class == ErrorClass.Bug) ? ExitCode.OwnBug
            : verdict is RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings ? ExitCode.Done
            : ExitCode.Failed;
    }

    private static FailureBlock FailureOf(NodeRecord node, RunFacts facts, Plan plan)
    {
        var error = facts.ErrorOf(node.Last)?.Error ?? ErrorIn(node.Why);
        return new FailureBlock
        {
            Package = node.Name,
            Error = error,
            Attempt = node.Last?.Number ?? 0,
            AttemptsMax = plan.Nodes[node.Template >= 0 ? node.Template : node.Node].Retry.Count + 1,
            RowsRead = node.Last?.Counts.Read ?? 0,
            RowsWritten = (node.Last?.Counts.Inserted ?? 0) + (node.Last?.Counts.Updated ?? 0),
            NextCommand = RunAgain(facts.Run.Number,
                node.Kind == NodeKind.Package ? node.Name : null, node.Purpose, error),
        };
    }

    /// <summary>
    /// The command that goes on from here, without the program's name. It names the run by its number: when it is
    /// pasted, another one may have been the latest.
    /// </summary>
    internal static string NextCommand(RunRecord run, IReadOnlyList<NodeRecord> nodes,
        IReadOnlyList<ErrorRecord> errors, IReadOnlyList<RunOption> options)
    {
        if (run.Verdict is not null && ReplayPlan.PackageOf(nodes) is { } package)
        {
            return run.Verdict switch
            {
                RunVerdict.Succeeded => $"status {run.Number}",
                // What it rejected once more it would reject the next time, too.
                RunVerdict.SucceededWithWarnings => ReplayPlan.Look(package),
                _ => ReplayPlan.Again(package),
            };
        }

        var isDone = run.Verdict is RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings;
        // A retry that was asked for less than all that is left has only done that.
        var leavesSome = run.Continues is not null && nodes.Any(node =>
            node is { Kind: NodeKind.Package, IsLeftOut: true });
        return run.Verdict is null || (isDone && !leavesSome) ? $"status {run.Number}"
            : Retry(run.Number, options) + string.Concat(ToBeNamed(nodes, errors)
                .Select(node => $" -s {ShellWord.SelectorWithReaders(node.Name)}"));
    }

    /// <summary>The same of a run as it stands: it may be on, held, or give no sign of life.</summary>
    public static string NextCommand(RunRecord run, IReadOnlyList<NodeRecord> nodes,
        IReadOnlyList<ErrorRecord> errors, IReadOnlyList<RunOption> options, bool isSilent, bool isHeld) =>
        isSilent && ReplayPlan.PackageOf(nodes) is { } package ? ReplayPlan.Again(package)
        : isSilent ? Retry(run.Number, options)
        : isHeld ? $"release --run {run.Number}"
        : run.Verdict is null ? $"status {run.Number} --watch"
        : NextCommand(run, nodes, errors, options);

    /// <summary>Continues a run, and allows what whoever began it has allowed in so many words.</summary>
    private static string Retry(long run, IReadOnlyList<RunOption> options) => $"retry {run}"
        + string.Concat(options.Where(one => one is { Name: RunOption.Allow, From: "flag" })
            .Select(one => $" --allow {one.Value}"));

    /// <summary>What refuses to run unless somebody names it: without that the same would only be refused again.
    /// </summary>
    private static IEnumerable<NodeRecord> ToBeNamed(
        IReadOnlyList<NodeRecord> nodes, IReadOnlyList<ErrorRecord> errors)
    {
        var refused = errors.Where(one => one.Error.Code == PackageCodes.UnknownOutcome)
            .Select(one => one.AttemptId).ToHashSet();
        return nodes.Where(node => node is { State: NodeState.Failed, Last: { } last } && refused.Contains(last.Id))
            .Take(NamedMax);
    }

    private static int Count(RunFacts facts, params NodeState[] states) =>
        facts.Packages.Count(node => states.Contains(node.State));

    private static TimeSpan Sum(RunFacts facts, Func<AttemptRecord, TimeSpan> part) =>
        facts.Attempts.Aggregate(TimeSpan.Zero, (sum, attempt) => sum + part(attempt));
}
