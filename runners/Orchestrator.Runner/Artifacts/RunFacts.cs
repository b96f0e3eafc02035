using Orchestrator.Data.Evidence;
using Orchestrator.Engine;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;

namespace Orchestrator.Runner.Artifacts;

/// <summary>Everything that the ledger knows of one run: what its artifacts are derived from.</summary>
internal sealed record RunFacts
{
    public required RunRecord Run { get; init; }

    public required IReadOnlyList<RunOption> Options { get; init; }

    public required PlanDocument Plan { get; init; }

    public required IReadOnlyList<NodeRecord> Nodes { get; init; }

    public required IReadOnlyList<AttemptRecord> Attempts { get; init; }

    public required IReadOnlyList<TransitionRecord> Transitions { get; init; }

    public required IReadOnlyList<ErrorRecord> Errors { get; init; }

    public required IReadOnlyList<WarningRecord> Warnings { get; init; }

    public required IReadOnlyList<WaitRecord> Waits { get; init; }

    public IReadOnlyList<DatabaseEvidence> Databases { get; init; } = [];

    public IReadOnlyList<ScopeRecord> Scopes { get; init; } = [];

    /// <summary>Packages and hooks: what has attempts.</summary>
    public IEnumerable<NodeRecord> Work => Nodes.Where(node => node.Kind == NodeKind.Package);

    public IEnumerable<NodeRecord> Packages => Work.Where(node => !node.IsHook);

    /// <summary>From begin to end; to the last transition where the end is not known.</summary>
    public TimeSpan Elapsed => (Run.Ended ?? (Transitions is [.., var last] ? last.At : Run.Started)) - Run.Started;

    public ErrorRecord? ErrorOf(AttemptRecord? attempt) =>
        attempt is null ? null : Errors.FirstOrDefault(error => error.AttemptId == attempt.Id);

    public IReadOnlyList<string> WarningsOf(AttemptRecord? attempt) => attempt is null ? []
        : [.. Warnings.Where(warning => warning.AttemptId == attempt.Id).Select(warning => warning.Text)];
}
