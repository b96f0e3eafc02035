using Orchestrator.Data.Evidence;
using Orchestrator.Engine;
using Orchestrator.Ledger;

namespace Orchestrator.Report;

/// <summary>What the ledger knows of one run at one moment: all that its report is made of.</summary>
public sealed record ReportFacts
{
    /// <summary>The run.</summary>
    public required RunRecord Run { get; init; }

    /// <summary>Its options that were not the default.</summary>
    public required IReadOnlyList<RunOption> Options { get; init; }

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
    public IReadOnlyList<ScopeRecord> Scopes { get; init; } = [];

    /// <summary>What happened in the databases that it wrote; empty where nobody looked.</summary>
    public IReadOnlyList<DatabaseEvidence> Databases { get; init; } = [];

    /// <summary>For each node the indices of those that its plan lets it wait for, groups among them.</summary>
    public required IReadOnlyList<IReadOnlyList<int>> Before { get; init; }

    /// <summary>Packages and hooks: what has attempts.</summary>
    internal IEnumerable<NodeRecord> Work => Nodes.Where(node => node.Kind == NodeKind.Package);
}
