namespace Orchestrator.Core.Machine;

/// <summary>Why a node that has not ended is not further: the reason, the thing waited for, and since when.</summary>
/// <param name="Reason">The one reason.</param>
/// <param name="Object">Name of the node, the cap's owner, or what the package itself named; may be empty.</param>
/// <param name="Since">Time since the run began.</param>
public readonly record struct NodeReason(WaitReason Reason, string Object, TimeSpan Since);

/// <summary>
/// Where the time of a package went from its first Ready to its end, or to the last event: <see cref="Queued"/> is
/// Gate and Cap, <see cref="Working"/> is Working, <see cref="Waiting"/> all else (RetryAt, WriterTurn, Claim, Server,
/// Flush, Held). <see cref="ByReason"/> is the same time by reason; reasons that took none are left out.
/// </summary>
public sealed record NodeTimes(TimeSpan Queued, TimeSpan Waiting, TimeSpan Working,
    IReadOnlyDictionary<WaitReason, TimeSpan> ByReason)
{
    /// <summary>The sum of the three.</summary>
    public TimeSpan Elapsed => Queued + Waiting + Working;
}

/// <summary>
/// Counts of all packages of a run by state, hooks apart, and the times of all attempts that have ended. Running counts
/// also those asked to cancel, Succeeded those hardened, Failed those abandoned; Warned are those among Succeeded that
/// warned.
/// </summary>
public readonly record struct RunTotals(
    int Packages, int Pending, int Ready, int Held, int Running, int Succeeded, int Warned, int Failed, int Cancelled,
    int Blocked, int NotNeeded, int Done, int Disabled, int Skipped,
    TimeSpan Queued, TimeSpan Waiting, TimeSpan Working)
{
    /// <summary>Packages that will not change any more.</summary>
    public int Ended => Packages - Pending - Ready - Held - Running;
}
