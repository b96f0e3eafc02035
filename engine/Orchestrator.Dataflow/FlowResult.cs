using System.Runtime.ExceptionServices;

namespace Orchestrator.Dataflow;

/// <summary>How a run of a flow ended.</summary>
public enum FlowOutcome
{
    /// <summary>All rows are where they belong.</summary>
    Succeeded,

    /// <summary>A worker failed; the others were stopped.</summary>
    Failed,

    /// <summary>Somebody asked it to stop.</summary>
    Cancelled,
}

/// <summary>What became of a run.</summary>
/// <param name="Outcome">How it ended.</param>
/// <param name="Failure">The first cause, null unless it failed.</param>
/// <param name="FailedWorker">The worker that failed first; null unless one did.</param>
/// <param name="Took">From its first step to its last.</param>
/// <param name="Workers">Its workers, in the order in which they were made.</param>
public sealed record FlowResult(
    FlowOutcome Outcome, Exception? Failure, string? FailedWorker, TimeSpan Took, IReadOnlyList<WorkerResult> Workers)
{
    /// <summary>The worker of that name.</summary>
    public WorkerResult this[string worker] => Workers.First(each => each.Name == worker);

    /// <summary>Throws what a worker threw, or that it was cancelled.</summary>
    public FlowResult ThrowOnFailure()
    {
        if (Failure is not null)
        {
            ExceptionDispatchInfo.Throw(Failure);
        }

        return Outcome == FlowOutcome.Succeeded ? this : throw new OperationCanceledException("the flow was cancelled");
    }
}

/// <summary>Rows and times of one worker.</summary>
/// <param name="Name">Its name.</param>
/// <param name="RowsIn">Rows that it received, over all its inputs.</param>
/// <param name="RowsOut">Rows that those behind it received from it, over all its outputs.</param>
/// <param name="Working">Time in its steps.</param>
/// <param name="AwaitingRows">Time without rows at its inputs, or until what it called has answered.</param>
/// <param name="AwaitingRoom">Time without room at its outputs.</param>
/// <param name="AwaitingThread">Time in which it could have worked, but all threads were busy with others.</param>
public sealed record WorkerResult(
    string Name, long RowsIn, long RowsOut, TimeSpan Working, TimeSpan AwaitingRows, TimeSpan AwaitingRoom,
    TimeSpan AwaitingThread)
{
    /// <summary>Whether its rows come from nowhere else in the flow: it has no inputs, and is not made of others.
    /// </summary>
    public bool IsSource { get; init; }

    /// <summary>Whether it is a source whose rows are only looked up, whatever is made of them before.</summary>
    public bool IsLookedUp { get; init; }
}
