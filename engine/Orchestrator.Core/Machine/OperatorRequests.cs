namespace Orchestrator.Core.Machine;

/// <summary>
/// Somebody asks something of a run at work, from another terminal. Answered in the same turn by one
/// <see cref="RecordAnswer"/>.
/// </summary>
/// <param name="At">Time since the run began.</param>
/// <param name="Request">Number of the request in the ledger.</param>
/// <param name="Node">A package, or a group for all packages in it; 0 = the whole run.</param>
/// <param name="By">Who: "ann@host".</param>
/// <param name="Reason">Why; may be empty.</param>
public abstract record OperatorRequest(TimeSpan At, long Request, int Node, string By, string Reason) : RunEvent(At)
{
    /// <summary>"held by ann@host: the index is rebuilt".</summary>
    internal string Why(string what) => Reason.Length == 0 ? $"{what} by {By}" : $"{what} by {By}: {Reason}";
}

/// <summary>
/// What has not ended there does not start until it is released. What is at work goes on; only a further attempt of it
/// is held.
/// </summary>
public sealed record HoldRequested(TimeSpan At, long Request, int Node, string By, string Reason)
    : OperatorRequest(At, Request, Node, By, Reason);

/// <summary>Undoes every hold on what is there, whoever made it.</summary>
public sealed record ReleaseRequested(TimeSpan At, long Request, int Node, string By, string Reason)
    : OperatorRequest(At, Request, Node, By, Reason);

/// <summary>
/// What is not at work there ends SkippedByOperator: barriers open behind it, and what needs it is blocked, unless it
/// counts <paramref name="AsSuccess"/>.
/// </summary>
public sealed record SkipRequested(
    TimeSpan At, long Request, int Node, string By, string Reason, bool AsSuccess = false)
    : OperatorRequest(At, Request, Node, By, Reason);

/// <summary>
/// What is at work there is asked to stop and is not tried again, the rest ends Cancelled at once. Of node 0: the run
/// shall stop, as with <see cref="CancelRequested"/>.
/// </summary>
public sealed record CancelNodeRequested(TimeSpan At, long Request, int Node, string By, string Reason)
    : OperatorRequest(At, Request, Node, By, Reason);

/// <summary>What has not started there goes before all other ready packages; gate and caps stay as they are.</summary>
public sealed record PrioritiseRequested(TimeSpan At, long Request, int Node, string By, string Reason)
    : OperatorRequest(At, Request, Node, By, Reason);
