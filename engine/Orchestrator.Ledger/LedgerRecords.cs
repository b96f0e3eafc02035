using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data;

namespace Orchestrator.Ledger;

/// <summary>A run, as read from the ledger.</summary>
public sealed record RunRecord
{
    /// <summary>Number for people.</summary>
    public required long Number { get; init; }

    /// <summary>UUIDv7 for machines.</summary>
    public required Guid Id { get; init; }

    public required string Solution { get; init; }

    public required string Batch { get; init; }

    public required string Environment { get; init; }

    /// <summary>Hash of the plan; <see cref="LedgerReader.PlanJson"/> has its text.</summary>
    public required string PlanHash { get; init; }

    /// <summary>Number of the run that this one continues; null = none.</summary>
    public long? Continues { get; init; }

    /// <summary>The gate in slots.</summary>
    public required int GateSlots { get; init; }

    /// <summary>Processors of the machine.</summary>
    public required int Processors { get; init; }

    /// <summary>Commit of the metadata in git; empty = unknown.</summary>
    public required string GitCommit { get; init; }

    /// <summary>Version of the program.</summary>
    public required string Version { get; init; }

    /// <summary>The process that ran it.</summary>
    public required RunOrigin Origin { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>When it ended, or was last heard of if it ended unexpectedly; null = it is on.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>How it ended; null = it is on.</summary>
    public RunVerdict? Verdict { get; init; }
}

/// <summary>A node of a run with its last attempt, as read from the ledger.</summary>
public sealed record NodeRecord
{
    /// <summary>Index in the plan.</summary>
    public required int Node { get; init; }

    public required NodeKind Kind { get; init; }

    /// <summary>Unique name.</summary>
    public required string Name { get; init; }

    /// <summary>Index of the node that holds it; −1 for the batch.</summary>
    public required int Parent { get; init; }

    /// <summary>The word of its kind; empty for other nodes.</summary>
    public required string PackageKind { get; init; }

    /// <summary>What packages of its kind are for; None of other nodes.</summary>
    public PackagePurpose Purpose { get; init; }

    /// <summary>Whether it is a hook: it has attempts like a package and is counted apart.</summary>
    public bool IsHook => Purpose == PackagePurpose.Hook;

    /// <summary>What came in a loop: index of the node that it was made after; −1 = it was compiled so.</summary>
    public int Template { get; init; } = -1;

    /// <summary>Whether it only stands for what is in the turns of a loop: it never runs and is counted nowhere.
    /// </summary>
    public bool IsTemplate { get; init; }

    /// <summary>Hash of what the node alone says.</summary>
    public required string Hash { get; init; }

    public required NodeState State { get; init; }

    /// <summary>Since when it is in that state.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>What brought it into that state, in words.</summary>
    public required string Why { get; init; }

    /// <summary>Whether it need not run because nobody had selected it, in this run or in the one it continues.
    /// </summary>
    public bool IsNotSelected => State == NodeState.Done && RunMachineOptions.IsNotSelected(Why);

    /// <summary>Whether the selection of this very run has left it out, not that of one it continues.</summary>
    public bool IsLeftOut => State == NodeState.Done && RunMachineOptions.IsLeftOut(Why);

    /// <summary>
    /// Whether a group has failed and nothing in it is to blame: its condition has no value, or a loop has too many
    /// turns, or none where it has to have some.
    /// </summary>
    public bool HasFailedItself => Kind != NodeKind.Package && State == NodeState.Failed && !IsTemplate
        && MachineCodes.Split(Why).Code is not null;

    /// <summary>
    /// Why it is not further, as its run said last: at most a second ago. Null once it has ended, and where its run
    /// has not said.
    /// </summary>
    public WaitReason? Reason { get; init; }

    /// <summary>What it waits for; may be empty.</summary>
    public string ReasonObject { get; init; } = "";

    /// <summary>Since when it has that reason.</summary>
    public DateTimeOffset? ReasonSince { get; init; }

    /// <summary>Its last attempt in this run; null = none.</summary>
    public AttemptRecord? Last { get; init; }
}

/// <summary>One attempt of a package.</summary>
public sealed record AttemptRecord
{
    /// <summary>Number over all runs: the audit id.</summary>
    public required long Id { get; init; }

    /// <summary>Number of the run.</summary>
    public required long Run { get; init; }

    /// <summary>Index of the node in that run's plan.</summary>
    public required int Node { get; init; }

    /// <summary>Number within the run, from 1.</summary>
    public required int Number { get; init; }

    public required NodeState State { get; init; }

    /// <summary>When it was recorded as Running.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>When it ended; null = it is on, or its end is unknown.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>Time Ready without a slot.</summary>
    public TimeSpan Queued { get; init; }

    /// <summary>Time at work but held up.</summary>
    public TimeSpan Waiting { get; init; }

    /// <summary>The rest of its time.</summary>
    public TimeSpan Working { get; init; }

    /// <summary>From its begin to its end; of one without an end what it is known to have taken.</summary>
    public TimeSpan Took => Ended is { } ended ? ended - Started : Waiting + Working;

    /// <summary>Name of the thread that did the work; empty while it is at work.</summary>
    public string Thread { get; init; } = "";

    /// <summary>
    /// The scope in which commits of its target were delayed, so that it counts once it is Hardened; null = each commit
    /// was on disk.
    /// </summary>
    public long? Scope { get; init; }

    /// <summary>What it has moved, and how. The rows alone stand beside it, too, as most ask for them.</summary>
    public AttemptWork Work { get; init; } = new();

    /// <inheritdoc cref="AttemptWork.Counts"/>
    public RowCounts Counts { get => Work.Counts; init => Work = Work with { Counts = value }; }
}

/// <summary>When a load of a plan last counted as loaded, in its environment and by whichever run.</summary>
/// <param name="Node">Name of the package.</param>
/// <param name="Attempt">The attempt; null = none ever has.</param>
public sealed record LastLoad(string Node, AttemptRecord? Attempt);

/// <summary>An attempt that rejected rows.</summary>
/// <param name="Node">Name of its package.</param>
public sealed record RejectingAttempt(string Node, AttemptRecord Attempt);

/// <summary>A change of a node's state.</summary>
/// <param name="Sequence">Counts the transitions of the run from 1; ask for what came after it.</param>
/// <param name="Run">Number of the run.</param>
/// <param name="Node">Index of the node.</param>
/// <param name="Attempt">Number of the attempt within the run; 0 = none.</param>
/// <param name="From">State before.</param>
/// <param name="To">State after.</param>
/// <param name="Why">The cause in words.</param>
/// <param name="Who">Who caused it; empty = the run itself.</param>
/// <param name="At">When.</param>
public sealed record TransitionRecord(
    long Sequence, long Run, int Node, int Attempt, NodeState From, NodeState To, string Why, string Who,
    DateTimeOffset At);

/// <summary>How long an attempt waited for one reason.</summary>
public sealed record WaitRecord(int Node, long AttemptId, WaitReason Reason, TimeSpan Duration);

/// <summary>The failure of an attempt.</summary>
public sealed record ErrorRecord(int Node, long AttemptId, int Attempt, PackageError Error);

/// <summary>A warning of an attempt.</summary>
public sealed record WarningRecord(int Node, long AttemptId, string Text);
