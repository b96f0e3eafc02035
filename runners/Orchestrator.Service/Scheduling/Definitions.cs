using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Model;
using Orchestrator.Service.Alerts;

namespace Orchestrator.Service.Scheduling;

/// <summary>The metadata that a service goes by: the newest that were read without an error.</summary>
public sealed record Definitions
{
    /// <summary>Their text, from which runs are compiled; it holds no secret.</summary>
    public required IReadOnlyList<PlanFile> Files { get; init; }

    /// <summary>What they say; null = nobody has asked for more than their triggers.</summary>
    public Solution? Solution { get; init; }

    /// <summary>Commit of their folder in git; empty = unknown.</summary>
    public string Commit { get; init; } = "";

    public required IReadOnlyList<ServedBatch> Batches { get; init; }

    /// <summary>Whether the environment is protected: who changes something there types its name.</summary>
    public bool IsProtected { get; init; }

    /// <summary>The triggers that fire.</summary>
    public required IReadOnlyList<ServedTrigger> Triggers { get; init; }

    /// <summary>Who is told what.</summary>
    public ServedAlerts Alerts { get; init; } = new();
}

/// <summary>A batch that a service can run.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Packages">Names of its packages, in the order of the plan.</param>
public sealed record ServedBatch(string Name, IReadOnlyList<string> Packages)
{
    /// <summary>What its packages need beyond reading and writing data.</summary>
    public IReadOnlyList<NeededPermission> Needs { get; init; } = [];
}

/// <summary>What came of reading the metadata.</summary>
/// <param name="Definitions">Them; null = there are errors among the problems.</param>
/// <param name="Problems">Lines for people.</param>
public sealed record DefinitionsReading(Definitions? Definitions, IReadOnlyList<string> Problems);
