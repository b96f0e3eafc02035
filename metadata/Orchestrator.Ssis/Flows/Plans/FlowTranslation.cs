using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Plans;

/// <summary>What becomes of a data flow.</summary>
public sealed record FlowTranslation
{
    /// <summary>The loads, each behind those that it waits for.</summary>
    public IReadOnlyList<FlowLoad> Loads { get; init; } = [];

    public IReadOnlyList<FlowStatement> Statements { get; init; } = [];

    public IReadOnlyList<FlowRowsValue> RowsValues { get; init; } = [];

    public IReadOnlyList<FlowRowCount> RowCounts { get; init; } = [];

    /// <summary>Exactly one for each component, in the order of the file.</summary>
    public IReadOnlyList<Disposition> Dispositions { get; init; } = [];
}
