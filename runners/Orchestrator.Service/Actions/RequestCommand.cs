using System.Globalization;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Service.Actions;

/// <summary>What would be typed for an action: a verb with its arguments. Pure, so that it tells actions apart.
/// </summary>
internal static class RequestCommand
{
    /// <summary>What stands for a reason that is not there yet.</summary>
    private const string SomeReason = "…";

    public static string Of(ActionRequest request) => string.Join(' ', Words(request).Where(word => word.Length > 0));

    /// <summary>The same on a page on which the reason is yet to be filled in.</summary>
    public static string ToFillIn(ActionRequest request) => Of(
        request.Reason.Length > 0 || !RequestRules.NeedsReason(request.Kind) ? request
            : request with { Reason = SomeReason });

    /// <summary>What it is done to, for the audit log.</summary>
    public static string Object(ActionRequest request) =>
        string.Join(' ', ObjectWords(request).Where(word => word.Length > 0));

    private static IEnumerable<string> Words(ActionRequest request) => request.Kind switch
    {
        RequestKind.Run => ["run", ShellWord.Quoted(request.Batch)],
        RequestKind.Retry => ["retry", Number(request.Run)],
        RequestKind.Approve => ["approve", request.Hash],
        RequestKind.RunNow or RequestKind.Resume => ["schedules", RequestKinds.Word(request.Kind), Part(request)],
        RequestKind.Pause => ["schedules", "pause", Part(request), Reason(request)],
        _ =>
        [
            RequestKinds.Word(request.Kind), request.Node.Length == 0 ? "" : ShellWord.Quoted(request.Node),
            $"--run {Number(request.Run)}", Reason(request),
            request.Kind == RequestKind.Skip && request.As.Length > 0 ? $"--as {ShellWord.Quoted(request.As)}" : "",
        ],
    };

    private static IEnumerable<string> ObjectWords(ActionRequest request) =>
        request.Kind == RequestKind.Approve ? [request.Hash]
        : request.Run is not null ? [request.Node, $"run {Number(request.Run)}"]
        : request.Batch.Length == 0 ? ["everything"]
        : [request.Trigger.Length == 0 ? request.Batch : $"{request.Batch}/{request.Trigger}"];

    private static string Part(ActionRequest request) => request.Batch.Length == 0 ? ""
        : ShellWord.Quoted(request.Trigger.Length == 0 ? request.Batch : $"{request.Batch}/{request.Trigger}");

    private static string Reason(ActionRequest request) =>
        request.Reason.Length == 0 ? "" : $"--reason {ShellWord.Quoted(request.Reason)}";

    private static string Number(long? run) => run?.ToString(CultureInfo.InvariantCulture) ?? "";
}
