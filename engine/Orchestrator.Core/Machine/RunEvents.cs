using System.Collections.ObjectModel;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>
/// Something that happened, told to the run machine by the shell. <see cref="At"/> is monotonic time since the run
/// began.
/// </summary>
public abstract record RunEvent(TimeSpan At);

/// <summary>The run begins: told once, first.</summary>
public sealed record Began(TimeSpan At) : RunEvent(At);

/// <summary>
/// An attempt ended. <paramref name="Outcome"/> is Succeeded, Failed, Cancelled or Abandoned; <paramref
/// name="Error"/> only with Failed.
/// </summary>
public sealed record AttemptEnded(
    TimeSpan At, int Node, int Attempt, NodeState Outcome, ErrorClass? Error = null, bool Warned = false)
    : RunEvent(At)
{
    /// <summary>
    /// What a success has set, by the index of the variable: all that its package <see cref="PlanNode.Sets"/>, and
    /// nothing where it is none.
    /// </summary>
    public IReadOnlyDictionary<int, RunValue> Sets { get; init; } = ReadOnlyDictionary<int, RunValue>.Empty;

    /// <summary>What else is known of it.</summary>
    public AttemptFacts Facts { get; init; } = AttemptFacts.None;
}

/// <summary>
/// A package at work is held up: <paramref name="Reason"/> (writer turn …) over <paramref name="Object"/>. A second one
/// replaces the first.
/// </summary>
public sealed record HeldUp(TimeSpan At, int Node, WaitReason Reason, string Object) : RunEvent(At);

/// <summary>A package that was held up goes on; one that was not just goes on working.</summary>
public sealed record WentOn(TimeSpan At, int Node) : RunEvent(At);

/// <summary>
/// A <see cref="HardenDatabase"/> is done: of its attempts those in <paramref name="Lost"/> are lost, all others are on
/// disk. Where no flush could be made, all are lost.
/// </summary>
public sealed record HardeningEnded(TimeSpan At, int Database, IReadOnlyList<Lost> Lost) : RunEvent(At);

/// <summary>An attempt that succeeded and of which nobody knows that it is on disk, with the cause.</summary>
/// <param name="Node">Its package.</param>
/// <param name="Attempt">Its number in the run.</param>
/// <param name="Why">The cause.</param>
/// <param name="Error">Whether what it has done is gone, or may be there still.</param>
public readonly record struct Lost(int Node, int Attempt, string Why, ErrorClass Error = ErrorClass.Transient);

/// <summary>The time asked for by <see cref="WakeAt"/> has come.</summary>
public sealed record Tick(TimeSpan At) : RunEvent(At);

/// <summary>
/// The run shall stop: nothing new starts, what is at work is asked to cancel. With <paramref name="IsHard"/> nobody
/// waits for it any more: attempts that are abandoned from now on are so because somebody wanted it.
/// </summary>
public sealed record CancelRequested(TimeSpan At, string By, bool IsHard = false) : RunEvent(At);
