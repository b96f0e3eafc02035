using Orchestrator.Cli.Grammar;
using Orchestrator.Core;
using Orchestrator.Metadata.Selection;
using Orchestrator.Runner;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Cli.Status;

/// <summary>Which batch needs somebody most, and what to type next for it.</summary>
internal static class StatusOrder
{
    /// <summary>What has failed, then what is on, then what is well; of equals the newest.</summary>
    public static IEnumerable<RunAtMoment> WorstFirst(IEnumerable<RunAtMoment> runs) =>
        runs.OrderBy(at => NewestRuns.Rank(at.Run.Verdict, at.Silent is not null,
                at.Told.Any(node => node.State is NodeState.Failed or NodeState.Abandoned), at.IsHeld))
            .ThenByDescending(at => at.Run.Number);

    /// <summary>The command that goes on from there, as it is pasted.</summary>
    public static string Next(Call call, RunAtMoment at)
    {
        var verb = RunSummaries.NextCommand(
            at.Run, at.Nodes, at.Errors, at.Options, isSilent: at.Silent is not null, at.IsHeld);
        var isOther = call.EnvironmentName is null && at.Run.Environment != "default";
        // Others find a run by its number in whatever environment it was.
        return NextCommands.Line(call, isOther && (verb.StartsWith("retry ", StringComparison.Ordinal)
                || verb.StartsWith("rejects ", StringComparison.Ordinal))
            ? $"{verb} --environment {ShellWord.Quoted(at.Run.Environment)}" : verb);
    }
}
