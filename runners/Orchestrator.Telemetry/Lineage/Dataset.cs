namespace Orchestrator.Telemetry.Lineage;

/// <summary>A table or file under the names that OpenLineage gives it.</summary>
/// <param name="Namespace">Where it is: `postgres://host:5432`, `mssql://host:1433`, `sqlite`, `file`.</param>
/// <param name="Name">`database.schema.table`, the path of a file, or that of a database file with its table.</param>
internal sealed record Dataset(string Namespace, string Name)
{
    /// <summary>Its columns with their types (empty = unknown), as far as the metadata know them.</summary>
    public IReadOnlyList<(string Name, string Type)> Fields { get; init; } = [];
}

/// <summary>A column of a target and the column of a source that it comes from.</summary>
/// <param name="Target">Name in the target.</param>
/// <param name="Source">Name in the source.</param>
/// <param name="IsSame">Whether the value is taken as it is; else an expression makes it.</param>
internal sealed record FieldLine(string Target, string Source, bool IsSame);
