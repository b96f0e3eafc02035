namespace Orchestrator.Ledger.Serving;

/// <summary>What an action does to the ledger, inside the transaction that records it.</summary>
public abstract record ActionWork
{
    /// <summary>Does it, and says what became of it: the action with its outcome, answer and request.</summary>
    internal abstract ActionRecord Do(StatementCache statements, ActionRecord action);

    private protected static ActionRecord Done(ActionRecord action, bool isDone, string done, string refused) =>
        action with
        {
            Outcome = isDone ? ActionOutcome.Done : ActionOutcome.Refused,
            Answer = isDone ? done : refused,
        };
}

/// <summary>Asks something of a run at work.</summary>
public sealed record RequestToRun(RequestRecord Request) : ActionWork
{
    internal override ActionRecord Do(StatementCache statements, ActionRecord action) =>
        RequestWriter.Insert(statements, Request) is { } number
            ? action with { Request = number, Outcome = ActionOutcome.Asked }
            : action with
            {
                Outcome = ActionOutcome.Refused,
                Answer = $"run {Request.Run} has just ended",
            };
}

/// <summary>Asks a service for a run.</summary>
public sealed record RequestToStart(StartRequest Request) : ActionWork
{
    internal override ActionRecord Do(StatementCache statements, ActionRecord action) =>
        StartRequestStatements.Insert(statements, Request) is { } number
            ? action with { Start = number, Outcome = ActionOutcome.Asked }
            : action with { Outcome = ActionOutcome.Refused, Answer = "its key stands for another wish" };
}

/// <summary>Pauses triggers.</summary>
public sealed record PauseTriggers(SchedulePause Pause) : ActionWork
{
    internal override ActionRecord Do(StatementCache statements, ActionRecord action) => Done(
        action, ScheduleStatements.Pause(statements, Pause),
        $"{Pause.Of.Name} is paused: what is due until it is resumed is passed over",
        $"{Pause.Of.Name} was paused already");
}

/// <summary>Lets triggers fire again.</summary>
public sealed record ResumeTriggers(PausedPart Part) : ActionWork
{
    internal override ActionRecord Do(StatementCache statements, ActionRecord action) => Done(
        action, ScheduleStatements.Resume(statements, Part, action.Who, action.Asked),
        $"{Part.Name} fires again", $"{Part.Name} was not paused by itself");
}

/// <summary>Lets runs of a service use something.</summary>
public sealed record Approve(ApprovalRecord Approval) : ActionWork
{
    internal override ActionRecord Do(StatementCache statements, ActionRecord action) => Done(
        action, ApprovalStatements.Insert(statements, Approval),
        $"{Approval.Name} is approved: what waits for it begins", $"{Approval.Name} was approved already");
}
