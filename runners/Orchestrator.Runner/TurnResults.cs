using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Durability;

namespace Orchestrator.Runner;

/// <summary>Turns what the loop knows of a turn into what the ledger records.</summary>
internal static class TurnResults
{
    public static LedgerTurn Of(LoopTurn turn, string who) => new()
    {
        Commands =
        [
            .. turn.Expansions, .. turn.Values, .. turn.Transitions, .. turn.Times,
            .. turn.Answers.Select(one => one.Answer),
            .. turn.End is { } end ? [end] : Array.Empty<RunCommand>(),
        ],
        Results = [.. turn.Transitions.Where(EndsAttempt).Select(transition =>
            ResultOf(transition, turn.Attempts[(transition.Node, transition.Attempt)]))],
        Lost = [.. turn.Transitions.Where(LosesAttempt).Select(transition => new AttemptLost(
            transition.Node, transition.Attempt, LostErrorOf(transition)))],
        Reasons = turn.Reasons,
        Warnings = [.. turn.Warnings.Select(one => one.Warning)],
        Who = who,
    };

    public static bool EndsAttempt(RecordTransition transition) =>
        transition.Attempt > 0 && EventLines.EndsAttempt(transition.From, transition.To);

    /// <summary>Whether an attempt that had succeeded is not on disk.</summary>
    public static bool LosesAttempt(RecordTransition transition) =>
        transition.Attempt > 0 && EventLines.LosesAttempt(transition.From, transition.To);

    /// <summary>The failure of an attempt that ended so; null where it is none.</summary>
    public static PackageError? ErrorOf(RecordTransition transition, Attempt attempt) => transition switch
    {
        _ when LosesAttempt(transition) => LostErrorOf(transition),
        { Error: ErrorClass.TimedOut } when attempt.Result?.Error?.Class != ErrorClass.TimedOut => Own(
            RunCodes.TimedOut, ErrorClass.TimedOut,
            $"The attempt took longer than its time-out and was asked to stop: {transition.Why}. "
            + "Raise packageTimeout, or find what held it up."),
        { To: NodeState.Abandoned } => Own(RunCodes.Abandoned, ErrorClass.TimedOut,
            $"The attempt was asked to stop and was left behind at work: {transition.Why}. "
            + AfterAbandoned(attempt)),
        { To: NodeState.Failed } when attempt.Result?.Error is { } error => error,
        { To: NodeState.Failed } => Own(RunCodes.BrokenContract, ErrorClass.Bug,
            $"The attempt failed without an error: {transition.Why}."),
        _ => null,
    };

    // A program has no transaction that somebody could roll back, and a class nobody can end.
    private static string AfterAbandoned(Attempt attempt) => attempt.Node.Payload switch
    {
        ObjectDefinition { Process: not null } => "Its program is ended, and what that had done stays done.",
        ObjectDefinition { Plugin: not null, IsLoad: false } =>
            "Its class may be at work until this process ends, and what it has done stays done.",
        _ => "What it had not committed is rolled back.",
    };

    private static PackageError LostErrorOf(RecordTransition transition) =>
        JudgedAttempts.Error(transition.Why, transition.Error ?? ErrorClass.Transient);

    private static AttemptResult ResultOf(RecordTransition transition, Attempt attempt) => new()
    {
        Node = transition.Node,
        Attempt = transition.Attempt,
        Thread = attempt.Thread.Name,
        Work = attempt.Result?.Work ?? new(),
        Watermarks = transition.To == NodeState.Succeeded && attempt.Result?.Watermark is { } moved
            ? [new WatermarkMove(moved.Watermark, moved.DataType, moved.Value)]
            : [],
        Files = attempt.Result?.Outcome == transition.To ? attempt.Result.Files : [],
        Warnings = attempt.Result?.Warnings ?? [],
        WarnedBefore = attempt.Warnings.Count,
        Evidence = attempt.Result?.Evidence,
        Error = ErrorOf(transition, attempt),
    };

    private static PackageError Own(string code, ErrorClass @class, string message) =>
        new() { Code = code, Class = @class, Phase = "run", Message = message };
}
