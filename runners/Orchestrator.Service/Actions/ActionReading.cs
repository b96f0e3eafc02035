using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Actions;

/// <summary>What became of an action so far; texts have passed the gate.</summary>
internal sealed record ActionReading
{
    public required ActionRecord Action { get; init; }

    /// <summary>What has become of it by now: it may have been answered since.</summary>
    public required ActionOutcome Outcome { get; init; }

    /// <summary>The answer, or what it waits for, in a sentence.</summary>
    public required string Answer { get; init; }

    /// <summary>The run that it asked something of, or that it became; null = none.</summary>
    public long? Run { get; init; }

    /// <summary>The firing that it became; null = none.</summary>
    public long? Firing { get; init; }
}

/// <summary>Reads what became of actions.</summary>
internal sealed class ActionReader(LedgerCache look, ServiceOptions options)
{
    /// <summary>The action of that number; null = there is none in this environment.</summary>
    public Task<ActionReading?> OfAsync(long number, CancellationToken aborted) =>
        look.AskAnewAsync(reader => Of(reader, number), aborted);

    private ActionReading? Of(LedgerReader reader, long number)
    {
        if (reader.Action(number) is not { } action || action.Environment != options.Environment)
        {
            return null;
        }

        var reading = action switch
        {
            { Request: { } request } => OfRequest(reader, action, reader.Request(request)),
            { Start: { } start } => OfStart(reader, action, reader.StartRequest(start)),
            _ => new ActionReading { Action = action, Outcome = action.Outcome, Answer = action.Answer },
        };
        return reading with
        {
            Action = action with
            {
                Command = options.Outside.Line(action.Command),
                Who = options.Outside.Line(action.Who),
            },
            Answer = options.Outside.Line(reading.Answer),
        };
    }

    private static ActionReading OfRequest(LedgerReader reader, ActionRecord action, RequestRecord? request)
    {
        if (request is null)
        {
            return Gone(action);
        }

        var (outcome, answer) = request.Outcome switch
        {
            RequestOutcome.Done => (ActionOutcome.Done, request.Answer),
            RequestOutcome.Refused => (ActionOutcome.Refused, request.Answer),
            _ => reader.Run(request.Run) switch
            {
                { Verdict: RunVerdict.EndedUnexpectedly } =>
                    (ActionOutcome.Refused, $"run {request.Run} has died, and hears nothing any more"),
                { Verdict: not null } =>
                    (ActionOutcome.Refused, $"run {request.Run} has ended, and did not hear of this"),
                _ => (ActionOutcome.Asked, $"run {request.Run} has not answered yet: it does so about once a second"),
            },
        };
        return new ActionReading { Action = action, Outcome = outcome, Answer = answer, Run = request.Run };
    }

    private static ActionReading OfStart(LedgerReader reader, ActionRecord action, StartRequest? request)
    {
        if (request is null)
        {
            return Gone(action);
        }

        if (request.Firing is not { } firing || reader.Firing(firing) is not { } found)
        {
            return new ActionReading
            {
                Action = action,
                Outcome = request.Answered is null ? ActionOutcome.Asked : ActionOutcome.Refused,
                Answer = request.Answered is null ? "no service has heard of it yet" : request.Refusal,
            };
        }

        return new ActionReading
        {
            Action = action,
            Outcome = found is { Run: null, Ended: not null, Outcome: not RunVerdict.Succeeded }
                ? ActionOutcome.Refused : ActionOutcome.Done,
            Answer = found switch
            {
                { Run: { } run, Outcome: { } verdict } => $"run {run} {Words.Of(verdict)}",
                { Run: { } run } => $"run {run} has begun",
                { Outcome: RunVerdict.Succeeded } => "nothing was left to do",
                { Ended: not null } => $"no run began: {found.Why}",
                _ => found.Why.Length == 0 ? $"firing {firing}: the service is about to begin it"
                    : $"firing {firing}: {found.Why}",
            },
            Run = found.Run,
            Firing = firing,
        };
    }

    private static ActionReading Gone(ActionRecord action) => new()
    {
        Action = action,
        Outcome = action.Outcome,
        Answer = "it was asked so long ago that its answer is not kept any more",
    };
}
