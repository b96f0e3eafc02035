using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Actions;

/// <summary>
/// Does what people ask, as the verbs of the command line do it and with the same refusals: through the ledger, once
/// for each key, and with an entry in the audit log also where it is refused.
/// </summary>
internal sealed class RequestHandler(ServiceOptions options, LedgerCache look, AuditTrail audit)
{
    /// <summary>The name that has to be typed for each action; null = none has.</summary>
    public string? EnvironmentToType => options.IsProtected() ? options.Environment : null;

    /// <summary>What an action would mean now.</summary>
    public async Task<RequestPreview> PreviewAsync(ActionRequest request, CancellationToken aborted) =>
        RequestRules.OfObject(request) is { } refusal
            ? new RequestPreview { Title = Title(request), Refusal = refusal }
            : await look.AskAnewAsync(reader => Preview(reader, request), aborted) ?? NoLedger(request);

    /// <summary>Does it.</summary>
    /// <param name="sent">What is asked.</param>
    /// <param name="key">Its key: who sends one twice has asked once.</param>
    /// <param name="visitor">Who asks.</param>
    /// <param name="address">From where.</param>
    /// <param name="aborted">Ends the wait; what is being recorded is recorded.</param>
    public async Task<RequestResult> DoAsync(
        ActionRequest sent, string key, Visitor visitor, string address, CancellationToken aborted)
    {
        var request = sent with { Reason = options.CleanReason(sent.Reason) };
        var (done, refusal) = await TriedAsync(request, key, visitor, address, aborted);
        if (refusal is not null)
        {
            audit.Refused(
                visitor, address, RequestKinds.Word(request.Kind), refusal.Why, RequestCommand.Object(request));
        }

        return new RequestResult(request, done, refusal);
    }

    private async Task<(ActionRecord? Done, RequestRefusal? Refusal)> TriedAsync(
        ActionRequest request, string key, Visitor visitor, string address, CancellationToken aborted)
    {
        if ((KeyRefusal(key) ?? RequestRules.OfObject(request)) is { } wrong)
        {
            return (null, wrong);
        }

        var action = Record(request, key, visitor);
        if (await look.AskAnewAsync(reader => reader.ActionOf(key), aborted) is { } known)
        {
            return Answer(known, action);
        }

        if (RequestRules.OfFields(request, options.Environment, options.IsProtected()) is { } missing)
        {
            return (null, missing);
        }

        var preview = await PreviewAsync(request, aborted);
        if (preview.Refusal is not null)
        {
            return (null, preview.Refusal);
        }

        var work = preview.Work!(new RequestStamp(key, visitor.Name, action.Asked));
        return Answer(
            await Task.Run(
                () => ActionWriter.Do(options.Ledger, options.Time, action, work, Entry(request, visitor, address)),
                CancellationToken.None),
            action);
    }

    // Of a key that was sent before, what came of it then; unless that was something else.
    private static (ActionRecord? Done, RequestRefusal? Refusal) Answer(ActionRecord known, ActionRecord action) =>
        known.IsSameAs(action) ? (known, null)
            : (null, new RequestRefusal(409, "", "its key was sent before with something else, or by somebody else"));

    private RequestPreview Preview(LedgerReader reader, ActionRequest request)
    {
        var (environment, scheduler) = (options.Environment, options.Scheduler());
        return request.Kind switch
        {
            RequestKind.Run or RequestKind.RunNow =>
                new RunPreviews(reader, environment, scheduler).OfBatch(request),
            RequestKind.Approve => ApprovalPreviews.Of(request, environment, scheduler),
            RequestKind.Retry => new RunPreviews(reader, environment, scheduler).OfRetry(request),
            RequestKind.Pause or RequestKind.Resume => new SchedulePreviews(reader, environment, scheduler).Of(request),
            _ => new OperatorPreviews(reader, environment).Of(request, RequestKinds.Verb(request.Kind)!.Value),
        };
    }

    private static RequestPreview NoLedger(ActionRequest request) => RequestPreview.Refused(
        Title(request), 409, "nothing has run yet: there is no ledger");

    private ActionRecord Record(ActionRequest request, string key, Visitor visitor) => new()
    {
        Environment = options.Environment,
        Key = key,
        Command = RequestCommand.Of(request),
        Who = visitor.Name,
        Asked = options.Time.GetUtcNow(),
    };

    private AuditEntry Entry(ActionRequest request, Visitor visitor, string address) => new()
    {
        Environment = options.Environment,
        At = options.Time.GetUtcNow(),
        Who = visitor.Name,
        Role = Access.Word(visitor.Role),
        Address = address,
        Action = RequestKinds.Word(request.Kind),
        Object = options.Outside.Line(RequestCommand.Object(request)),
        Outcome = "done",
        Detail = options.Outside.Line(request.Reason),
    };

    private static RequestRefusal? KeyRefusal(string key) =>
        key.Length is > 0 and <= ActionRecord.KeyMax && key.All(one => one is >= ' ' and <= '~') ? null
        : new RequestRefusal(400, "", $"an action is sent with a key of 1 to {ActionRecord.KeyMax} plain characters, "
            + "by which it is done once however often it is sent");

    private static string Title(ActionRequest request) => $"{request.Kind}";
}

/// <summary>What came of an action.</summary>
/// <param name="Request">What was asked, without secrets.</param>
/// <param name="Done">The action, as the ledger has it; null = it was refused.</param>
/// <param name="Refusal">Why it was refused; null = it was not.</param>
internal sealed record RequestResult(ActionRequest Request, ActionRecord? Done, RequestRefusal? Refusal);
