using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// What a plan says, value by value: it is hashed, kept in the ledger (<see cref="PlanJson"/>), compared by `diff` and
/// printed by `show`. Holds `${…}` as written, so no secret.
/// </summary>
public sealed record PlanContent
{
    public required string Solution { get; init; }

    public required string Batch { get; init; }

    /// <summary>Name of the environment; no part of the hash.</summary>
    public required string Environment { get; init; }

    /// <summary>The plan's hash.</summary>
    public required string Hash { get; init; }

    /// <summary>One entry per node of the plan, at the same index.</summary>
    public required IReadOnlyList<PlanEntry> Nodes { get; init; }

    /// <summary>The connections that its packages use, in declared order.</summary>
    public required IReadOnlyList<ConnectionEntry> Connections { get; init; }

    /// <summary>
    /// What starts the batch by itself. No part of the plan: neither hashed nor kept, so null of one that was read
    /// back.
    /// </summary>
    public IReadOnlyList<PlanTrigger>? Triggers { get; init; }

    /// <summary>Who is told what of it; no part of the plan either.</summary>
    public IReadOnlyList<PlanAlert>? Alerts { get; init; }
}

/// <summary>One node of the plan with what was written for it.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Name">Its name in the plan.</param>
/// <param name="Parent">Index of the node that holds it; −1 for the batch.</param>
/// <param name="Hash">SHA-256 over kind, name and the properties that are not the default.</param>
/// <param name="Properties">Its values in the order of the guide.</param>
public sealed record PlanEntry(
    NodeKind Kind, string Name, int Parent, string Hash, IReadOnlyList<PlanProperty> Properties)
{
    /// <summary>What it has of a key; null = nothing.</summary>
    public string? Value(string key) => Properties.FirstOrDefault(property => property.Key == key)?.Value;
}

/// <summary>A connection with what was written for it.</summary>
public sealed record ConnectionEntry(string Name, IReadOnlyList<PlanProperty> Properties);

/// <summary>A trigger of the batch with what was written for it.</summary>
public sealed record PlanTrigger(string Name, IReadOnlyList<PlanProperty> Properties);

/// <summary>An alert of the batch with what was written for it.</summary>
public sealed record PlanAlert(string Name, IReadOnlyList<PlanProperty> Properties);

/// <summary>One value.</summary>
/// <param name="Key">The keys of the YAML, joined by dots: `load.pattern`, `columns.Name.dataType`.</param>
/// <param name="Value">As text; lists as JSON.</param>
/// <param name="At">Where it was written; <see cref="Origin.Default"/> where nobody wrote it.</param>
/// <param name="IsDefault">
/// Whether it is what holds when nobody writes anything: such values are in neither hash nor ledger, so that a key
/// that a later version adds changes neither.
/// </param>
public sealed record PlanProperty(string Key, string Value, Origin At, bool IsDefault = false);
