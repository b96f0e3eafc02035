using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Model;

/// <summary>The MasterOfMaster: an ordered list of projects.</summary>
public sealed record Batch
{
    public required string Name { get; init; }

    /// <summary>Whether `run` without a batch takes it.</summary>
    public bool IsDefault { get; init; }

    /// <summary>Its projects in order.</summary>
    public required IReadOnlyList<BatchProject> Projects { get; init; }

    /// <summary>What a failure blocks.</summary>
    public FailureHandling FailureHandling { get; init; }

    /// <summary>The gate, where it differs from the solution's.</summary>
    public Setting<int>? MaxConcurrency { get; init; }

    /// <summary>Longest time of the run.</summary>
    public TimeSpan? Timeout { get; init; }

    /// <summary>What runs before its projects and behind them.</summary>
    public IReadOnlyList<Hook> Hooks { get; init; } = [];

    /// <summary>What starts it by itself; no part of its plan.</summary>
    public IReadOnlyList<Trigger> Triggers { get; init; } = [];

    /// <summary>Who is told what of it; no part of its plan.</summary>
    public IReadOnlyList<Alert> Alerts { get; init; } = [];

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }

    /// <summary>What was written of it; null = nobody wrote anything.</summary>
    internal YamlMap? Written { get; init; }
}

/// <summary>
/// A project in a batch. <paramref name="DependsOn"/> null = it follows the project before it in the list; otherwise
/// exactly those (empty: it starts with the batch).
/// </summary>
public sealed record BatchProject(string Project, IReadOnlyList<string>? DependsOn, Origin At);
