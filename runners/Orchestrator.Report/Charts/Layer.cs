namespace Orchestrator.Report.Charts;

/// <summary>One area of a chart: its class in the style sheet and its height in each slice.</summary>
public sealed record Layer(string Class, IReadOnlyList<double> Heights);
