using Orchestrator.Core;

namespace Orchestrator.Service.Scheduling;

/// <summary>Where the run of a firing stands: not begun; at work in some process; its process has not been heard for
/// longer than its lease lasts; ended.</summary>
internal enum RunStand { None, AtWork, Silent, Ended }

/// <summary>What is known of a firing that has not ended, when somebody looks at it.</summary>
internal sealed record FiringFound
{
    /// <summary>Where its run stands.</summary>
    public required RunStand Run { get; init; }

    /// <summary>How the run ended; null = it has not.</summary>
    public RunVerdict? Verdict { get; init; }

    /// <summary>Whether somebody asked for the run to be cancelled; else a cancelled one was stopped with its process.
    /// </summary>
    public bool IsCancelledBySomebody { get; init; }

    /// <summary>Whether somebody asked for it to go on with an earlier run.</summary>
    public bool IsRetry { get; init; }

    /// <summary>Whether a process that this service has started for it is alive.</summary>
    public bool HasProcess { get; init; }

    /// <summary>Exit code of the last process that this service has started for it; null = it has started none.
    /// </summary>
    public int? ExitCode { get; init; }

    /// <summary>Time since that process ended.</summary>
    public TimeSpan SinceEnd { get; init; }

    /// <summary>How many processes that this service has started for it ended so.</summary>
    public int Starts { get; init; }

    /// <summary>What the last one said last.</summary>
    public string Said { get; init; } = "";
}
