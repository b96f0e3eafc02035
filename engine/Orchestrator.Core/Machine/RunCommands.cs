using System.Collections.ObjectModel;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>
/// Something that the shell must do. Records come first in a turn: effects wait for their commit in the ledger.
/// </summary>
public abstract record RunCommand;

/// <summary>Record that a node changed its state. All of one turn are one commit.</summary>
/// <param name="At">Time since the run began.</param>
/// <param name="Node">Index of the node.</param>
/// <param name="From">State before.</param>
/// <param name="To">State after.</param>
/// <param name="Attempt">
/// Number of the attempt (1, 2, …) that begins, is asked to cancel or ends here, or is hardened or lost; 0 where none
/// is concerned. An attempt ends with the one transition from Running or Cancelling that is not to Cancelling; a retry
/// then goes Failed → Ready. A success on a relaxed database goes on: Succeeded → Hardened, or → Failed where it is
/// lost; then groups around it that had ended well go to Failed, too.
/// </param>
/// <param name="Why">The cause in words: "level Staging:10 ended", "retry 2 of 3 after Transient", …</param>
/// <param name="Error">With Failed: its class; TimedOut where the machine cut the attempt off.</param>
public sealed record RecordTransition(
    TimeSpan At, int Node, NodeState From, NodeState To, int Attempt, string Why, ErrorClass? Error = null)
    : RunCommand
{
    /// <summary>Who asked for just this, "ann@host"; empty = it follows by the rules.</summary>
    public string Who { get; init; } = "";
}

/// <summary>Record what came of an <see cref="OperatorRequest"/>, in the commit of its transitions.</summary>
/// <param name="At">Time since the run began.</param>
/// <param name="Request">Its number.</param>
/// <param name="IsDone">Whether it was done; otherwise nothing has changed.</param>
/// <param name="Text">One sentence for whoever asked.</param>
public sealed record RecordAnswer(TimeSpan At, long Request, bool IsDone, string Text) : RunCommand;

/// <summary>
/// Record how long a package was queued, waiting and working, by reason, once its attempt has ended. The time counts
/// from the first Ready, or from the end of the attempt before, whose back-off is thus waiting (RetryAt). The time
/// from Succeeded to Hardened is not among them: it belongs to no attempt, or to the next one where this one is lost
/// (Flush). <see cref="Queued"/> is Gate and Cap, <see cref="Working"/> is Working, <see cref="Waiting"/> all else
/// (RetryAt, WriterTurn, Claim, Server, Flush, Held). <see cref="ByReason"/> is the same time by reason; reasons that
/// took none are left out.
/// </summary>
public sealed record RecordTimes(int Node, int Attempt, TimeSpan Queued, TimeSpan Waiting, TimeSpan Working,
    IReadOnlyDictionary<WaitReason, TimeSpan> ByReason) : RunCommand;

/// <summary>Start an attempt of a package, after the commit that says Running.</summary>
public sealed record StartPackage(int Node, int Attempt) : RunCommand
{
    /// <summary>The values that it reads, by the index of the variable.</summary>
    public IReadOnlyDictionary<int, RunValue> Values { get; init; } = ReadOnlyDictionary<int, RunValue>.Empty;
}

/// <summary>Ask a package at work to stop (cancellation, time-out).</summary>
public sealed record CancelPackage(int Node, int Attempt, string Why) : RunCommand;

/// <summary>
/// Bring to disk what was committed on a relaxed database, and find out which of the attempts survived; answered by one
/// <see cref="HardeningEnded"/>. One at a time for each database.
/// </summary>
/// <param name="Database">Index into <see cref="Plan.Relaxed"/>.</param>
/// <param name="Attempts">The successes on it that are not hardened, at least one; committed as Succeeded.</param>
public sealed record HardenDatabase(int Database, IReadOnlyList<(int Node, int Attempt)> Attempts) : RunCommand;

/// <summary>Send a <see cref="Tick"/> at this time; replaces an earlier request.</summary>
public sealed record WakeAt(TimeSpan At) : RunCommand;

/// <summary>All nodes have ended.</summary>
public sealed record EndRun(TimeSpan At, RunVerdict Verdict) : RunCommand;
