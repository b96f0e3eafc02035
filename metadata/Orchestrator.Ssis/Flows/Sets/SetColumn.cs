using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Sets;

/// <summary>A column of a set.</summary>
/// <param name="Origin">The column of the flow that it is.</param>
/// <param name="Name">What it is called in the set; unique there.</param>
/// <param name="Type">Its type in the flow.</param>
internal sealed record SetColumn(ColumnOrigin Origin, string Name, FlowType Type);
