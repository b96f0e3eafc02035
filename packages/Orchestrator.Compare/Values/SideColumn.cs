using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Compare.Values;

/// <summary>A column as one side has it.</summary>
/// <param name="Column">As its source declares it.</param>
public sealed record SideColumn(RowColumn Column)
{
    /// <summary>
    /// What its table says of it, where it is read as something wider: SQLite reads a date as text. Null = nothing.
    /// </summary>
    public SqlType? Declared { get; init; }

    /// <summary>Whether its text is a number, because its type has no neutral name.</summary>
    public bool IsNumberText { get; init; }

    /// <summary>Its default in the platform's SQL; empty = none, or nobody knows.</summary>
    public string Default { get; init; } = "";

    /// <summary>Whether nobody may see its values.</summary>
    public bool IsSensitive { get; init; }
}
