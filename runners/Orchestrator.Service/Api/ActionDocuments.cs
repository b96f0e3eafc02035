using Orchestrator.Service.Actions;

namespace Orchestrator.Service.Api;

/// <summary>An action that is asked for.</summary>
/// <param name="Action">run, run-now, retry, cancel, hold, release, skip, pause, resume or approve.</param>
/// <param name="Run">retry, cancel, hold, release, skip: the run.</param>
/// <param name="Node">cancel, hold, release, skip: a package; but for cancel also a project or a container. Without
/// it the whole run is meant.</param>
/// <param name="Batch">run, run-now, pause, resume: the batch; pause and resume without it mean all.</param>
/// <param name="Trigger">run-now, pause, resume: a trigger of the batch.</param>
/// <param name="Reason">cancel, skip: needed; hold, release, pause: kept as well.</param>
/// <param name="As">skip: success, where it counts as one.</param>
/// <param name="Environment">The name of the environment; needed where that is protected.</param>
/// <param name="Hash">approve: the SHA-256 of what waits.</param>
internal sealed record ActionAsk(
    string Action, long? Run = null, string? Node = null, string? Batch = null, string? Trigger = null,
    string? Reason = null, string? As = null, string? Environment = null, string? Hash = null)
{
    /// <summary>The field that names nothing, though it is there: without it all would be meant. Null = there is none.
    /// </summary>
    public string? BlankField() => new[]
    {
        (ActionRequest.NodeField, Node), (ActionRequest.BatchField, Batch), (ActionRequest.TriggerField, Trigger),
    }.FirstOrDefault(each => each.Item2 is not null && string.IsNullOrWhiteSpace(each.Item2)).Item1;

    public ActionRequest Of(RequestKind kind) => new()
    {
        Kind = kind,
        Run = Run,
        Node = Node?.Trim() ?? "",
        Hash = Hash ?? "",
        Batch = Batch ?? "",
        Trigger = Trigger ?? "",
        Reason = Reason?.Trim() ?? "",
        As = As ?? "",
        Environment = Environment?.Trim() ?? "",
    };
}

/// <summary>An action and what became of it.</summary>
/// <param name="SchemaVersion">Version of these documents.</param>
/// <param name="Action">Its number.</param>
/// <param name="Command">What would be typed for it.</param>
/// <param name="Who">Who asked.</param>
/// <param name="AskedAt">When.</param>
/// <param name="State">asked (a run or a service has yet to answer), done or refused.</param>
/// <param name="Answer">In words.</param>
/// <param name="Run">The run that it asked something of, or that it became.</param>
/// <param name="Firing">The firing that it became.</param>
internal sealed record ActionDocument(
    int SchemaVersion, long Action, string Command, string Who, DateTime AskedAt, string State, string Answer,
    long? Run, long? Firing);
