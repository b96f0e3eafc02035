namespace Orchestrator.Service.Api;

/// <summary>A group of a plan with what it holds, a hundred at a time.</summary>
/// <param name="SchemaVersion">Version of these documents.</param>
/// <param name="Batch">The batch.</param>
/// <param name="Run">The run; null = the plan in force.</param>
/// <param name="Group">The group.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Packages">How many packages and hooks are below it.</param>
/// <param name="States">The same by how far they are; empty without a run.</param>
/// <param name="Total">How many nodes all pages have.</param>
/// <param name="Page">Which page it is, from 1.</param>
/// <param name="Pages">How many there are.</param>
/// <param name="Nodes">Groups and packages, in the order in which they may start.</param>
internal sealed record PlanDocument(
    int SchemaVersion, string Batch, long? Run, string Group, string Kind, int Packages,
    IReadOnlyDictionary<string, int> States, int Total, int Page, int Pages, IReadOnlyList<PlanNodeEntry> Nodes);

/// <summary>A node of a plan.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Kind">What it is.</param>
/// <param name="In">The group that holds it.</param>
/// <param name="State">Its state; null without a run.</param>
/// <param name="Packages">Packages and hooks below it; 0 for a package.</param>
/// <param name="States">The same by how far they are; empty for a package, and without a run.</param>
/// <param name="WaitsFor">What must have ended before.</param>
internal sealed record PlanNodeEntry(
    string Name, string Kind, string In, string? State, int Packages, IReadOnlyDictionary<string, int> States,
    IReadOnlyList<string> WaitsFor);
