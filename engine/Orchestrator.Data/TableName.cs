namespace Orchestrator.Data;

/// <summary>A table by its parts, as the dialect made them: quoted nowhere yet.</summary>
/// <param name="Schema">Schema; null where the platform has none.</param>
/// <param name="Name">Name within the schema.</param>
public sealed record TableName(string? Schema, string Name)
{
    /// <summary>For messages: `schema.name`, or the name alone.</summary>
    public override string ToString() => Schema is null ? Name : $"{Schema}.{Name}";
}
