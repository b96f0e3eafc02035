using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Runner.Durability;

namespace Orchestrator.Runner;

/// <summary>What the owner loop needs of the world, so that it can be read and tested without it.</summary>
internal sealed record LoopSurroundings
{
    /// <summary>Where everybody leaves what the loop should know.</summary>
    public required Inbox<LoopMessage> Inbox { get; init; }

    /// <summary>Told that the loop turns.</summary>
    public required LoopPulse Pulse { get; init; }

    /// <summary>Time since the run began.</summary>
    public required RunClock Clock { get; init; }

    /// <summary>How long an attempt may take to stop.</summary>
    public required TimeSpan Grace { get; init; }

    /// <summary>Lets an attempt begin on its thread; its end comes as <see cref="AttemptReturned"/>.</summary>
    public required Action<Attempt> Begin { get; init; }

    /// <summary>Told of each event and of what the machine said to it; null = nobody looks.</summary>
    public Action<RunEvent, IReadOnlyList<RunCommand>>? Watch { get; init; }

    /// <summary>Keeps what has become of packages for those that read it; null = nobody does.</summary>
    public FactsOfNight? Facts { get; init; }

    /// <summary>Keeps what packages in the turns of loops write; null = nobody does.</summary>
    public TurnTargets? Targets { get; init; }

    /// <summary>Keeps where the packages commit; null = all of them are durable.</summary>
    public RunDurability? Durability { get; init; }

    /// <summary>Hands a turn to the ledger; its acknowledgement comes as <see cref="TurnCommitted"/>.</summary>
    public required Action<LoopTurn> Record { get; init; }

    /// <summary>Tells log and observer of a turn that is committed.</summary>
    public required Action<LoopTurn> Tell { get; init; }

    /// <summary>Tells log and observer what is in the way of the packages at work; none = it is not any more.</summary>
    public Action<string, IReadOnlyList<string>> Trouble { get; init; } = (_, _) => { };

    /// <summary>Tells log and observer who asked to stop.</summary>
    public required Action<string> StopAsked { get; init; }

    /// <summary>Asks the run to stop for somebody at another terminal, as a signal would; comes back as a message.
    /// </summary>
    public required Action<string> RequestStop { get; init; }

    /// <summary>
    /// Brings attempts on a relaxed database to disk, and tells from any thread which of them are lost.
    /// </summary>
    public required Action<int, IReadOnlyList<Attempt>, Action<IReadOnlyList<Lost>>> Harden { get; init; }

    /// <summary>
    /// What is done once the ends of all packages are recorded, and before that of the run: takes its verdict so far
    /// and gives the one to record. Null = nothing is.
    /// </summary>
    public Func<RunVerdict, RunVerdict>? Close { get; init; }

    /// <summary>Makes a snapshot for the screens.</summary>
    public required Action<RunMachine> Snapshot { get; init; }

    /// <summary>Takes in the turns of loops, for those that ask for what is in them.</summary>
    public void Hear(RunCommand command, Plan plan)
    {
        if (command is RecordExpansion expansion)
        {
            Facts?.Record(expansion);
            Targets?.Take(plan, expansion);
            Durability?.Take(expansion);
        }
    }

    /// <summary>The facts that a package reads which begins now.</summary>
    public IReadOnlyDictionary<FactName, TypedValue?> FactsFor(Plan plan, int node) =>
        Facts?.For(plan, plan.Nodes[node]) ?? ReadOnlyDictionary<FactName, TypedValue?>.Empty;
}

/// <summary>Monotonic time since a run began.</summary>
internal sealed class RunClock(TimeProvider time)
{
    private readonly long _begin = time.GetTimestamp();

    public TimeProvider Time { get; } = time;

    /// <summary>The wall clock when the run began; later times are this plus <see cref="Elapsed"/>.</summary>
    public DateTimeOffset Begin { get; } = WholeMicroseconds(time.GetUtcNow());

    public TimeSpan Elapsed => Time.GetElapsedTime(_begin);

    // The ledger keeps microseconds; times told live must be equal to those read back.
    private static DateTimeOffset WholeMicroseconds(DateTimeOffset at) =>
        at.AddTicks(-(at.Ticks % TimeSpan.TicksPerMicrosecond));
}
