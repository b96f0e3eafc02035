using Orchestrator.Runner.Requests;

namespace Orchestrator.Service.Actions;

/// <summary>What an action must say of itself, whatever the ledger knows.</summary>
internal static class RequestRules
{
    /// <summary>Whether it is not done without a reason.</summary>
    public static bool NeedsReason(RequestKind kind) =>
        RequestKinds.Verb(kind) is { } verb && OperatorRules.NeedsReason(verb);

    /// <summary>What it is about that has to be named; null = all of that is.</summary>
    public static RequestRefusal? OfObject(ActionRequest request) => request switch
    {
        { Kind: RequestKind.Approve, Hash.Length: 0 } => Missing(ActionRequest.HashField, "a hash"),
        { Kind: not RequestKind.Approve, Hash.Length: > 0 } => Needless(ActionRequest.HashField),
        { Kind: RequestKind.Approve, Batch.Length: > 0 } => Needless(ActionRequest.BatchField),
        { Kind: RequestKind.Run or RequestKind.RunNow, Batch.Length: 0 } =>
            Missing(ActionRequest.BatchField, "a batch"),
        { Kind: RequestKind.Run, Trigger.Length: > 0 } => Needless(ActionRequest.TriggerField),
        { Batch.Length: 0, Trigger.Length: > 0 } => Missing(ActionRequest.BatchField, "the batch of the trigger"),
        { Kind: RequestKind.Retry or RequestKind.Cancel } => OfRun(request),
        { Kind: RequestKind.Hold or RequestKind.Release or RequestKind.Skip } => OfRun(request),
        { Run: not null } => Needless(ActionRequest.RunField),
        { Node.Length: > 0 } => Needless(ActionRequest.NodeField),
        _ => null,
    };

    /// <summary>What has to be filled in and is not, or not as it must be; null = all of it is.</summary>
    public static RequestRefusal? OfFields(ActionRequest request, string environment, bool isProtected)
    {
        if (request.Reason.Length > 0 && !RequestKinds.TakesReason(request.Kind))
        {
            return Needless(ActionRequest.ReasonField);
        }

        if ((RequestKinds.Verb(request.Kind) is { } verb ? OperatorRules.RefusalOf(verb, request.Reason)
            : OperatorRules.RefusalOf(request.Reason)) is { } why)
        {
            return new RequestRefusal(422, ActionRequest.ReasonField, why);
        }

        if (request.As.Length > 0 && (request.Kind != RequestKind.Skip || request.As != ActionRequest.AsSuccess))
        {
            return new RequestRefusal(422, ActionRequest.AsField, "only what is skipped can be counted, as success");
        }

        return request.Environment == environment || (!isProtected && request.Environment.Length == 0) ? null
            : new RequestRefusal(422, ActionRequest.EnvironmentField, isProtected
                ? "the environment is protected: its name has to be typed as it is"
                : "this service is one of another environment");
    }

    private static RequestRefusal? OfRun(ActionRequest request) =>
        request.Run is null ? Missing(ActionRequest.RunField, "a run")
        : request.Batch.Length > 0 ? Needless(ActionRequest.BatchField)
        : request.Kind == RequestKind.Retry && request.Node.Length > 0 ? Needless(ActionRequest.NodeField)
        : request.Node.Length == 0 && RequestKinds.Verb(request.Kind) is { } verb && !OperatorRules.TakesWholeRun(verb)
            ? Missing(ActionRequest.NodeField, "a package, a project or a container")
        : null;

    private static RequestRefusal Missing(string field, string what) =>
        new(422, field, $"{what} has to be named");

    private static RequestRefusal Needless(string field) => new(422, field, "the action takes none");
}

/// <summary>Why an action is not done.</summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="Field">The field that is to be put right; empty = none helps.</param>
/// <param name="Why">In words; texts from outside are as they came.</param>
internal sealed record RequestRefusal(int Status, string Field, string Why);
