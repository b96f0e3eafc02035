using Orchestrator.Core;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Ledger;

/// <summary>What the ledger knows of one run at one moment: all that its artifacts are derived from.</summary>
public sealed record RunFacts
{
    private FactsByAttempt? _byAttempt;

    public required RunRecord Run { get; init; }

    /// <summary>Its options that were not the default.</summary>
    public required IReadOnlyList<RunOption> Options { get; init; }

    /// <summary>Its plan, as it was recorded.</summary>
    public required string PlanJson { get; init; }

    /// <summary>Its nodes in the plan's order.</summary>
    public required IReadOnlyList<NodeRecord> Nodes { get; init; }

    /// <summary>Its attempts in the order in which they began.</summary>
    public required IReadOnlyList<AttemptRecord> Attempts { get; init; }

    /// <summary>Its transitions in order.</summary>
    public required IReadOnlyList<TransitionRecord> Transitions { get; init; }

    /// <summary>The failures of its attempts.</summary>
    public required IReadOnlyList<ErrorRecord> Errors { get; init; }

    /// <summary>The warnings of its attempts.</summary>
    public required IReadOnlyList<WarningRecord> Warnings { get; init; }

    /// <summary>How long its attempts waited, by reason.</summary>
    public required IReadOnlyList<WaitRecord> Waits { get; init; }

    /// <summary>What it did to the durability of databases, in the order in which it did.</summary>
    public required IReadOnlyList<ScopeRecord> Scopes { get; init; }

    /// <summary>What happened in the databases that it wrote; empty where nobody looked.</summary>
    public required IReadOnlyList<DatabaseEvidence> Databases { get; init; }

    /// <summary>What its attempts have set; of a sensitive one nothing may be shown but that it is there.</summary>
    public IReadOnlyList<RunValueRecord> Values { get; init; } = [];

    /// <summary>The turns that its loops have had.</summary>
    public IReadOnlyList<RunTurnRecord> Turns { get; init; } = [];

    /// <summary>Packages and hooks: what has attempts.</summary>
    public IEnumerable<NodeRecord> Work =>
        Nodes.Where(node => node is { Kind: NodeKind.Package, IsTemplate: false });

    /// <summary>Packages without hooks.</summary>
    public IEnumerable<NodeRecord> Packages => Work.Where(node => !node.IsHook);

    /// <summary>Groups that have failed and of which nothing in them tells why.</summary>
    public IEnumerable<NodeRecord> FailedGroups => Nodes.Where(node => node.HasFailedItself);

    /// <summary>From begin to end; to the last transition where the end is not known.</summary>
    public TimeSpan Elapsed => (Run.Ended ?? (Transitions is [.., var last] ? last.At : Run.Started)) - Run.Started;

    /// <summary>The failure of an attempt; null = it has none.</summary>
    public ErrorRecord? ErrorOf(AttemptRecord? attempt) => attempt is null ? null : ByAttempt.Error(attempt.Id);

    public IReadOnlyList<string> WarningsOf(AttemptRecord? attempt) =>
        attempt is null ? [] : ByAttempt.Warnings(attempt.Id);

    // A copy of the facts may have other texts.
    private FactsByAttempt ByAttempt => _byAttempt is { } known && known.IsOf(this) ? known : _byAttempt = new(this);
}
