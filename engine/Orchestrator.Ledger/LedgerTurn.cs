using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Ledger;

/// <summary>What one turn of the run's loop has to record: it becomes durable as a whole or not at all.</summary>
public sealed record LedgerTurn
{
    /// <summary>
    /// The commands of the turn; <see cref="RecordTransition"/>, <see cref="RecordTimes"/>,
    /// <see cref="RecordAnswer"/>, <see cref="RecordExpansion"/> and <see cref="EndRun"/> are recorded, in order.
    /// </summary>
    public required IReadOnlyList<RunCommand> Commands { get; init; }

    /// <summary>What attempts that ended have to tell.</summary>
    public IReadOnlyList<AttemptResult> Results { get; init; } = [];

    /// <summary>The attempts that had succeeded and are not there any more after a flush.</summary>
    public IReadOnlyList<AttemptLost> Lost { get; init; } = [];

    /// <summary>What attempts at work warn of.</summary>
    public IReadOnlyList<AttemptWarning> Warnings { get; init; } = [];

    /// <summary>
    /// The reasons that nodes have from now on; a node that changed its state has none until it is named here.
    /// </summary>
    public IReadOnlyList<CurrentReason> Reasons { get; init; } = [];

    /// <summary>Who caused it, where it was not the run itself: a user's name.</summary>
    public string Who { get; init; } = "";
}

/// <summary>What an attempt warns of while it is at work.</summary>
/// <param name="Node">Index of the node in the plan.</param>
/// <param name="Attempt">Number of the attempt within the run, from 1.</param>
/// <param name="Number">Which of its warnings this is, from 1.</param>
/// <param name="Text">The warning.</param>
public sealed record AttemptWarning(int Node, int Attempt, int Number, string Text);

/// <summary>An attempt that had succeeded, and whose commits are lost.</summary>
/// <param name="Node">Index of the node in the plan.</param>
/// <param name="Attempt">Number of the attempt within the run, from 1.</param>
/// <param name="Why">What is known of it.</param>
public sealed record AttemptLost(int Node, int Attempt, PackageError Why);

/// <summary>The one reason why a node that has not ended is not further, at this moment.</summary>
public sealed record CurrentReason(int Node, NodeReason Reason);

/// <summary>What an attempt that ended has to tell.</summary>
public sealed record AttemptResult
{
    /// <summary>Index of the node in the plan.</summary>
    public required int Node { get; init; }

    /// <summary>Number of the attempt within the run, from 1.</summary>
    public required int Attempt { get; init; }

    /// <summary>What it has moved, and how.</summary>
    public AttemptWork Work { get; init; } = new();

    /// <summary>Name of the thread that did the work.</summary>
    public string Thread { get; init; } = "";

    /// <summary>The failure, if it was one.</summary>
    public PackageError? Error { get; init; }

    /// <summary>The watermarks that it has moved; only an attempt that succeeded has any.</summary>
    public IReadOnlyList<WatermarkMove> Watermarks { get; init; } = [];

    /// <summary>The files that it read, and what became of them.</summary>
    public IReadOnlyList<ReadFile> Files { get; init; } = [];

    /// <summary>What somebody should look at although the attempt succeeded.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>How many warnings of it were recorded while it was at work.</summary>
    public int WarnedBefore { get; init; }

    /// <summary>What it did and waited for in the database that it wrote; null = it did not come so far.</summary>
    public AttemptEvidence? Evidence { get; init; }
}

/// <summary>The ledger's answer to a turn.</summary>
/// <param name="Attempts">The attempts that the turn began (Running), with their audit ids.</param>
/// <param name="Failure">Why the turn could not be recorded; null = it is durable.</param>
public sealed record TurnReceipt(IReadOnlyList<AttemptBegun> Attempts, LedgerException? Failure);

/// <summary>An attempt that was durably recorded as Running: now it may start.</summary>
/// <param name="Node">Index of the node.</param>
/// <param name="Attempt">Number within the run, from 1.</param>
/// <param name="AttemptId">Number over all runs of the ledger: the audit id of its rows.</param>
public sealed record AttemptBegun(int Node, int Attempt, long AttemptId);
