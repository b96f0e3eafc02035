using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Actions;

/// <summary>
/// Does what people ask, as the verbs of the command line do it and with the same refusals: through the ledger, once
/// for each key, and with an entry in the audit log also where it is refused.
/// </summary>
internal sealed class ActionDesk(ServiceOptions options, LedgerLook look, AuditDesk audit)
{
    /// <summary>The name that has to be typed for each action; null = none has.</summary>
    public string? EnvironmentToType => options.IsProtected() ? options.Environment : null;

    /// <summary>What an action would mean now.</summary>
    public async Task<ActionPlan> PlanAsync(AskedAction asked, CancellationToken aborted) =>
        Demands.OfObject(asked) is { } refusal
            ? new ActionPlan { Title = Title(asked), Refusal = refusal }
            : await look.AskAnewAsync(reader => Plan(reader, asked), aborted) ?? NoLedger(asked);

    /// <summary>Does it.</summary>
    /// <param name="sent">What is asked.</param>
    /// <param name="key">Its key: who sends one twice has asked once.</param>
    /// <param name="visitor">Who asks.</param>
    /// <param name="address">From where.</param>
    /// <param name="aborted">Ends the wait; what is being recorded is recorded.</param>
    public async Task<ActionResult> DoAsync(
        AskedAction sent, string key, Visitor visitor, string address, CancellationToken aborted)
    {
        var asked = sent with { Reason = options.CleanReason(sent.Reason) };
        var (done, refusal) = await TriedAsync(asked, key, visitor, address, aborted);
        if (refusal is not null)
        {
            audit.Refused(visitor, address, ActionKinds.Word(asked.Kind), refusal.Why, ActionCommand.Object(asked));
        }

        return new ActionResult(asked, done, refusal);
    }

    private async Task<(ActionRecord? Done, ActionRefusal? Refusal)> TriedAsync(
        AskedAction asked, string key, Visitor visitor, string address, CancellationToken aborted)
    {
        if ((KeyRefusal(key) ?? Demands.OfObject(asked)) is { } wrong)
        {
            return (null, wrong);
        }

        var action = Record(asked, key, visitor);
        if (await look.AskAnewAsync(reader => reader.ActionOf(key), aborted) is { } known)
        {
            return Answer(known, action);
        }

        if (Demands.OfFields(asked, options.Environment, options.IsProtected()) is { } missing)
        {
            return (null, missing);
        }

        var plan = await PlanAsync(asked, aborted);
        if (plan.Refusal is not null)
        {
            return (null, plan.Refusal);
        }

        var work = plan.Work!(new ActionOrder(key, visitor.Name, action.Asked));
        return Answer(
            await Task.Run(
                () => ActionWriter.Do(options.Ledger, options.Time, action, work, Entry(asked, visitor, address)),
                CancellationToken.None),
            action);
    }

    // Of a key that was sent before, what came of it then; unless that was something else.
    private static (ActionRecord? Done, ActionRefusal? Refusal) Answer(ActionRecord known, ActionRecord action) =>
        known.IsSameAs(action) ? (known, null)
            : (null, new ActionRefusal(409, "", "its key was sent before with something else, or by somebody else"));

    private ActionPlan Plan(LedgerReader reader, AskedAction asked)
    {
        var (environment, scheduler) = (options.Environment, options.Scheduler());
        return asked.Kind switch
        {
            ActionKind.Run or ActionKind.RunNow =>
                new WishPlans(reader, environment, scheduler).OfBatch(asked),
            ActionKind.Approve => ApprovalPlans.Of(asked, environment, scheduler),
            ActionKind.Retry => new WishPlans(reader, environment, scheduler).OfRetry(asked),
            ActionKind.Pause or ActionKind.Resume => new SchedulePlans(reader, environment, scheduler).Of(asked),
            _ => new RunPlans(reader, environment).Of(asked, ActionKinds.Verb(asked.Kind)!.Value),
        };
    }

    private static ActionPlan NoLedger(AskedAction asked) => ActionPlan.Refused(
        Title(asked), 409, "nothing has run yet: there is no ledger");

    private ActionRecord Record(AskedAction asked, string key, Visitor visitor) => new()
    {
        Environment = options.Environment,
        Key = key,
        Command = ActionCommand.Of(asked),
        Who = visitor.Name,
        Asked = options.Time.GetUtcNow(),
    };

    private AuditEntry Entry(AskedAction asked, Visitor visitor, string address) => new()
    {
        Environment = options.Environment,
        At = options.Time.GetUtcNow(),
        Who = visitor.Name,
        Role = Access.Word(visitor.Role),
        Address = address,
        Action = ActionKinds.Word(asked.Kind),
        Object = options.Outside.Line(ActionCommand.Object(asked)),
        Outcome = "done",
        Detail = options.Outside.Line(asked.Reason),
    };

    private static ActionRefusal? KeyRefusal(string key) =>
        key.Length is > 0 and <= ActionRecord.KeyMax && key.All(one => one is >= ' ' and <= '~') ? null
        : new ActionRefusal(400, "", $"an action is sent with a key of 1 to {ActionRecord.KeyMax} plain characters, by "
            + "which it is done once however often it is sent");

    private static string Title(AskedAction asked) => $"{asked.Kind}";
}

/// <summary>What came of an action.</summary>
/// <param name="Asked">What was asked, without secrets.</param>
/// <param name="Done">The action, as the ledger has it; null = it was refused.</param>
/// <param name="Refusal">Why it was refused; null = it was not.</param>
internal sealed record ActionResult(AskedAction Asked, ActionRecord? Done, ActionRefusal? Refusal);
