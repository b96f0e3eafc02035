using Orchestrator.Cli.Grammar;
using Orchestrator.Core;
using Orchestrator.Metadata.Selection;
using Orchestrator.Runner;
using Orchestrator.Runner.Replay;

namespace Orchestrator.Cli.Status;

/// <summary>Which batch needs somebody most, and what to type next for it.</summary>
internal static class StatusOrder
{
    /// <summary>What has failed, then what is on, then what is well; of equals the newest.</summary>
    public static IEnumerable<RunAtMoment> WorstFirst(IEnumerable<RunAtMoment> runs) =>
        runs.OrderBy(Rank).ThenByDescending(at => at.Run.Number);

    /// <summary>The command that goes on from there, as it is pasted.</summary>
    public static string Next(Call call, RunAtMoment at)
    {
        var verb = at switch
        {
            { Silent: not null } when ReplayPlan.PackageOf(at.Nodes) is { } package => ReplayPlan.Again(package),
            { Silent: not null } => RunSummaries.Retry(at.Run.Number, at.Options),
            { IsHeld: true } => $"release --run {at.Run.Number}",
            { Run.Verdict: null } => $"status {at.Run.Number} --watch",
            _ => RunSummaries.NextCommand(at.Run, at.Nodes, at.Errors, at.Options),
        };
        var isOther = call.EnvironmentName is null && at.Run.Environment != "default";
        // Others find a run by its number in whatever environment it was.
        return NextCommands.Line(call, isOther && (verb.StartsWith("retry ", StringComparison.Ordinal)
                || verb.StartsWith("rejects ", StringComparison.Ordinal))
            ? $"{verb} --environment {ShellWord.Quoted(at.Run.Environment)}" : verb);
    }

    private static int Rank(RunAtMoment at) => at.Run.Verdict switch
    {
        null when at.Silent is not null => 0,
        RunVerdict.EndedUnexpectedly => 0,
        RunVerdict.Failed => 1,
        RunVerdict.Cancelled => 2,
        null when at.Work.Any(node => node.State is NodeState.Failed or NodeState.Abandoned) => 3,
        null when at.IsHeld => 4,
        null => 5,
        RunVerdict.SucceededWithWarnings => 6,
        _ => 7,
    };
}
