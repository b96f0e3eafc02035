using Orchestrator.Runner.Asking;

namespace Orchestrator.Service.Actions;

/// <summary>What an action must say of itself, whatever the ledger knows.</summary>
internal static class Demands
{
    /// <summary>Whether it is not done without a reason.</summary>
    public static bool NeedsReason(ActionKind kind) =>
        ActionKinds.Verb(kind) is { } verb && OperatorRules.NeedsReason(verb);

    /// <summary>What it is about that has to be named; null = all of that is.</summary>
    public static ActionRefusal? OfObject(AskedAction asked) => asked switch
    {
        { Kind: ActionKind.Approve, Hash.Length: 0 } => Missing(AskedAction.HashField, "a hash"),
        { Kind: not ActionKind.Approve, Hash.Length: > 0 } => Needless(AskedAction.HashField),
        { Kind: ActionKind.Approve, Batch.Length: > 0 } => Needless(AskedAction.BatchField),
        { Kind: ActionKind.Run or ActionKind.RunNow, Batch.Length: 0 } => Missing(AskedAction.BatchField, "a batch"),
        { Kind: ActionKind.Run, Trigger.Length: > 0 } => Needless(AskedAction.TriggerField),
        { Batch.Length: 0, Trigger.Length: > 0 } => Missing(AskedAction.BatchField, "the batch of the trigger"),
        { Kind: ActionKind.Retry or ActionKind.Cancel or ActionKind.Hold or ActionKind.Release or ActionKind.Skip } =>
            OfRun(asked),
        { Run: not null } => Needless(AskedAction.RunField),
        { Node.Length: > 0 } => Needless(AskedAction.NodeField),
        _ => null,
    };

    /// <summary>What has to be filled in and is not, or not as it must be; null = all of it is.</summary>
    public static ActionRefusal? OfFields(AskedAction asked, string environment, bool isProtected)
    {
        if (asked.Reason.Length > 0 && !ActionKinds.TakesReason(asked.Kind))
        {
            return Needless(AskedAction.ReasonField);
        }

        if ((ActionKinds.Verb(asked.Kind) is { } verb ? OperatorRules.RefusalOf(verb, asked.Reason)
            : OperatorRules.RefusalOf(asked.Reason)) is { } why)
        {
            return new ActionRefusal(422, AskedAction.ReasonField, why);
        }

        if (asked.As.Length > 0 && (asked.Kind != ActionKind.Skip || asked.As != AskedAction.AsSuccess))
        {
            return new ActionRefusal(422, AskedAction.AsField, "only what is skipped can be counted, as success");
        }

        return asked.Environment == environment || (!isProtected && asked.Environment.Length == 0) ? null
            : new ActionRefusal(422, AskedAction.EnvironmentField, isProtected
                ? "the environment is protected: its name has to be typed as it is"
                : "this service is one of another environment");
    }

    private static ActionRefusal? OfRun(AskedAction asked) =>
        asked.Run is null ? Missing(AskedAction.RunField, "a run")
        : asked.Batch.Length > 0 ? Needless(AskedAction.BatchField)
        : asked.Kind == ActionKind.Retry && asked.Node.Length > 0 ? Needless(AskedAction.NodeField)
        : asked.Node.Length == 0 && ActionKinds.Verb(asked.Kind) is { } verb && !OperatorRules.TakesWholeRun(verb)
            ? Missing(AskedAction.NodeField, "a package, a project or a container")
        : null;

    private static ActionRefusal Missing(string field, string what) =>
        new(422, field, $"{what} has to be named");

    private static ActionRefusal Needless(string field) => new(422, field, "the action takes none");
}

/// <summary>Why an action is not done.</summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="Field">The field that is to be put right; empty = none helps.</param>
/// <param name="Why">In words; texts from outside are as they came.</param>
internal sealed record ActionRefusal(int Status, string Field, string Why);
