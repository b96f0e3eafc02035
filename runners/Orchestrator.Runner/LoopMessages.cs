using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;
using Orchestrator.Packages;

namespace Orchestrator.Runner;

/// <summary>What the threads around a run tell its owner loop.</summary>
internal abstract record LoopMessage;

/// <summary>A package's thread is done with an attempt.</summary>
internal sealed record AttemptReturned(Attempt Attempt, PackageResult Result, TimeSpan At) : LoopMessage;

/// <summary>A package is held up over something, or (null) goes on.</summary>
internal sealed record AttemptHeldUp(Attempt Attempt, WaitReason Reason, string? Over, TimeSpan At) : LoopMessage;

/// <summary>An attempt at work warns of something.</summary>
internal sealed record AttemptWarned(Attempt Attempt, string Text, TimeSpan At) : LoopMessage;

/// <summary>The grace time of an attempt that was asked to stop is over.</summary>
internal sealed record GraceOver(Attempt Attempt) : LoopMessage;

/// <summary>The ledger has committed a turn: what waited for it may go.</summary>
internal sealed record TurnCommitted(LoopTurn Turn) : LoopMessage;

/// <summary>A flush has ended: of its attempts those named are lost.</summary>
internal sealed record FlushEnded(
    int Database, IReadOnlyList<Attempt> Attempts, IReadOnlyList<Lost> Lost, TimeSpan At) : LoopMessage;

/// <summary>Something that packages at work need gives no answer, or gives one again.</summary>
internal sealed record TroubleCame(string Text, bool IsOver = false) : LoopMessage;

/// <summary>The ledger cannot be written any more.</summary>
internal sealed record LedgerFailed(LedgerException Why) : LoopMessage;

/// <summary>Somebody asked the run to stop, for the first or a further time.</summary>
internal sealed record StopCame(int Count, string By) : LoopMessage;

/// <summary>Somebody asked something of the run from another terminal.</summary>
internal sealed record RequestsCame(IReadOnlyList<RequestRecord> Requests) : LoopMessage;

/// <summary>The time that the machine asked for has come.</summary>
internal sealed record WakeTimeCame : LoopMessage
{
    public static WakeTimeCame Instance { get; } = new();
}

/// <summary>The reasons to wait have not been recorded for a second, and may have changed.</summary>
internal sealed record ReasonsDue : LoopMessage
{
    public static ReasonsDue Instance { get; } = new();
}

/// <summary>Who keeps the lease of the run wants to know that the loop still turns.</summary>
internal sealed record PulseWanted : LoopMessage
{
    public static PulseWanted Instance { get; } = new();
}

/// <summary>A screen wants a newer snapshot.</summary>
internal sealed record SnapshotWanted : LoopMessage
{
    public static SnapshotWanted Instance { get; } = new();
}
